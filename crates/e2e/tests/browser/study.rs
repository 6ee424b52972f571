//! Looking back at a game: the bots' view of it, and private lines.

use anyhow::{Context, Result, ensure};
use e2e::{Evening, Server, Size, Visit, fixture};
use serde_json::{Value, json};

/// Opens the record on the replay page.
async fn replay(visit: &Visit, server: &Server) -> Result<()> {
    visit.go(server, "/replay").await?;
    // A short game of two.
    let path = fixture("foxy-and-wooly", "2-players-gate-left")?;
    visit.find("#record-file").await?.send_keys(path.to_string_lossy()).await?;
    visit.find(".scrub").await.map(drop)
}

/// Goes to a moment of the game with the scrubber.
async fn scrub(visit: &Visit, moment: usize) -> Result<()> {
    let script = "const bar = document.querySelector('.scrub'); bar.value = given;\
         bar.dispatchEvent(new Event('input', {bubbles: true})); done(true);";
    visit.wait_for(script, json!(moment)).await.map(drop)
}

/// The moment that is shown.
async fn shown(visit: &Visit) -> Result<usize> {
    let count = visit.find(".replay .count").await?.text().await?;
    let (moment, _) = count.split_once(" of ").with_context(|| count.clone())?;
    Ok(moment.parse()?)
}

/// The position in words, as soon as it is another one than `before`.
async fn words(visit: &Visit, before: Value) -> Result<Value> {
    let script = "const look = () => {\
             const words = document.querySelector('.text-table pre')?.textContent;\
             if (words && words !== given) done(words); else setTimeout(look, 20);\
         };\
         look();";
    visit.wait_for(script, before).await
}

#[tokio::test]
async fn bots_judge_a_game_and_their_findings_lead_to_its_moments() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    replay(&visit, &server).await?;
    visit.press(".work button").await?;
    visit.until("document.querySelector('.study [role=status]')?.textContent", Value::Null).await?;
    let curves = visit.run("return document.querySelectorAll('.chart .curve').length").await?;
    ensure!(curves == json!(2), "there are {curves} curves for two seats");

    visit.press(".points summary").await?;
    let point = visit.find(".points .line").await?;
    let words = point.text().await?;
    point.click().await?;
    let number: usize =
        words.trim_start_matches("Move ").split(',').next().unwrap_or_default().parse()?;
    ensure!(shown(&visit).await? == number, "`{words}` leads to its moment");
    ensure!(words.contains("lost") && words.ends_with('%'), "{words}");

    scrub(&visit, 3).await?;
    visit.find(".chart").await?.click().await?;
    let last: usize = serde_json::from_value::<String>(
        visit.run("return document.querySelector('.scrub').max").await?,
    )?
    .parse()?;
    let middle = shown(&visit).await?;
    ensure!(middle.abs_diff(last / 2) <= 1, "a press in the middle goes to {middle} of {last}");

    replay(&visit, &server).await?;
    visit.find(".chart").await.context("a second look costs nothing")?;
    visit.close().await
}

#[tokio::test]
async fn a_line_is_tried_and_thrown_away() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    visit.run("localStorage.setItem('bellwether.view', 'words')").await?;
    replay(&visit, &server).await?;
    let first = words(&visit, Value::Null).await?;
    scrub(&visit, 30).await?;
    let before = words(&visit, first).await?;
    visit.press(".try-line").await?;
    let strip = visit.find(".line-strip").await?.text().await?;
    ensure!(strip.contains("from move 30"), "{strip}");
    visit.press(".actions button").await?;
    let tried = words(&visit, before.clone()).await?;
    visit.press(".line-strip button").await?;
    visit.find(".replay").await?;
    ensure!(shown(&visit).await? == 30, "back where it began");
    ensure!(words(&visit, tried).await? == before, "and as it was");
    visit.go(&server, "/games").await?;
    visit
        .until("document.querySelector('main p')?.textContent.includes('none yet')", Value::Null)
        .await?;
    visit.close().await
}

#[tokio::test]
async fn the_table_in_words_shows_the_moment_that_is_looked_at() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    visit.run("localStorage.setItem('bellwether.view', 'words')").await?;
    replay(&visit, &server).await?;
    let said = visit.find(".text-table [role=status]").await?.text().await?;
    ensure!(said.starts_with("This is how it stood after move 0"), "{said}");
    let first = words(&visit, Value::Null).await?;
    scrub(&visit, 40).await?;
    words(&visit, first).await.context("another moment is another position")?;
    visit.close().await
}

/// A table on the server with one person and a bot, under way.
async fn with_a_bot() -> Result<Evening> {
    let seats = json!({"seats": [{"for": "person"}, {"for": "bot", "level": 1}]});
    let evening = Evening::gather("foxy-and-wooly", 1, seats).await?;
    evening.start().await?;
    Ok(evening)
}

#[tokio::test]
async fn a_line_from_a_table_of_the_server_is_private_and_without_hints() -> Result<()> {
    let evening = with_a_bot().await?;
    let visit = &evening.people[0];
    visit.press(".menu summary").await?;
    visit.press(".menu .try-line").await?;
    visit.find(".line-strip").await?;
    visit.find(".bar .menu").await?;
    let hint = visit.run("return [...document.querySelectorAll('.bar .btn')].some((it) => it.textContent.includes('Hint'))").await?;
    ensure!(hint == json!(false), "nobody asks a bot about a game that is played");
    let log = format!("/api/tables/{}/log", evening.table);
    visit.press(".actions button").await?;
    let known = visit.get(&log).await?.to_string();
    ensure!(!known.contains("\"seat\":1"), "the server hears nothing of the line: {known}");
    visit.press(".line-strip button").await?;
    visit.find(".menu").await?;
    evening.end().await
}

#[tokio::test]
async fn the_draws_of_a_finished_table_are_checked_in_the_browser() -> Result<()> {
    let evening = with_a_bot().await?;
    let visit = &evening.people[0];
    let commands = format!("/api/tables/{}/commands", evening.table);
    visit.post(&commands, json!({"id": "end", "command": {"do": "offer-end"}})).await?;
    visit.go(&evening.server, &format!("/replay?table={}", evening.table)).await?;
    visit.press(".fairness button").await?;
    visit
        .until("document.querySelector('.fairness [role=status]').textContent", Value::Null)
        .await?;
    let said = visit.find(".fairness [role=status]").await?.text().await?;
    ensure!(said.contains("draws check out"), "{said}");
    // From here to the table, and there from the game to its replay and back.
    visit.press(&format!(".replay a[href='{}']", evening.path())).await?;
    visit.find(".after").await?;
    visit.press(".menu summary").await?;
    visit.press(".menu .look-back").await?;
    visit.press(".replay .btn.primary").await?;
    visit.until("!document.querySelector('.replay')", Value::Null).await?;
    evening.end().await
}
