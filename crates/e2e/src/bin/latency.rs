//! Measures how long an action takes from one person's press to another person's screen while other
//! tables are played on the same server.
//!
//! The program `load` starts the server and plays at fifty tables. Two more people with browsers
//! play Foxy & Wooly, and both pages record when an action was pressed and when it was shown.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use e2e::{Background, OnlineSession};
use futures_util::future::try_join_all;
use serde_json::{Value, json};

/// The number of games, played one after the other.
const GAMES: usize = 6;

/// Plays any offered action after a short delay. Returns when each action was pressed and when it
/// was shown, which is the frame after the page has it.
const PLAY_AND_RECORD: &str = "
    const now = () => performance.timeOrigin + performance.now();
    const pressed = {}, seen = {};
    const table = document.querySelector('.text-table');
    const note = () => {
        const made = Number(table.dataset.actions);
        requestAnimationFrame(() => { seen[made] ??= now(); });
    };
    new MutationObserver(note).observe(table, {attributes: true, attributeFilter: ['data-actions']});
    const look = () => {
        if (document.querySelector('.after')) return setTimeout(() => done({pressed, seen}), 300);
        const offered = document.querySelector('.actions button');
        if (offered) {
            pressed[Number(table.dataset.actions) + 1] = now();
            offered.click();
        }
        setTimeout(look, 60);
    };
    look();";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let (load, server) = (arguments.next(), arguments.next());
    let (load, server) = load.zip(server).context("say where `load` and `bellwether` lie")?;
    let mut times = Vec::new();
    for game in 0..GAMES {
        let background = Background::start(&load, &server)?;
        times.extend(one_game(&background).await?);
        println!("game {}: {} actions so far", game + 1, times.len());
    }
    times.sort_by(f64::total_cmp);
    ensure!(times.len() > 100, "too few actions were seen: {}", times.len());
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!("{} actions, from one person's press to the other's screen:", times.len());
    println!(
        "    p50 {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, worst {:.1} ms",
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0)
    );
    Ok(())
}

/// The milliseconds that each action took to the other screen.
async fn one_game(background: &Background) -> Result<Vec<f64>> {
    let online =
        OnlineSession::open_at(background.server()?, "foxy-and-wooly", 2, json!({})).await?;
    online.start().await?;
    let plays = online.people.iter().map(|session| session.wait_for(PLAY_AND_RECORD, Value::Null));
    let notes = try_join_all(plays).await?;
    let mut times = Vec::new();
    for (one, other) in [(&notes[0], &notes[1]), (&notes[1], &notes[0])] {
        for (made, pressed) in one["pressed"].as_object().into_iter().flatten() {
            if let (Some(pressed), Some(seen)) = (pressed.as_f64(), other["seen"][made].as_f64()) {
                times.push(seen - pressed);
            }
        }
    }
    online.end().await?;
    Ok(times)
}
