//! Saving: reloads, records, and starting without a network.

use std::fs;

use anyhow::{Result, anyhow, ensure};
use e2e::{
    ACTION_ELEMENT, BREAK_ELEMENTS, BrowserSession, ExpectedError, Server, Size, fixture, fixtures,
    read,
};
use registry::{AnyGame, Registry};
use rules::{Score, Seat};
use serde_json::{Value, json};

/// The number of log entries, once they do not change any more and a person is to act.
const LOG_AT_REST: &str = "
    let before = -1;
    const look = () => {
        const lines = document.querySelectorAll('.log li').length;
        const mine = document.querySelector('main:not([aria-busy]) .pill.hint');
        if (mine && lines > 0 && lines === before) return done(lines);
        before = lines;
        setTimeout(look, 120);
    };
    look();";

/// The number of the person's actions after which a game is in its middle.
const OWN_ACTIONS: usize = 4;

/// The log, from the first entry to the last.
const LOG: &str = "return [...document.querySelectorAll('.log li')].map((it) => it.innerText).reverse().join('\\n')";

/// Stores the files that the page saves in a variable.
const CAPTURE_FILES: &str = "
    URL.createObjectURL = (file) => { window.caught = file; return '#'; };
    HTMLAnchorElement.prototype.click = () => {};";

/// The game that the page would save as a file.
async fn saved(session: &BrowserSession) -> Result<AnyGame> {
    session.run(CAPTURE_FILES).await?;
    session.press(".menu summary").await?;
    session.press(".menu .look-back").await?;
    session.press(".replay .btn:has([href='#i-link'])").await?;
    session.press(".replay .btn.primary").await?;
    let record = session.wait_for("window.caught.text().then(done)", Value::Null).await?;
    AnyGame::load(&Registry::new(), record.as_str().unwrap_or_default())
        .map_err(|error| anyhow!("{error:?}"))
}

#[tokio::test]
async fn a_reload_in_the_middle_loses_nothing() -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Desktop).await?;
    session.press("a[href='/play/foxy-and-wooly']").await?;
    for _ in 0..OWN_ACTIONS {
        let lines = session.wait_for(LOG_AT_REST, Value::Null).await?;
        session.press(ACTION_ELEMENT).await?;
        session.until("document.querySelectorAll('.log li').length > given", lines).await?;
    }
    session.wait_for(LOG_AT_REST, Value::Null).await?;
    let (log, before) = (session.run(LOG).await?, saved(&session).await?);
    session.browser.refresh().await?;
    session.wait_for(LOG_AT_REST, Value::Null).await?;
    ensure!(session.run(LOG).await? == log, "the log was {log}");
    let after = saved(&session).await?;
    ensure!(after.hash() == before.hash(), "{} is not {}", after.record(), before.record());
    ensure!(after.record() == before.record(), "{} is not {}", after.record(), before.record());
    // The game goes on from there.
    let lines = session.wait_for(LOG_AT_REST, Value::Null).await?;
    session.press(ACTION_ELEMENT).await?;
    session.until("document.querySelectorAll('.log li').length > given", lines).await?;
    session.close().await
}

#[tokio::test]
async fn a_game_is_saved_while_the_page_is_still_loading() -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Phone).await?;
    session.slow_down(10).await?;
    session.browser.goto(server.url("/play/foxy-and-wooly")).await?;
    session.wait_for(LOG_AT_REST, Value::Null).await?;
    let notice = session.run("return document.querySelector('.notice').textContent").await?;
    ensure!(notice == json!(""), "the page says {notice}");
    session.close().await
}

#[tokio::test]
async fn a_panic_shows_the_record_and_a_link_to_the_game() -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Desktop).await?;
    session.press("a[href='/play/foxy-and-wooly']").await?;
    let before = session.wait_for(LOG_AT_REST, Value::Null).await?;
    session.run(BREAK_ELEMENTS).await?;
    session.press(ACTION_ELEMENT).await?;
    session
        .until("document.querySelector('#crash[open] #crash-record')?.value", Value::Null)
        .await?;
    let record = session.run("return document.querySelector('#crash-record').value").await?;
    let game = AnyGame::load(&Registry::new(), record.as_str().unwrap_or_default())
        .map_err(|error| anyhow!("{error:?}"))?;
    ensure!(game.actions() > 20, "all that was dealt and done is there: {record}");
    let address = session.run("return document.querySelector('#crash-save').href").await?;
    ensure!(address.as_str().is_some_and(|it| it.starts_with("blob:")), "{address}");
    session.press("#crash-reload").await?;
    let after = session.wait_for(LOG_AT_REST, Value::Null).await?;
    ensure!(before.as_u64() <= after.as_u64(), "the log had {before} lines and has {after}");
    session.close_expecting(&[ExpectedError::Panic]).await
}

#[tokio::test]
async fn the_app_starts_and_plays_without_a_network() -> Result<()> {
    let mut server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Desktop).await?;
    session.wait_for("navigator.serviceWorker.ready.then(() => done(true))", Value::Null).await?;
    session.browser.refresh().await?;
    server.kill();
    session.browser.refresh().await?;
    session.press("a[href='/play/foxy-and-wooly']").await?;
    let lines = session.wait_for(LOG_AT_REST, Value::Null).await?;
    ensure!(lines.as_u64() > Some(18), "bots play without a network, too: {lines}");
    session.press(ACTION_ELEMENT).await?;
    session.until("document.querySelectorAll('.log li').length > given", lines).await?;
    session.close_expecting(&[ExpectedError::Network]).await
}

#[tokio::test]
async fn a_record_gives_the_same_state_in_the_browser() -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Desktop).await?;
    for game in ["tipperary", "glen-more", "foxy-and-wooly"] {
        for file in fixtures(game)? {
            let (record, here) = (fs::read_to_string(&file)?, read(&file)?);
            let script = "const glue = document.querySelector('link[rel=modulepreload]').href;\
                 import(glue).then((web) => web.state_hash(given)).then(done);";
            let there = session.wait_for(script, json!(record)).await?;
            ensure!(there == json!(format!("{:016x}", here.hash())), "{}: {there}", file.display());
        }
    }
    session.close().await
}

/// The columns of the score sheet, each with name, parts and total.
const SCORE_SHEET: &str = "
    const lines = [...document.querySelectorAll('.sheet :is(thead, tbody) tr, .sheet tfoot tr:first-child')];
    const [names] = lines;
    return [...names.cells].slice(1).map((name, place) => lines.map((line) => line.cells[place + 1].innerText.trim()));";
/// The totals in the players' panels, and the number of winners.
const PANELS: &str = "return [[...document.querySelectorAll('main .tot')].map((it) => it.firstChild.textContent), document.querySelectorAll('main .pill.gain').length]";

/// Goes to the last moment of the replay.
async fn scrub_to_the_end(session: &BrowserSession) -> Result<()> {
    let end = "const bar = document.querySelector('.scrub'); bar.value = bar.max; bar.dispatchEvent(new Event('input', {bubbles: true}));";
    session.find(".scrub").await?;
    session.run(end).await?;
    session.wait_until_loaded().await
}

/// A number with a typographic minus sign.
fn signed(number: &str) -> String {
    number.replace('-', "−")
}

/// The expected columns of the score sheet, in the order of the seats.
fn columns(game: &AnyGame) -> Vec<Vec<String>> {
    let (names, scores) = (game.names(), game.scores());
    let parts = game.id().info().parts.len();
    let column = |(seat, score): (Seat, &Score)| {
        let numbers = score.parts.iter().take(parts).copied().chain([score.total()]);
        let numbers = numbers.map(|number| signed(&number.to_string()));
        std::iter::once(names.of(seat).to_owned()).chain(numbers).collect()
    };
    Seat::all(game.players()).zip(&scores).map(column).collect()
}

#[tokio::test]
async fn a_dropped_record_is_replayed_to_its_result() -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Desktop).await?;
    for (name, file) in [
        ("tipperary", "two-share-the-victory"),
        ("glen-more", "3p-highest-total"),
        ("foxy-and-wooly", "4-players-gate-left"),
    ] {
        let file = fixture(name, file)?;
        let (record, game) = (fs::read_to_string(&file)?, read(&file)?);
        let totals: Vec<String> =
            game.scores().iter().map(|score| score.total().to_string()).collect();
        ensure!(record.contains(&format!("[result \"{}\"]", totals.join(" "))), "{name}");
        session.go(&server, "/replay").await?;
        session.find("#record-file").await?.send_keys(file.to_string_lossy()).await?;
        session.find(".scrub").await?;
        let at_first = session.run(PANELS).await?;
        scrub_to_the_end(&session).await?;
        let shown = session.find(".replay .count").await?.text().await?;
        ensure!(shown == format!("{0} of {0}", game.actions()), "{shown}");
        // Checks the board itself too, since the sheet is computed from the whole game.
        let (mut on_board, winners): (Vec<String>, usize) =
            serde_json::from_value(session.run(PANELS).await?)?;
        ensure!(at_first != json!([on_board, winners]), "{name}: the panels never change");
        on_board.sort();
        let mut sorted: Vec<String> = totals.iter().map(|total| signed(total)).collect();
        sorted.sort();
        ensure!(on_board == sorted, "{name}: {on_board:?} is not {sorted:?}");
        ensure!(winners == game.winners().len(), "{name}: {winners} have won");
        let mut sheet: Vec<Vec<String>> = serde_json::from_value(session.run(SCORE_SHEET).await?)?;
        let mut wanted = columns(&game);
        sheet.sort();
        wanted.sort();
        ensure!(sheet == wanted, "{name}: {sheet:?} is not {wanted:?}");
        session.press(".menu summary").await?;
        session.press(".menu .in-words").await?;
        session.find(".text-table pre").await?;
        let words =
            session.run("return document.querySelector('.text-table pre').textContent").await?;
        let words = words.as_str().unwrap_or_default();
        let told = game.describe_position(&game.names());
        ensure!(words.trim() == told.trim(), "{name}: {words} is not {told}");
        session.run("localStorage.removeItem('bellwether.view')").await?;
    }
    session.close().await
}

/// The cells of the score sheet that are cut off or beyond the window.
const CUT_OFF_CELLS: &str = "
    const cells = [...document.querySelectorAll('.sheet :is(tbody, tfoot) :is(th, td)')];
    const beyond = (it) => it.scrollWidth > it.clientWidth || it.getBoundingClientRect().right > innerWidth;
    return [cells.length, cells.filter(beyond).map((it) => it.innerText)];";

#[tokio::test]
async fn a_score_sheet_fits_on_a_phone() -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Phone).await?;
    session.resize(360, 740).await?;
    // The tie-break has a row of its own if there is a tie.
    for (name, file, decided) in [
        ("tipperary", "five-in-turn-careful", false),
        ("glen-more", "5p-largest-display", false),
        ("foxy-and-wooly", "4-players-gate-left", false),
        ("foxy-and-wooly", "tie-broken-by-sheep", true),
    ] {
        let game = read(&fixture(name, file)?)?;
        session.open_table(&server, file, &game).await?;
        session.find(".sheet").await?;
        let (cells, cut_off): (usize, Vec<String>) =
            serde_json::from_value(session.run(CUT_OFF_CELLS).await?)?;
        let lines = game.id().info().parts.len() + 1 + usize::from(decided);
        ensure!(cells == lines * (usize::from(game.players()) + 1), "{file}: {cells} cells");
        ensure!(cut_off.is_empty(), "{file}: {cut_off:?} cut off");
    }
    session.close().await
}
