//! `bellwether verify`: checks records.

use std::io::Write;

use rules::Turn;
use shelf::{AnyGame, Fairness};

use crate::Failure;
use crate::args::VerifyArgs;
use crate::style::{GOOD, paint};

pub(crate) fn run(options: &VerifyArgs) -> Result<(), Failure> {
    let shelf = crate::files::shelf(&options.sets)?;
    let mut out = anstream::stdout().lock();
    for path in &options.files {
        let game = crate::files::record(&shelf, path)?;
        let fairness = game
            .fairness()
            .map_err(|error| Failure::Content { path: path.clone(), reason: error.to_string() })?;
        writeln!(
            out,
            "{}: {} {}",
            path.display(),
            paint(GOOD, "valid."),
            summary(&game, fairness)
        )?;
    }
    Ok(())
}

fn summary(game: &AnyGame, fairness: Fairness) -> String {
    let info = game.id().info();
    let state = if game.turn() == Turn::Over { "finished" } else { "not finished" };
    let draws = match fairness {
        Fairness::NotStated => "it names no seed, so the draws cannot be checked".to_owned(),
        Fairness::NotYetRevealed => "its seed is not revealed yet".to_owned(),
        Fairness::Shown(draws) => {
            format!("all {draws} draws follow from the seed that was committed to")
        }
    };
    let (players, actions) = (game.players(), game.actions());
    format!("{} for {players}, {actions} actions, {state}; {draws}.", info.title)
}
