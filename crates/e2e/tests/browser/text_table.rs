//! Games played in the text table with the keyboard only.

use anyhow::{Context, Result, bail, ensure};
use e2e::{BrowserSession, ENTER, MY_TURN, Server, Size};
use serde_json::Value;

/// Waits until a person is to act or the game is over. Returns the first listed action.
const NEXT: &str = "
    const look = () => {
        if (document.querySelector('.sheet')) return done(null);
        const listed = [...document.querySelectorAll('.actions button')];
        if (listed.length) return done(listed[given % listed.length].dataset.action);
        setTimeout(look, 15);
    };
    look();";

/// Plays a whole game in the focused field. Returns the number of actions.
async fn play(session: &BrowserSession) -> Result<usize> {
    let focus = "document.activeElement?.id === 'action' && !document.activeElement.value";
    for actions in 0..600 {
        let next = session.wait_for(NEXT, Value::from(actions * 7)).await?;
        let Some(action) = next.as_str() else { return Ok(actions) };
        session.until(focus, Value::Null).await.context("the focus has left the field")?;
        session.keys(action).await?;
        session.keys(ENTER).await?;
    }
    bail!("the game does not end")
}

/// From the home page to the table, its menu, its text table and its end, with the keyboard only.
async fn a_game_in_words(game: &str) -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Desktop).await?;
    session.tab_to(&format!("a[href='/play/{game}']")).await?;
    session.keys(ENTER).await?;
    session.until(MY_TURN, Value::Null).await?;
    for stop in [".menu summary", ".menu .in-words"] {
        session.tab_to(stop).await?;
        session.keys(ENTER).await?;
    }
    session.find(".text-table").await?;
    session.tab_to("#action").await?;
    let actions = play(&session).await?;
    ensure!(actions > 5, "a game has more than {actions} actions");
    let sheet = session.find(".sheet h2").await?.text().await?;
    ensure!(sheet.contains("win") || sheet.contains("victory"), "{sheet}");
    session.close().await
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
