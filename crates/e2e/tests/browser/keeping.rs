//! Nothing is lost: reloads, records, and starting without a network.

use std::fs;

use anyhow::{Result, anyhow, ensure};
use e2e::{A_MOVE, BREAK, Server, Size, Trouble, Visit, fixture, fixtures, read};
use rules::{Score, Seat};
use serde_json::{Value, json};
use shelf::{AnyGame, Shelf};

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

/// So many own moves, and one is in the middle of a game.
const OWN_MOVES: usize = 4;

/// The log, from the first line to the last.
const LOG: &str = "return [...document.querySelectorAll('.log li')].map((it) => it.innerText).reverse().join('\\n')";

/// What the page gives out as a file goes into the page's own memory instead.
const CATCH_FILES: &str = "
    URL.createObjectURL = (file) => { window.caught = file; return '#'; };
    HTMLAnchorElement.prototype.click = () => {};";

/// The game as the page itself has it: the record that it would save.
async fn saved(visit: &Visit) -> Result<AnyGame> {
    visit.run(CATCH_FILES).await?;
    visit.press(".menu summary").await?;
    visit.press(".menu .look-back").await?;
    visit.press(".replay .btn:has([href='#i-link'])").await?;
    visit.press(".replay .btn.primary").await?;
    let record = visit.wait_for("window.caught.text().then(done)", Value::Null).await?;
    AnyGame::load(&Shelf::new(), record.as_str().unwrap_or_default())
        .map_err(|error| anyhow!("{error:?}"))
}

#[tokio::test]
async fn a_reload_in_the_middle_loses_nothing() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    visit.press("a[href='/play/foxy-and-wooly']").await?;
    for _ in 0..OWN_MOVES {
        let lines = visit.wait_for(SETTLED, Value::Null).await?;
        visit.press(A_MOVE).await?;
        visit.until("document.querySelectorAll('.log li').length > given", lines).await?;
    }
    visit.wait_for(SETTLED, Value::Null).await?;
    let (log, before) = (visit.run(LOG).await?, saved(&visit).await?);
    visit.browser.refresh().await?;
    visit.wait_for(SETTLED, Value::Null).await?;
    ensure!(visit.run(LOG).await? == log, "the log was {log}");
    let after = saved(&visit).await?;
    ensure!(after.hash() == before.hash(), "{} is not {}", after.record(), before.record());
    ensure!(after.record() == before.record(), "{} is not {}", after.record(), before.record());
    // And the game goes on from there.
    let lines = visit.wait_for(SETTLED, Value::Null).await?;
    visit.press(A_MOVE).await?;
    visit.until("document.querySelectorAll('.log li').length > given", lines).await?;
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
    visit.close().await
}

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
        .map_err(|error| anyhow!("{error:?}"))?;
    ensure!(game.actions() > 20, "all that was dealt and done is there: {record}");
    let address = visit.run("return document.querySelector('#crash-save').href").await?;
    ensure!(address.as_str().is_some_and(|it| it.starts_with("blob:")), "{address}");
    visit.press("#crash-reload").await?;
    let after = visit.wait_for(SETTLED, Value::Null).await?;
    ensure!(before.as_u64() <= after.as_u64(), "the log had {before} lines and has {after}");
    visit.close_after(&[Trouble::Crash]).await
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
    visit.press(A_MOVE).await?;
    visit.until("document.querySelectorAll('.log li').length > given", lines).await?;
    visit.close_after(&[Trouble::NoNetwork]).await
}

#[tokio::test]
async fn a_record_gives_the_same_state_in_the_browser() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    for game in ["tipperary", "glen-more", "foxy-and-wooly"] {
        for file in fixtures(game)? {
            let (record, here) = (fs::read_to_string(&file)?, read(&file)?);
            let script = "const glue = document.querySelector('link[rel=modulepreload]').href;\
                 import(glue).then((web) => web.state_hash(given)).then(done);";
            let there = visit.wait_for(script, json!(record)).await?;
            ensure!(there == json!(format!("{:016x}", here.hash())), "{}: {there}", file.display());
        }
    }
    visit.close().await
}

/// The score sheet: its columns in order, each the name, the parts and the total.
const SHEET: &str = "
    const lines = [...document.querySelectorAll('.sheet :is(thead, tbody) tr, .sheet tfoot tr:first-child')];
    const [names] = lines;
    return [...names.cells].slice(1).map((name, place) => lines.map((line) => line.cells[place + 1].innerText.trim()));";
/// What the panels of the players say: their totals, and who has won.
const PANELS: &str = "return [[...document.querySelectorAll('main .tot')].map((it) => it.firstChild.textContent), document.querySelectorAll('main .pill.gain').length]";

/// Goes to the last moment of the game that is looked at.
async fn scrub_to_the_end(visit: &Visit) -> Result<()> {
    let end = "const bar = document.querySelector('.scrub'); bar.value = bar.max; bar.dispatchEvent(new Event('input', {bubbles: true}));";
    visit.find(".scrub").await?;
    visit.run(end).await?;
    visit.settle().await
}

/// A number as pages show it.
fn minus_sign(number: &str) -> String {
    number.replace('-', "−")
}

/// What the score sheet says of a game, in the order of the seats.
fn columns(game: &AnyGame) -> Vec<Vec<String>> {
    let (names, scores) = (game.names(), game.scores());
    let parts = game.id().info().parts.len();
    let column = |(seat, score): (Seat, &Score)| {
        let numbers = score.parts.iter().take(parts).copied().chain([score.total()]);
        let numbers = numbers.map(|number| minus_sign(&number.to_string()));
        std::iter::once(names.of(seat).to_owned()).chain(numbers).collect()
    };
    Seat::all(game.players()).zip(&scores).map(column).collect()
}

#[tokio::test]
async fn a_dropped_record_is_replayed_to_its_result() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
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
        visit.go(&server, "/replay").await?;
        visit.find("#record-file").await?.send_keys(file.to_string_lossy()).await?;
        visit.find(".scrub").await?;
        let at_first = visit.run(PANELS).await?;
        scrub_to_the_end(&visit).await?;
        let shown = visit.find(".replay .count").await?.text().await?;
        ensure!(shown == format!("{0} of {0}", game.actions()), "{shown}");
        // The board itself, and not only the sheet, which is there at every moment.
        let (mut on_board, winners): (Vec<String>, usize) =
            serde_json::from_value(visit.run(PANELS).await?)?;
        ensure!(at_first != json!([on_board, winners]), "{name}: the panels never change");
        on_board.sort();
        let mut sorted: Vec<String> = totals.iter().map(|total| minus_sign(total)).collect();
        sorted.sort();
        ensure!(on_board == sorted, "{name}: {on_board:?} is not {sorted:?}");
        ensure!(winners == game.winners().len(), "{name}: {winners} have won");
        let mut sheet: Vec<Vec<String>> = serde_json::from_value(visit.run(SHEET).await?)?;
        let mut wanted = columns(&game);
        sheet.sort();
        wanted.sort();
        ensure!(sheet == wanted, "{name}: {sheet:?} is not {wanted:?}");
        visit.press(".menu summary").await?;
        visit.press(".menu .in-words").await?;
        visit.find(".text-table pre").await?;
        let words =
            visit.run("return document.querySelector('.text-table pre').textContent").await?;
        let words = words.as_str().unwrap_or_default();
        let told = game.describe(&game.names());
        ensure!(words.trim() == told.trim(), "{name}: {words} is not {told}");
        visit.run("localStorage.removeItem('bellwether.view')").await?;
    }
    visit.close().await
}

/// What of the score sheet is cut off or beyond the window.
const CUT_OFF: &str = "
    const cells = [...document.querySelectorAll('.sheet :is(tbody, tfoot) :is(th, td)')];
    const beyond = (it) => it.scrollWidth > it.clientWidth || it.getBoundingClientRect().right > innerWidth;
    return [cells.length, cells.filter(beyond).map((it) => it.innerText)];";

#[tokio::test]
async fn a_score_sheet_is_all_in_sight_on_a_phone() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Phone).await?;
    visit.resize(360, 740).await?;
    // What decides between equals has a line of its own where there are any.
    for (name, file, decided) in [
        ("tipperary", "five-in-turn-careful", false),
        ("glen-more", "5p-largest-display", false),
        ("foxy-and-wooly", "4-players-gate-left", false),
        ("foxy-and-wooly", "tie-broken-by-sheep", true),
    ] {
        let game = read(&fixture(name, file)?)?;
        visit.open_table(&server, file, &game).await?;
        visit.find(".sheet").await?;
        let (cells, cut_off): (usize, Vec<String>) =
            serde_json::from_value(visit.run(CUT_OFF).await?)?;
        let lines = game.id().info().parts.len() + 1 + usize::from(decided);
        ensure!(cells == lines * (usize::from(game.players()) + 1), "{file}: {cells} cells");
        ensure!(cut_off.is_empty(), "{file}: {cut_off:?} cut off");
    }
    visit.close().await
}
