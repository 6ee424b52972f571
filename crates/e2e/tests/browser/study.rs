//! Looking back at games: evaluations and private lines.

use anyhow::{Context, Result, ensure};
use e2e::{BrowserSession, OnlineSession, Server, Size, fixture};
use serde_json::{Value, json};

/// Opens the record on the replay page.
async fn replay(session: &BrowserSession, server: &Server) -> Result<()> {
    session.go(server, "/replay").await?;
    // A short game of two.
    let path = fixture("foxy-and-wooly", "2-players-gate-left")?;
    session.find("#record-file").await?.send_keys(path.to_string_lossy()).await?;
    session.find(".scrub").await.map(drop)
}

/// Goes to a moment of the game with the slider.
async fn scrub(session: &BrowserSession, moment: usize) -> Result<()> {
    let script = "const bar = document.querySelector('.scrub'); bar.value = given;\
         bar.dispatchEvent(new Event('input', {bubbles: true})); done(true);";
    session.wait_for(script, json!(moment)).await.map(drop)
}

/// The shown moment.
async fn shown(session: &BrowserSession) -> Result<usize> {
    let count = session.find(".replay .count").await?.text().await?;
    let (moment, _) = count.split_once(" of ").with_context(|| count.clone())?;
    Ok(moment.parse()?)
}

/// The position as text, once it is another one than `before`.
async fn words(session: &BrowserSession, before: Value) -> Result<Value> {
    let script = "const look = () => {\
             const words = document.querySelector('.text-table pre')?.textContent;\
             if (words && words !== given) done(words); else setTimeout(look, 20);\
         };\
         look();";
    session.wait_for(script, before).await
}

#[tokio::test]
async fn an_evaluation_has_turning_points_that_show_their_moments() -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Desktop).await?;
    replay(&session, &server).await?;
    session.press(".work button").await?;
    session
        .until("document.querySelector('.study [role=status]')?.textContent", Value::Null)
        .await?;
    let curves = session.run("return document.querySelectorAll('.chart .curve').length").await?;
    ensure!(curves == json!(2), "there are {curves} curves for two seats");

    session.press(".points summary").await?;
    let point = session.find(".points .line").await?;
    let words = point.text().await?;
    point.click().await?;
    let number: usize =
        words.trim_start_matches("Move ").split(',').next().unwrap_or_default().parse()?;
    ensure!(shown(&session).await? == number, "`{words}` leads to its moment");
    ensure!(words.contains("lost") && words.ends_with('%'), "{words}");

    scrub(&session, 3).await?;
    session.find(".chart").await?.click().await?;
    let last: usize = serde_json::from_value::<String>(
        session.run("return document.querySelector('.scrub').max").await?,
    )?
    .parse()?;
    let middle = shown(&session).await?;
    ensure!(middle.abs_diff(last / 2) <= 1, "a press in the middle goes to {middle} of {last}");

    replay(&session, &server).await?;
    session.find(".chart").await.context("a second look costs nothing")?;
    session.close().await
}

#[tokio::test]
async fn a_private_line_is_opened_and_closed() -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Desktop).await?;
    session.run("localStorage.setItem('bellwether.view', 'words')").await?;
    replay(&session, &server).await?;
    let first = words(&session, Value::Null).await?;
    scrub(&session, 30).await?;
    let before = words(&session, first).await?;
    session.press(".try-line").await?;
    let strip = session.find(".line-strip").await?.text().await?;
    ensure!(strip.contains("from move 30"), "{strip}");
    session.press(".actions button").await?;
    let tried = words(&session, before.clone()).await?;
    session.press(".line-strip button").await?;
    session.find(".replay").await?;
    ensure!(shown(&session).await? == 30, "back where it began");
    ensure!(words(&session, tried).await? == before, "and as it was");
    session.go(&server, "/games").await?;
    session
        .until("document.querySelector('main p')?.textContent.includes('none yet')", Value::Null)
        .await?;
    session.close().await
}

#[tokio::test]
async fn the_text_table_shows_the_moment_of_the_replay() -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Desktop).await?;
    session.run("localStorage.setItem('bellwether.view', 'words')").await?;
    replay(&session, &server).await?;
    let said = session.find(".text-table [role=status]").await?.text().await?;
    ensure!(said.starts_with("This is how it stood after move 0"), "{said}");
    let first = words(&session, Value::Null).await?;
    scrub(&session, 40).await?;
    words(&session, first).await.context("another moment is another position")?;
    session.close().await
}

/// A game in progress between a person and a bot, on the server.
async fn with_a_bot() -> Result<OnlineSession> {
    let seats = json!({"seats": [{"for": "person"}, {"for": "bot", "level": 1}]});
    let online = OnlineSession::open("foxy-and-wooly", 1, seats).await?;
    online.start().await?;
    Ok(online)
}

#[tokio::test]
async fn a_private_line_of_an_online_table_has_no_hints_and_is_not_sent() -> Result<()> {
    let online = with_a_bot().await?;
    let session = &online.people[0];
    session.press(".menu summary").await?;
    session.press(".menu .try-line").await?;
    session.find(".line-strip").await?;
    session.find(".bar .menu").await?;
    let hint = session.run("return [...document.querySelectorAll('.bar .btn')].some((it) => it.textContent.includes('Hint'))").await?;
    ensure!(hint == json!(false), "nobody asks a bot about a game that is played");
    let log = format!("/api/tables/{}/log.json", online.table);
    session.press(".actions button").await?;
    let known = session.get(&log).await?.to_string();
    ensure!(!known.contains("\"seat\":1"), "the server hears nothing of the line: {known}");
    session.press(".line-strip button").await?;
    session.find(".menu").await?;
    online.end().await
}

#[tokio::test]
async fn the_draws_of_a_finished_table_are_checked_in_the_browser() -> Result<()> {
    let online = with_a_bot().await?;
    let session = &online.people[0];
    let commands = format!("/api/tables/{}/commands", online.table);
    session.post(&commands, json!({"id": "end", "command": {"do": "offer-end"}})).await?;
    session.go(&online.server, &format!("/replay?table={}", online.table)).await?;
    session.press(".fairness button").await?;
    session
        .until("document.querySelector('.fairness [role=status]').textContent", Value::Null)
        .await?;
    let said = session.find(".fairness [role=status]").await?.text().await?;
    ensure!(said.contains("draws check out"), "{said}");
    // To the table, and there from the game to its replay and back.
    session.press(&format!(".replay a[href='{}']", online.path())).await?;
    session.find(".after").await?;
    session.press(".menu summary").await?;
    session.press(".menu .look-back").await?;
    session.press(".replay .btn.primary").await?;
    session.until("!document.querySelector('.replay')", Value::Null).await?;
    online.end().await
}
