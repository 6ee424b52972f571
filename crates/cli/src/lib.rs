//! The parts of the `bellwether` program: the engine that other programs drive, the telling and
//! checking of records, and a game in the terminal.
#![warn(clippy::unwrap_used)]

mod analyse;
mod archive;
mod arena;
pub mod args;
pub mod engine;
mod failure;
mod files;
mod games;
mod hint;
mod lines;
mod play;
mod replay;
mod serve;
mod settings;
mod sheet;
mod style;
mod thinking;
mod verify;

pub use failure::Failure;

use args::Command;

/// Does what the command line asks for.
///
/// # Errors
/// What went wrong, as a sentence for the person who asked.
pub fn run(command: &Command) -> Result<(), Failure> {
    match command {
        Command::Analyse(options) => analyse::run(options),
        Command::Arena(options) => arena::run(options),
        Command::Backup(options) => archive::backup(options),
        Command::Engine(options) => engine::run(options),
        Command::Export(options) => archive::export(options),
        Command::Games(options) => games::run(options),
        Command::Hint(options) => hint::run(options),
        Command::Import(options) => archive::import(options),
        Command::Play(options) => play::run(options),
        Command::Replay(options) => replay::run(options),
        Command::Serve(options) => serve::run(options),
        Command::Verify(options) => verify::run(options),
    }
}
