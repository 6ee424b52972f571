//! Bots in the browser: the same decisions as natively, and recovery from crashes of the worker.

use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, anyhow, bail, ensure};
use bots::{AnySeatedBot, Bot, Level, SearchControl, SystemClock};
use e2e::{
    ACTION_ELEMENT, BrowserSession, ExpectedError, MY_TURN, Server, Size, fixtures,
    position_after_thirds, read,
};
use registry::{AnyGame, Registry};
use rules::Seat;
use serde_json::{Value, json};

/// Sends a request to a worker of the page's kind, and returns its response as text.
const ASK_WORKER: &str = "
    const worker = new Worker(document.body.dataset.worker, { type: 'module' });
    worker.onmessage = ({ data }) => {
        if (JSON.parse(data).Progress) return;
        worker.terminate();
        done(data);
    };
    worker.postMessage(JSON.stringify(given));";

/// A level that is limited by simulations, not by time.
const LEVEL: u8 = 3;
const SEED: u64 = 20_261_115;

#[tokio::test]
async fn bots_give_the_same_advice_in_the_browser() -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Desktop).await?;
    for game in ["tipperary", "glen-more", "foxy-and-wooly"] {
        let file = fixtures(game)?.into_iter().next().context("there are fixtures")?;
        let whole = read(&file)?;
        for third in [1, 2] {
            let (position, seat) = position_after_thirds(&whole, third)?;
            let request = json!({"record": position.record(), "seat": seat, "level": LEVEL,
                                  "seed": SEED, "millis": null});
            let message = json!({"Advise": {"id": 1, "request": request}});
            let response = session.wait_for(ASK_WORKER, message).await?;
            let (response, expected) =
                (response.as_str().unwrap_or_default(), advice(&position, seat)?);
            ensure!(response.contains(&expected), "{game}: {response} and not {expected}");
        }
    }
    session.close().await
}

/// The first workers of the page get a script that does not exist.
const BREAK_WORKERS: &str = "
    const Real = Worker;
    window.workers = 0;
    window.Worker = function (address, options) {
        return new Real(window.workers++ < arguments[0] ? '/no-such-script.js' : address, options);
    };";

/// Opens a table of Foxy & Wooly whose first workers crash, and plays until `so_far` is true. The
/// first decisions may be the person's own.
async fn with_broken_workers(server: &Server, broken: u32, so_far: &str) -> Result<BrowserSession> {
    let session = BrowserSession::open(server, Size::Desktop).await?;
    let script = BREAK_WORKERS.replace("arguments[0]", &broken.to_string());
    session.run(&script).await?;
    session.press("a[href='/play/foxy-and-wooly']").await?;
    for _ in 0..20 {
        session.until(&format!("({so_far}) || ({MY_TURN})"), Value::Null).await?;
        if session.run(&format!("return !!({so_far})")).await? == json!(true) {
            return Ok(session);
        }
        session.press(ACTION_ELEMENT).await?;
    }
    bail!("it does not come so far")
}

#[tokio::test]
async fn a_crashed_worker_is_replaced() -> Result<()> {
    let server = Server::start()?;
    let answered = format!("window.workers > 1 && ({MY_TURN})");
    let session = with_broken_workers(&server, 1, &answered).await?;
    ensure!(session.run("return window.workers").await? == json!(2), "the second one lasts");
    session.close_expecting(&[ExpectedError::Refused, ExpectedError::Panic]).await
}

#[tokio::test]
async fn repeated_worker_crashes_show_the_crash_dialog() -> Result<()> {
    let server = Server::start()?;
    let broken = "document.querySelector('#crash[open] #crash-record')?.value";
    let session = with_broken_workers(&server, 1000, broken).await?;
    let record = session.run("return document.querySelector('#crash-record').value").await?;
    let game = AnyGame::load(&Registry::new(), record.as_str().unwrap_or_default());
    ensure!(game.is_ok_and(|game| game.actions() > 18), "{record}");
    // A new page has new workers.
    session.press("#crash-reload").await?;
    session.until(MY_TURN, Value::Null).await?;
    session.close_expecting(&[ExpectedError::Refused, ExpectedError::Panic]).await
}

/// The advice of a native bot as the JSON that the worker sends.
fn advice(game: &AnyGame, seat: Seat) -> Result<String> {
    let level = Level::new(LEVEL).context("there is such a level")?;
    let bot = Bot { trees: 1, ..level.bot() };
    let control = SearchControl { clock: &SystemClock::default(), cancel: &AtomicBool::new(false) };
    let advice = AnySeatedBot::new(bot)
        .advise(game, seat, SEED, control)
        .map_err(|error| anyhow!("{error}"))?;
    let value = serde_json::to_string(&advice.value)?;
    let best = advice.choices.first().context("something was considered")?;
    let (action, considered) = (json!(advice.action), json!(best.action));
    let (visits, share) = (best.visits, serde_json::to_string(&best.value[seat.index()])?);
    Ok(format!(
        r#""action":{action},"value":{value},"choices":[{{"action":{considered},"visits":{visits},"share":{share}}}"#
    ))
}
