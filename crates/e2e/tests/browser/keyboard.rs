//! Boards without a pointer: with Tab and Enter only, and with shortcuts.

use anyhow::{Result, bail, ensure};
use e2e::{ACTION_ELEMENT, BrowserSession, ENTER, MY_TURN, Server, Size, undealt};
use serde_json::{Value, json};

/// The number of log entries.
const LOG_LENGTH: &str = "return document.querySelectorAll('.log li').length";
/// The person is to act and the page is at rest, or the game is over.
const AT_REST: &str = "document.querySelector('.sheet') || \
     document.querySelector('main:not(.home, [aria-busy]) .pill.hint')";
/// A resource that a tile of Glen More gives.
const RESOURCE_CHOICE: &str = ".plan [aria-label=Resources] .opt";
/// Left and right, up and down, as the driver names them.
const ARROWS: [(&str, &str); 2] = [("\u{e012}", "\u{e014}"), ("\u{e013}", "\u{e015}")];

/// Goes from the home page to a table that it links to, with Tab and Enter. After a navigation the
/// focus is on the page's heading.
async fn sit_down(session: &BrowserSession, server: &Server, table: &str) -> Result<()> {
    session.go(server, "/").await?;
    session.tab_to(&format!("a[href='{table}']")).await?;
    session.keys(ENTER).await?;
    session.until(MY_TURN, Value::Null).await?;
    session.until("document.activeElement.matches('h1')", Value::Null).await
}

async fn is_present(session: &BrowserSession, selector: &str) -> Result<bool> {
    let there = session.wait_for("done(!!document.querySelector(given))", json!(selector)).await?;
    Ok(there == json!(true))
}

#[tokio::test]
async fn a_whole_game_is_played_with_tab_and_enter() -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Desktop).await?;
    sit_down(&session, &server, "/play/foxy-and-wooly").await?;
    for turn in 0..300 {
        session.until(AT_REST, Value::Null).await?;
        if is_present(&session, ".sheet").await? {
            session.tab_to(".again .btn").await?;
            return session.close().await;
        }
        // Not always the first action.
        for _ in 0..=turn % 3 {
            session.tab_to(ACTION_ELEMENT).await?;
        }
        session.keys(ENTER).await?;
    }
    bail!("the game does not end")
}

#[tokio::test]
async fn boards_are_played_with_their_shortcuts() -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Desktop).await?;
    for game in ["foxy-and-wooly", "tipperary", "glen-more"] {
        session.open_table(&server, game, &undealt(game)?).await?;
        sit_down(&session, &server, &format!("/table/{game}")).await?;
        match game {
            "foxy-and-wooly" => play_foxy_and_wooly(&session).await?,
            "tipperary" => play_tipperary(&session).await?,
            _ => play_glen_more(&session).await?,
        }
    }
    session.close().await
}

/// Some decisions of Foxy & Wooly with their shortcuts.
async fn play_foxy_and_wooly(session: &BrowserSession) -> Result<()> {
    for _ in 0..6 {
        session.until(MY_TURN, Value::Null).await?;
        let lines = session.run(LOG_LENGTH).await?;
        let key = "return document.querySelector('.big-btn[aria-disabled=false]').getAttribute('aria-keyshortcuts')";
        let key = session.run(key).await?;
        session.keys(&key.as_str().unwrap_or_default().to_lowercase()).await?;
        session.until("document.querySelectorAll('.log li').length > given", lines).await?;
    }
    Ok(())
}

/// Some tiles of Tipperary: selected with a number, moved with arrows, turned with R, flipped with
/// F and placed with Enter.
async fn play_tipperary(session: &BrowserSession) -> Result<()> {
    let held = "return document.querySelector('.mine .ghost')?.outerHTML";
    session.keys("1").await?;
    session.find(".mine .ghost").await?;
    for (there, back) in ARROWS.into_iter().chain([("r", "rrr"), ("f", "f")]) {
        let before = session.run(held).await?;
        session.keys(there).await?;
        ensure!(session.run(held).await? != before, "`{there}` does nothing");
        session.keys(back).await?;
        ensure!(session.run(held).await? == before, "`{back}` does not undo `{there}`");
    }
    let in_round_four = "document.querySelector('.crumb').textContent.includes('round 4')";
    for _ in 0..40 {
        session.until(MY_TURN, Value::Null).await?;
        if session.run(&format!("return {in_round_four}")).await? == json!(true) {
            return Ok(());
        }
        let lines = session.run(LOG_LENGTH).await?;
        session.keys("1").await?;
        for turn in ["r", "r", "r", "f", "r", "r", "r", "r"] {
            if is_present(session, ".go[aria-disabled=true]").await? {
                session.keys(turn).await?;
            }
        }
        session.keys(ENTER).await?;
        session.until("document.querySelectorAll('.log li').length > given", lines).await?;
    }
    bail!("three rounds take more than 40 actions")
}

/// Some turns of Glen More: T for the next tile, P for the next place, G to go on, numbers for
/// resources, then A and E.
async fn play_glen_more(session: &BrowserSession) -> Result<()> {
    let enough = session.run(LOG_LENGTH).await?.as_u64().unwrap_or_default() + 30;
    for _ in 0..30 {
        for key in ["t", "p", "g", "1", "2", "a", "e"] {
            session.until(AT_REST, Value::Null).await?;
            session.keys(key).await?;
        }
        if session.run(LOG_LENGTH).await?.as_u64() >= Some(enough) {
            return Ok(());
        }
    }
    bail!("the keys lead nowhere")
}

/// The pressed button disappears, and the panel changes.
#[tokio::test]
async fn the_focus_stays_in_the_turn_panel_of_glen_more() -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Desktop).await?;
    session.open_table(&server, "glen-more", &undealt("glen-more")?).await?;
    let in_plan = "document.activeElement.closest('.plan')";
    for _ in 0..3 {
        session.until(MY_TURN, Value::Null).await?;
        session.keys("tp").await?;
        for press in
            [".plan .go", RESOURCE_CHOICE, RESOURCE_CHOICE, ".plan .chk button.box", ".plan .go"]
        {
            let lines = session.run(LOG_LENGTH).await?;
            // Not every tile gives something, or has a choice.
            if press != ".plan .go" && !is_present(&session, press).await? {
                continue;
            }
            session.tab_to(press).await?;
            session.keys(ENTER).await?;
            session.until("document.querySelectorAll('.log li').length > given", lines).await?;
            session.until(in_plan, Value::Null).await?;
        }
    }
    session.close().await
}
