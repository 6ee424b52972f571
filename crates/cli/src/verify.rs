//! `bellwether verify`: checks records, and the logs of tables.

use std::io::Write;

use registry::{AnyGame, Fairness, Registry};
use rules::Turn;
use wire::Log;
use wire::table::{Checked, Table, UnfairError};

use crate::Failure;
use crate::args::VerifyArgs;
use crate::files::{Proof, proof, wrong};
use crate::style::{GOOD, paint};

pub(crate) fn run(options: &VerifyArgs) -> Result<(), Failure> {
    let registry = crate::files::registry(&options.sets)?;
    let mut out = anstream::stdout().lock();
    for path in &options.files {
        let summary = match proof(&registry, path)? {
            Proof::Record(game) => {
                let fairness = game.fairness().map_err(|error| wrong(path, &error))?;
                summary(&game, &of_record(fairness))
            }
            Proof::Log(log) => {
                let (table, draws) = check(&registry, &log).map_err(|error| wrong(path, &error))?;
                summary(table.game(), &draws)
            }
        };
        writeln!(out, "{}: {} {summary}", path.display(), paint(GOOD, "valid."))?;
    }
    Ok(())
}

fn summary(game: &AnyGame, draws: &str) -> String {
    let info = game.id().info();
    let state = if game.turn() == Turn::Over { "finished" } else { "not finished" };
    let (players, actions) = (game.players(), game.actions());
    format!("{} for {players}, {actions} actions, {state}; {draws}.", info.title)
}

fn of_record(fairness: Fairness) -> String {
    match fairness {
        Fairness::NotStated => "it names no seed, so the draws cannot be checked".to_owned(),
        Fairness::NotYetRevealed => NOT_YET.to_owned(),
        Fairness::Verified(draws) => follow(draws as u64),
    }
}

const NOT_YET: &str = "its seed is not revealed yet";

fn follow(draws: u64) -> String {
    format!("all {draws} draws follow from the seed that was committed to")
}

/// Verifies a log; returns its table and the sentence about the draws.
fn check(registry: &Registry, log: &Log) -> Result<(Table, String), UnfairError> {
    let table = Table::replay(&log.table, registry, &log.entries)?;
    let draws = match Checked::log(&log.table, registry, &log.entries) {
        Ok(Checked { draws, taken_back: 0 }) => follow(draws),
        Ok(Checked { draws, taken_back }) => {
            format!("{}, {taken_back} of them taken back", follow(draws))
        }
        Err(UnfairError::NotEnded) => NOT_YET.to_owned(),
        Err(error) => return Err(error),
    };
    Ok((table, draws))
}
