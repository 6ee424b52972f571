//! `bellwether analyse`: reviews every decision of a recorded game.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use bots::{Bot, Decision, MISTAKE_LOSS, SearchControl, SystemClock, decision, turning_points};
use indicatif::{ProgressBar, ProgressIterator, ProgressStyle};
use registry::AnyGame;
use registry::protocol::BotBudget;
use rules::{Names, Seat};
use serde_json::json;

use crate::Failure;
use crate::args::AnalyseArgs;
use crate::style::{KEY, QUIET, STRONG, WRONG, paint};

pub(crate) fn run(options: &AnalyseArgs) -> Result<(), Failure> {
    let registry = crate::files::registry(&options.sets)?;
    let game = crate::files::record(&registry, &options.file)?;
    let bot = crate::bot_pool::bot_of(5, Some(BotBudget::Sims(options.sims)));
    let decisions = decisions(&game, &bot.map_err(Failure::Refused)?);
    let mut out = anstream::stdout().lock();
    if options.json {
        let points = turning_points(&decisions).into_iter().map(|found| found.number);
        let points: Vec<usize> = points.collect();
        writeln!(out, "{}", json!({ "decisions": decisions, "turning_points": points }))?;
    } else {
        write!(out, "{}", table(&game.names(), game.players(), &decisions))?;
    }
    Ok(())
}

fn decisions(game: &AnyGame, bot: &Bot) -> Vec<Decision> {
    let (clock, cancel) = (SystemClock::default(), AtomicBool::new(false));
    let control = SearchControl { clock: &clock, cancel: &cancel };
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} actions, {eta} left");
    let bar = ProgressBar::new(game.actions() as u64);
    let bar = style.map_or(bar.clone(), |style| bar.with_style(style));
    let looked_at = (0..game.actions()).progress_with(bar);
    looked_at.filter_map(|place| decision(game, place, bot, control)).collect()
}

fn table(names: &Names, players: u8, decisions: &[Decision]) -> String {
    let width = decisions.iter().map(|found| found.action.chars().count()).max().unwrap_or(6);
    let who = Seat::all(players).map(|seat| names.of(seat).chars().count()).max().unwrap_or(0);
    let heading = format!("{:>5}  {:<who$}  {:<width$}  shares of the victory", "", "", "action");
    let mut lines = vec![paint(STRONG, heading)];
    for found in decisions {
        let values: Vec<String> =
            found.value.iter().map(|share| format!("{:>3.0}", 100.0 * share)).collect();
        let number = paint(QUIET, format!("{:>5}", found.number));
        let (name, action) = (names.of(found.seat), &found.action);
        let mistake = if found.loss < MISTAKE_LOSS {
            String::new()
        } else {
            let loss = format!("gives away {:.0} %", 100.0 * found.loss);
            format!("  {}: {} is better", paint(WRONG, loss), paint(KEY, &found.best))
        };
        let values = values.join(" ");
        lines.push(format!("{number}  {name:<who$}  {action:<width$}  {values}{mistake}"));
    }
    lines.push(summary(names, players, decisions));
    lines.join("\n") + "\n"
}

fn summary(names: &Names, players: u8, decisions: &[Decision]) -> String {
    let mut lines = Vec::new();
    for seat in Seat::all(players) {
        let own = || decisions.iter().filter(|found| found.seat == seat);
        let lost: f64 = own().map(|found| found.loss).sum();
        let mean = 100.0 * lost / own().count().max(1) as f64;
        lines.push(format!("{} gave away {mean:.1} % a decision.", names.of(seat)));
    }
    let points: Vec<String> = turning_points(decisions)
        .into_iter()
        .map(|found| format!("{} ({}, {})", found.number, names.of(found.seat), found.action))
        .collect();
    if points.is_empty() {
        lines.push("There was no turning point.".to_owned());
    } else {
        lines.push(format!("Turning points: {}.", points.join(", ")));
    }
    lines.join("\n")
}
