//! Boards played without a pointer: with Tab and Enter alone, and with the keys of the boards.

use anyhow::{Result, bail, ensure};
use e2e::{A_MOVE, ENTER, MY_TURN, Server, Size, Visit, undealt};
use serde_json::{Value, json};

/// How many lines the log has.
const LINES: &str = "return document.querySelectorAll('.log li').length";
/// It is the person's turn again and the page is at rest, or the game is over.
const AT_REST: &str = "document.querySelector('.sheet') || \
     document.querySelector('main:not(.home, [aria-busy]) .pill.hint')";
/// A resource that a tile of Glen More gives.
const CHOICE: &str = ".plan [aria-label=Resources] .opt";
/// Left and right, up and down, as drivers write them.
const ARROWS: [(&str, &str); 2] = [("\u{e012}", "\u{e014}"), ("\u{e013}", "\u{e015}")];

/// From the home page to a table that it links to, with Tab and Enter. A page that came in the place of another
/// begins at its heading.
async fn sit_down(visit: &Visit, server: &Server, table: &str) -> Result<()> {
    visit.go(server, "/").await?;
    visit.tab_to(&format!("a[href='{table}']")).await?;
    visit.keys(ENTER).await?;
    visit.until(MY_TURN, Value::Null).await?;
    visit.until("document.activeElement.matches('h1')", Value::Null).await
}

async fn is_there(visit: &Visit, selector: &str) -> Result<bool> {
    let there = visit.wait_for("done(!!document.querySelector(given))", json!(selector)).await?;
    Ok(there == json!(true))
}

#[tokio::test]
async fn a_whole_game_takes_tab_and_enter_and_nothing_else() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    sit_down(&visit, &server, "/play/foxy-and-wooly").await?;
    for turn in 0..300 {
        visit.until(AT_REST, Value::Null).await?;
        if is_there(&visit, ".sheet").await? {
            visit.tab_to(".again .btn").await?;
            return visit.close().await;
        }
        // Not always the first thing that can be done.
        for _ in 0..=turn % 3 {
            visit.tab_to(A_MOVE).await?;
        }
        visit.keys(ENTER).await?;
    }
    bail!("the game does not end")
}

#[tokio::test]
async fn boards_are_played_with_their_keys() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    for game in ["foxy-and-wooly", "tipperary", "glen-more"] {
        visit.open_table(&server, game, &undealt(game)?).await?;
        sit_down(&visit, &server, &format!("/table/{game}")).await?;
        match game {
            "foxy-and-wooly" => farm(&visit).await?,
            "tipperary" => county(&visit).await?,
            _ => glen(&visit).await?,
        }
    }
    visit.close().await
}

/// Some decisions of Foxy & Wooly, each with the key that stands beside it.
async fn farm(visit: &Visit) -> Result<()> {
    for _ in 0..6 {
        visit.until(MY_TURN, Value::Null).await?;
        let lines = visit.run(LINES).await?;
        let key = "return document.querySelector('.big-btn[aria-disabled=false]').getAttribute('aria-keyshortcuts')";
        let key = visit.run(key).await?;
        visit.keys(&key.as_str().unwrap_or_default().to_lowercase()).await?;
        visit.until("document.querySelectorAll('.log li').length > given", lines).await?;
    }
    Ok(())
}

/// Some tiles of Tipperary: taken with a number, moved with arrows, turned with R, flipped with F and
/// placed with Enter.
async fn county(visit: &Visit) -> Result<()> {
    let held = "return document.querySelector('.mine .ghost')?.outerHTML";
    visit.keys("1").await?;
    visit.find(".mine .ghost").await?;
    for (there, back) in ARROWS.into_iter().chain([("r", "rrr"), ("f", "f")]) {
        let before = visit.run(held).await?;
        visit.keys(there).await?;
        ensure!(visit.run(held).await? != before, "`{there}` does nothing");
        visit.keys(back).await?;
        ensure!(visit.run(held).await? == before, "`{back}` does not undo `{there}`");
    }
    let in_round_four = "document.querySelector('.crumb').textContent.includes('round 4')";
    for _ in 0..40 {
        visit.until(MY_TURN, Value::Null).await?;
        if visit.run(&format!("return {in_round_four}")).await? == json!(true) {
            return Ok(());
        }
        let lines = visit.run(LINES).await?;
        visit.keys("1").await?;
        for turn in ["r", "r", "r", "f", "r", "r", "r", "r"] {
            if is_there(visit, ".go[aria-disabled=true]").await? {
                visit.keys(turn).await?;
            }
        }
        visit.keys(ENTER).await?;
        visit.until("document.querySelectorAll('.log li').length > given", lines).await?;
    }
    bail!("three rounds take more than 40 actions")
}

/// Some turns of Glen More: T for the next tile, P for the next place, G to go on, numbers for resources
/// that a tile gives, A and E after it.
async fn glen(visit: &Visit) -> Result<()> {
    let enough = visit.run(LINES).await?.as_u64().unwrap_or_default() + 30;
    for _ in 0..30 {
        for key in ["t", "p", "g", "1", "2", "a", "e"] {
            visit.until(AT_REST, Value::Null).await?;
            visit.keys(key).await?;
        }
        if visit.run(LINES).await?.as_u64() >= Some(enough) {
            return Ok(());
        }
    }
    bail!("the keys lead nowhere")
}

/// What was pressed goes away with what it did, and the plan with it.
#[tokio::test]
async fn the_focus_stays_in_the_plan_of_glen_more() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    visit.open_table(&server, "glen-more", &undealt("glen-more")?).await?;
    let in_plan = "document.activeElement.closest('.plan')";
    for _ in 0..3 {
        visit.until(MY_TURN, Value::Null).await?;
        visit.keys("tp").await?;
        for press in [".plan .go", CHOICE, CHOICE, ".plan .chk button.box", ".plan .go"] {
            let lines = visit.run(LINES).await?;
            // Not every tile gives something, or something to choose.
            if press != ".plan .go" && !is_there(&visit, press).await? {
                continue;
            }
            visit.tab_to(press).await?;
            visit.keys(ENTER).await?;
            visit.until("document.querySelectorAll('.log li').length > given", lines).await?;
            visit.until(in_plan, Value::Null).await?;
        }
    }
    visit.close().await
}
