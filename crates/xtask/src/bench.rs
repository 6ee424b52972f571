//! `cargo xtask bench`: measurements, with all optimisations.

use anyhow::Result;

use crate::shell::{self, cargo};

/// Passes the arguments to the `bench` crate; by default the rules of all games are measured.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let mut command = cargo("run --release --package bench --");
    if arguments.is_empty() {
        command.arg("rules");
    }
    shell::run(command.args(arguments))
}
