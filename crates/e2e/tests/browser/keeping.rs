//! Nothing is lost: reloads, records, and starting without a network.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use e2e::{A_MOVE, Server, Size, Visit};
use serde_json::{Value, json};
use shelf::{AnyGame, Shelf};

pub(crate) fn fixtures(game: &str) -> Result<Vec<PathBuf>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(game).join("fixtures/games");
    let mut files = Vec::new();
    for file in fs::read_dir(folder)? {
        files.push(file?.path());
    }
    files.sort();
    Ok(files)
}

/// The number of the last line of the log, once it stands still with a person to act.
const SETTLED: &str = "
    let before = -1;
    const look = () => {
        const lines = document.querySelectorAll('.log li').length;
        const mine = document.querySelector('main:not([aria-busy]) .pill.hint');
        if (mine && lines > 0 && lines === before) return done(lines);
        before = lines;
        setTimeout(look, 120);
    };
    look();";

#[tokio::test]
async fn a_reload_in_the_middle_loses_nothing() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    visit.press("a[href='/play/foxy-and-wooly']").await?;
    let before = visit.wait_for(SETTLED, Value::Null).await?;
    visit.browser.refresh().await?;
    let after = visit.wait_for(SETTLED, Value::Null).await?;
    ensure!(before == after, "the log had {before} lines and has {after}");
    visit.expect_a_clean_console().await?;
    visit.close().await
}

#[tokio::test]
async fn a_device_that_is_busy_starting_keeps_the_game_all_the_same() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Phone).await?;
    visit.slow_down(10).await?;
    visit.browser.goto(server.url("/play/foxy-and-wooly")).await?;
    visit.wait_for(SETTLED, Value::Null).await?;
    let notice = visit.run("return document.querySelector('.notice').textContent").await?;
    ensure!(notice == json!(""), "the page says {notice}");
    visit.expect_a_clean_console().await?;
    visit.close().await
}

/// From now on the browser makes no element: whatever puts up something new panics.
const BREAK: &str = "
    document.createElement = document.createElementNS = () => { throw new Error('broken'); };";

#[tokio::test]
async fn a_panic_shows_the_record_and_the_way_back_to_the_game() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    visit.press("a[href='/play/foxy-and-wooly']").await?;
    let before = visit.wait_for(SETTLED, Value::Null).await?;
    visit.run(BREAK).await?;
    visit.press(A_MOVE).await?;
    visit.until("document.querySelector('#crash[open] #crash-record')?.value", Value::Null).await?;
    let record = visit.run("return document.querySelector('#crash-record').value").await?;
    let game = AnyGame::load(&Shelf::new(), record.as_str().unwrap_or_default())
        .map_err(|error| anyhow::anyhow!("{error:?}"))?;
    ensure!(game.actions() > 20, "all that was dealt and done is there: {record}");
    let address = visit.run("return document.querySelector('#crash-save').href").await?;
    ensure!(address.as_str().is_some_and(|it| it.starts_with("blob:")), "{address}");
    visit.press("#crash-reload").await?;
    let after = visit.wait_for(SETTLED, Value::Null).await?;
    ensure!(before.as_u64() <= after.as_u64(), "the log had {before} lines and has {after}");
    visit.close().await
}

#[tokio::test]
async fn it_starts_without_a_network_and_a_game_goes_on() -> Result<()> {
    let mut server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    visit.wait_for("navigator.serviceWorker.ready.then(() => done(true))", Value::Null).await?;
    visit.browser.refresh().await?;
    server.kill();
    visit.browser.refresh().await?;
    visit.press("a[href='/play/foxy-and-wooly']").await?;
    let lines = visit.wait_for(SETTLED, Value::Null).await?;
    ensure!(lines.as_u64() > Some(18), "bots play without a network, too: {lines}");
    visit.close().await
}

#[tokio::test]
async fn a_record_gives_the_same_state_in_the_browser() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    for game in ["tipperary", "glen-more", "foxy-and-wooly"] {
        for file in fixtures(game)? {
            let record = fs::read_to_string(&file)?;
            let here = AnyGame::load(&Shelf::new(), &record)
                .map_err(|error| anyhow::anyhow!("{error:?}"))?;
            let script = "const glue = document.querySelector('link[rel=modulepreload]').href;\
                 import(glue).then((web) => web.state_hash(given)).then(done);";
            let there = visit.wait_for(script, json!(record)).await?;
            ensure!(there == json!(format!("{:016x}", here.hash())), "{}: {there}", file.display());
        }
    }
    visit.expect_a_clean_console().await?;
    visit.close().await
}

#[tokio::test]
async fn a_dropped_record_is_replayed_to_its_result() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    let file = fixtures("foxy-and-wooly")?.into_iter().next().context("there are fixtures")?;
    let record = fs::read_to_string(&file)?;
    let game =
        AnyGame::load(&Shelf::new(), &record).map_err(|error| anyhow::anyhow!("{error:?}"))?;
    visit.go(&server, "/replay").await?;
    let path = file.canonicalize()?;
    visit.find("#record-file").await?.send_keys(path.to_string_lossy()).await?;
    let end = "const bar = document.querySelector('.scrub'); bar.value = bar.max; bar.dispatchEvent(new Event('input', {bubbles: true}));";
    visit.find(".scrub").await?;
    visit.run(end).await?;
    let shown = visit.find(".replay .count").await?.text().await?;
    ensure!(shown == format!("{0} of {0}", game.actions()), "{shown}");
    let totals: Vec<String> = game.scores().iter().map(|score| score.total().to_string()).collect();
    let script =
        "return [...document.querySelectorAll('.sheet .total')].map((cell) => cell.textContent)";
    let mut sheet: Vec<String> = serde_json::from_value(visit.run(script).await?)?;
    let mut totals = totals;
    totals.sort();
    sheet.sort();
    ensure!(sheet == totals, "{sheet:?} is not {totals:?}");
    visit.expect_a_clean_console().await?;
    visit.close().await
}
