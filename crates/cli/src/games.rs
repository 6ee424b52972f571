//! `bellwether games`: lists the games.

use std::io::Write;

use registry::GameId;

use crate::Failure;
use crate::args::GamesArgs;
use crate::style::{KEY, QUIET, STRONG, paint};

pub(crate) fn run(options: &GamesArgs) -> Result<(), Failure> {
    let registry = crate::files::registry(&options.sets)?;
    let mut out = anstream::stdout().lock();
    if let Some(name) = &options.rules {
        let game = named(name)?;
        writeln!(out, "{}", game.info().help.trim_end())?;
        return Ok(());
    }
    for game in GameId::ALL {
        let info = game.info();
        let players = format!("{} to {} players", info.players.min, info.players.max);
        let minutes = format!("about {} to {} minutes", info.minutes.0, info.minutes.1);
        writeln!(
            out,
            "{}  {}",
            paint(STRONG, info.title),
            paint(QUIET, format!("{players}, {minutes}"))
        )?;
        writeln!(out, "  {}", info.summary)?;
        writeln!(
            out,
            "  id: {}   sets: {}",
            paint(KEY, info.id),
            registry.set_names(game).join(", ")
        )?;
        for option in info.options {
            let values = option.values.join(" | ");
            writeln!(
                out,
                "  option {}: {values}   {}",
                paint(KEY, option.name),
                paint(QUIET, option.title)
            )?;
        }
        writeln!(out)?;
    }
    writeln!(out, "The rules of a game: {}", paint(KEY, "bellwether games ID"))?;
    Ok(())
}

/// The game with that id.
pub(crate) fn named(name: &str) -> Result<GameId, Failure> {
    GameId::named(name).ok_or_else(|| {
        let name = rules::notation::quoted(name);
        Failure::Refused(format!("there is no game {name}; there are {}", GameId::list()))
    })
}
