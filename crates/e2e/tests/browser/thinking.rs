//! Bots think the same in the browser as anywhere else.

use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, anyhow, bail, ensure};
use bots::{AnyPlayer, Bot, Leash, Level, SystemClock};
use e2e::{A_MOVE, MY_TURN, Server, Size, Trouble, Visit, after_thirds, fixtures, read};
use rules::Seat;
use serde_json::{Value, json};
use shelf::{AnyGame, Shelf};

/// Asks a worker of the page's own kind, and gives its answer as text.
const ASK: &str = "
    const worker = new Worker(document.body.dataset.worker, { type: 'module' });
    worker.onmessage = ({ data }) => {
        if (JSON.parse(data).Progress) return;
        worker.terminate();
        done(data);
    };
    worker.postMessage(JSON.stringify(given));";

/// A level that goes by simulations and not by the clock.
const LEVEL: u8 = 3;
const SEED: u64 = 20_261_115;

#[tokio::test]
async fn bots_say_the_same_in_the_browser() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    for game in ["tipperary", "glen-more", "foxy-and-wooly"] {
        let file = fixtures(game)?.into_iter().next().context("there are fixtures")?;
        let whole = read(&file)?;
        for third in [1, 2] {
            let (position, seat) = after_thirds(&whole, third)?;
            let question = json!({"record": position.record(), "seat": seat, "level": LEVEL,
                                  "seed": SEED, "millis": null});
            let asked = json!({"Think": {"id": 1, "question": question}});
            let there = visit.wait_for(ASK, asked).await?;
            let (there, here) = (there.as_str().unwrap_or_default(), advice(&position, seat)?);
            ensure!(there.contains(&here), "{game}: {there} and not {here}");
        }
    }
    visit.close().await
}

/// The first so many workers of the page are made of a script that is not there.
const BREAK_WORKERS: &str = "
    const Real = Worker;
    window.workers = 0;
    window.Worker = function (address, options) {
        return new Real(window.workers++ < arguments[0] ? '/no-such-script.js' : address, options);
    };";

/// Opens a table of Foxy & Wooly where that many workers break before one does not, and plays until
/// it is so far. The first decisions may be the person's own.
async fn with_broken_workers(server: &Server, broken: u32, so_far: &str) -> Result<Visit> {
    let visit = Visit::open(server, Size::Desktop).await?;
    let script = BREAK_WORKERS.replace("arguments[0]", &broken.to_string());
    visit.run(&script).await?;
    visit.press("a[href='/play/foxy-and-wooly']").await?;
    for _ in 0..20 {
        visit.until(&format!("({so_far}) || ({MY_TURN})"), Value::Null).await?;
        if visit.run(&format!("return !!({so_far})")).await? == json!(true) {
            return Ok(visit);
        }
        visit.press(A_MOVE).await?;
    }
    bail!("it does not come so far")
}

#[tokio::test]
async fn a_worker_that_breaks_is_replaced_and_the_game_goes_on() -> Result<()> {
    let server = Server::start()?;
    let answered = format!("window.workers > 1 && ({MY_TURN})");
    let visit = with_broken_workers(&server, 1, &answered).await?;
    ensure!(visit.run("return window.workers").await? == json!(2), "the second one lasts");
    visit.close_after(&[Trouble::Refusal, Trouble::Crash]).await
}

#[tokio::test]
async fn workers_that_always_break_show_the_record_and_the_way_back() -> Result<()> {
    let server = Server::start()?;
    let broken = "document.querySelector('#crash[open] #crash-record')?.value";
    let visit = with_broken_workers(&server, 1000, broken).await?;
    let record = visit.run("return document.querySelector('#crash-record').value").await?;
    let game = AnyGame::load(&Shelf::new(), record.as_str().unwrap_or_default());
    ensure!(game.is_ok_and(|game| game.actions() > 18), "{record}");
    // A new page has new workers.
    visit.press("#crash-reload").await?;
    visit.until(MY_TURN, Value::Null).await?;
    visit.close_after(&[Trouble::Refusal, Trouble::Crash]).await
}

/// What a bot says here, to the last bit of its numbers.
fn advice(game: &AnyGame, seat: Seat) -> Result<String> {
    let level = Level::new(LEVEL).context("there is such a level")?;
    let bot = Bot { trees: 1, ..level.bot() };
    let leash = Leash { clock: &SystemClock::default(), cancel: &AtomicBool::new(false) };
    let advice =
        AnyPlayer::new(bot).advise(game, seat, SEED, leash).map_err(|error| anyhow!("{error}"))?;
    let value = serde_json::to_string(&advice.value)?;
    let best = advice.choices.first().context("something was considered")?;
    let (action, considered) = (json!(advice.action), json!(best.action));
    let (visits, share) = (best.visits, serde_json::to_string(&best.value[seat.index()])?);
    Ok(format!(
        r#""action":{action},"value":{value},"choices":[{{"action":{considered},"visits":{visits},"share":{share}}}"#
    ))
}
