//! Games played by keyboard alone, through the text table.

use anyhow::{Result, ensure};
use e2e::{Server, Size, Visit};
use serde_json::Value;
use thirtyfour::Key;

/// Waits until a person is to act or the game is over, and gives the first listed action.
const NEXT: &str = "
    const look = () => {
        if (document.querySelector('.sheet')) return done(null);
        const listed = [...document.querySelectorAll('.actions button')];
        if (listed.length) return done(listed[given % listed.length].textContent);
        setTimeout(look, 15);
    };
    look();";

/// Plays a whole game with the keys alone and gives how many actions it took.
async fn play(visit: &Visit) -> Result<usize> {
    for actions in 0..600 {
        let next = visit.wait_for(NEXT, Value::from(actions * 7)).await?;
        let Some(action) = next.as_str() else { return Ok(actions) };
        let field = visit.find("#action").await?;
        field.send_keys(action).await?;
        field.send_keys(Key::Enter).await?;
        visit.until("!document.querySelector('#action')?.value", Value::Null).await?;
    }
    anyhow::bail!("the game does not end")
}

async fn a_game_in_words(game: &str) -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    visit.run("localStorage.setItem('bellwether.view', 'words')").await?;
    visit.go(&server, "/").await?;
    visit.find(&format!("a[href='/play/{game}']")).await?.send_keys(Key::Enter).await?;
    let actions = play(&visit).await?;
    ensure!(actions > 5, "a game has more than {actions} actions");
    let sheet = visit.find(".sheet h2").await?.text().await?;
    ensure!(sheet.contains("win") || sheet.contains("victory"), "{sheet}");
    visit.expect_a_clean_console().await?;
    visit.close().await
}

#[tokio::test]
async fn tipperary_is_played_by_keyboard_alone() -> Result<()> {
    a_game_in_words("tipperary").await
}

#[tokio::test]
async fn glen_more_is_played_by_keyboard_alone() -> Result<()> {
    a_game_in_words("glen-more").await
}

#[tokio::test]
async fn foxy_and_wooly_is_played_by_keyboard_alone() -> Result<()> {
    a_game_in_words("foxy-and-wooly").await
}
