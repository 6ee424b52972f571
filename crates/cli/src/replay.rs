//! `bellwether replay`: prints a recorded game in words.

use std::io::Write;

use registry::AnyGame;
use rules::Actor;

use crate::Failure;
use crate::args::ReplayArgs;
use crate::style::{KEY, QUIET, STRONG, paint};

pub(crate) fn run(options: &ReplayArgs) -> Result<(), Failure> {
    let registry = crate::files::registry(&options.sets)?;
    let game = crate::files::record(&registry, &options.file)?;
    let names = game.names();
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", paint(STRONG, title(&game)))?;
    let mut shown = game.restarted();
    for (place, described) in game.describe_history(&names).iter().enumerate() {
        let who = match described.actor {
            Actor::Dealer => "Dealer",
            Actor::Seat(seat) => names.of(seat),
        };
        let number = paint(QUIET, format!("{:>4}", place + 1));
        writeln!(out, "{number}  {who}: {}", paint(KEY, &described.action))?;
        for sentence in &described.sentences {
            writeln!(out, "      {sentence}")?;
        }
        if options.positions && shown.apply(described.actor, &described.action).is_ok() {
            for line in shown.describe_position(&names).lines() {
                writeln!(out, "      {}", paint(QUIET, line))?;
            }
        }
    }
    writeln!(out, "\n{}", crate::sheet::score_sheet(&game, &names).trim_end())?;
    Ok(())
}

fn title(game: &AnyGame) -> String {
    let seats = rules::Seat::all(game.players());
    format!("{}: {}", game.id().info().title, game.names().list(seats))
}
