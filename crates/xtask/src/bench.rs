//! `cargo xtask bench`: measurements, with all optimisations.

use anyhow::Result;

use crate::shell::{self, cargo};

/// Hands the arguments on to the `bench` crate; without any, the rules of all games are measured.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let mut command = cargo("run --release --package bench --");
    if arguments.is_empty() {
        command.arg("rules");
    }
    shell::run(command.args(arguments))
}
