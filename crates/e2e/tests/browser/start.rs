//! How pages begin: they are put up bit by bit, and from the home page one gets everywhere.

use anyhow::{Result, ensure};
use e2e::{MY_TURN, Server, Size, Visit};
use serde_json::{Value, json};

/// Every place of a board has its contents: what there is so often, and how often it should be.
const WHOLE: [(&str, &str); 3] = [
    (
        "tipperary",
        "const of = (it) => document.querySelectorAll(it).length;\
         return [[of('.wedge'), 5], [of('.players .parts'), of('.players .pp')], [of('.opp .disp'), of('.opp')]]",
    ),
    (
        "glen-more",
        "const of = (it) => document.querySelectorAll(it).length;\
         return [[of('.goods li'), 5 * of('.pp')], [of('.whr'), 5], [of('.opp .gd'), of('.opp')]]",
    ),
    (
        "foxy-and-wooly",
        "const of = (it) => document.querySelectorAll(it).length;\
         return [[of('.fieldsvg'), 1], [of('.place'), 9 * of('.farm')], [of('.opp .farm'), of('.opp')], [of('.gate'), 3 * of('.farm')]]",
    ),
];

#[tokio::test]
async fn a_board_is_whole_when_it_is_busy_no_longer() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    for (game, parts) in WHOLE {
        visit.go(&server, &format!("/play/{game}")).await?;
        visit.until(MY_TURN, Value::Null).await?;
        let counted: Vec<(u32, u32)> = serde_json::from_value(visit.run(parts).await?)?;
        let whole = |&(there, wanted): &(u32, u32)| there > 0 && there == wanted;
        ensure!(counted.iter().all(whole), "{game}: {counted:?}");
    }
    visit.expect_a_clean_console().await?;
    visit.close().await
}

#[tokio::test]
async fn a_phone_gets_everywhere_from_the_foot_of_the_home_page() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Phone).await?;
    for page in ["/games", "/replay", "/today", "/about", "/art"] {
        visit.go(&server, "/").await?;
        visit.press(&format!(".foot nav a[href='{page}']")).await?;
        let there =
            "location.pathname === given && document.querySelector('main:not([aria-busy])')";
        visit.until(there, json!(page)).await?;
    }
    visit.expect_a_clean_console().await?;
    visit.close().await
}

#[tokio::test]
async fn a_field_turns_with_its_window() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    visit.go(&server, "/play/foxy-and-wooly").await?;
    for (width, drawing) in [(1000, "wide"), (1500, "tall"), (1900, "wide"), (500, "tall")] {
        visit.browser.set_window_rect(0, 0, width, 900).await?;
        visit.find(&format!(".field .{drawing} .big")).await?;
        let other = if drawing == "wide" { "tall" } else { "wide" };
        let script = format!("return document.querySelectorAll('.field .{other}').length");
        ensure!(visit.run(&script).await? == json!(0), "one drawing at a time");
    }
    visit.close().await
}
