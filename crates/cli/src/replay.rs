//! `bellwether replay`: a recorded game in words.

use std::io::Write;

use rules::Actor;
use shelf::AnyGame;

use crate::Failure;
use crate::args::ReplayArgs;
use crate::style::{KEY, QUIET, STRONG, paint};

pub(crate) fn run(options: &ReplayArgs) -> Result<(), Failure> {
    let shelf = crate::files::shelf(&options.sets)?;
    let game = crate::files::record(&shelf, &options.file)?;
    let names = game.names();
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", paint(STRONG, title(&game)))?;
    let mut shown = game.anew();
    for (place, told) in game.told(&names).iter().enumerate() {
        let who = match told.actor {
            Actor::Dealer => "Dealer",
            Actor::Seat(seat) => names.of(seat),
        };
        let number = paint(QUIET, format!("{:>4}", place + 1));
        writeln!(out, "{number}  {who}: {}", paint(KEY, &told.action))?;
        for sentence in &told.sentences {
            writeln!(out, "      {sentence}")?;
        }
        if options.positions && shown.apply(told.actor, &told.action).is_ok() {
            for line in shown.describe(&names).lines() {
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
