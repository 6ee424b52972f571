//! Games played by keyboard alone, through the text table.

use anyhow::{Context, Result, bail, ensure};
use e2e::{ENTER, MY_TURN, Server, Size, Visit};
use serde_json::Value;

/// Waits until a person is to act or the game is over, and gives the first listed action.
const NEXT: &str = "
    const look = () => {
        if (document.querySelector('.sheet')) return done(null);
        const listed = [...document.querySelectorAll('.actions button')];
        if (listed.length) return done(listed[given % listed.length].dataset.action);
        setTimeout(look, 15);
    };
    look();";

/// Plays a whole game in the field that has the focus, and gives how many actions it took.
async fn play(visit: &Visit) -> Result<usize> {
    let focus = "document.activeElement?.id === 'action' && !document.activeElement.value";
    for actions in 0..600 {
        let next = visit.wait_for(NEXT, Value::from(actions * 7)).await?;
        let Some(action) = next.as_str() else { return Ok(actions) };
        visit.until(focus, Value::Null).await.context("the focus has left the field")?;
        visit.keys(action).await?;
        visit.keys(ENTER).await?;
    }
    bail!("the game does not end")
}

/// From the home page to the table, its menu, its words and its end, with nothing but keys.
async fn a_game_in_words(game: &str) -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    visit.tab_to(&format!("a[href='/play/{game}']")).await?;
    visit.keys(ENTER).await?;
    visit.until(MY_TURN, Value::Null).await?;
    for stop in [".menu summary", ".menu .in-words"] {
        visit.tab_to(stop).await?;
        visit.keys(ENTER).await?;
    }
    visit.find(".text-table").await?;
    visit.tab_to("#action").await?;
    let actions = play(&visit).await?;
    ensure!(actions > 5, "a game has more than {actions} actions");
    let sheet = visit.find(".sheet h2").await?.text().await?;
    ensure!(sheet.contains("win") || sheet.contains("victory"), "{sheet}");
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
