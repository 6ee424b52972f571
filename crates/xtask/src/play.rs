//! `cargo play`: the quickest way to a game.

use anyhow::Result;

use crate::shell::{self, cargo};

/// Builds the program with all optimisations and starts a game in the terminal.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    shell::run(&mut cargo("build --release --package bellwether"))?;
    shell::run(cargo("run --quiet --release --package bellwether -- play").args(arguments))
}
