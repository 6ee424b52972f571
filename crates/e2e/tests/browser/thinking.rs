//! Bots think the same in the browser as anywhere else.

use std::fs;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, anyhow, bail, ensure};
use bots::{AnyPlayer, Bot, Leash, Level, SystemClock};
use e2e::{Server, Size, Visit};
use rules::{Seat, Turn};
use serde_json::json;
use shelf::{AnyGame, Shelf};

use crate::keeping::fixtures;

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
        let whole = fs::read_to_string(&file)?;
        for third in [1, 2] {
            let (position, seat) = position(&whole, third)?;
            let question = json!({"record": position.record(), "seat": seat, "level": LEVEL,
                                  "seed": SEED, "millis": null});
            let asked = json!({"Think": {"id": 1, "question": question}});
            let there = visit.wait_for(ASK, asked).await?;
            let (there, here) = (there.as_str().unwrap_or_default(), advice(&position, seat)?);
            ensure!(there.contains(&here), "{game}: {there} and not {here}");
        }
    }
    visit.expect_a_clean_console().await?;
    visit.close().await
}

/// A game after so many thirds of it, or soon after, when a seat has a choice.
fn position(record: &str, thirds: usize) -> Result<(AnyGame, Seat)> {
    let whole = AnyGame::load(&Shelf::new(), record).map_err(|error| anyhow!("{error:?}"))?;
    for left in (0..whole.actions() * (3 - thirds) / 3).rev() {
        let mut game = whole.clone();
        game.undo(left).map_err(|refusal| anyhow!("{refusal}"))?;
        if let Turn::Seats(seats) = game.turn()
            && let Some(seat) = seats.first()
            && game.legal(seat).len() > 1
        {
            return Ok((game, seat));
        }
    }
    bail!("nobody has a choice any more")
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
