//! The commands of the `bellwether` program, and the engine as a library.
#![warn(clippy::unwrap_used)]

mod analyse;
mod archive;
mod arena;
pub mod args;
mod bot_pool;
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
mod verify;

pub use failure::Failure;

use args::Command;

/// Runs the command of the command line.
///
/// # Errors
/// The reason of the failure, as a sentence for the user.
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
