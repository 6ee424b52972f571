//! `cargo xtask crash-test`: kills the server again and again, and looks for what is missing.

use anyhow::Result;
use clap::Args;

use crate::shell::{cargo, run};

/// The options of `cargo xtask crash-test`.
#[derive(Args)]
pub(crate) struct Options {
    /// How often the server is killed
    #[arg(long, value_name = "N", default_value_t = 100)]
    crashes: u32,
}

/// Runs the test of the same name, which is short in `cargo verify`, for longer.
pub(crate) fn crash_test(options: &Options) -> Result<()> {
    let mut command = cargo("test --package bellwether --test serve -- crash");
    run(command.env("BELLWETHER_CRASHES", options.crashes.to_string()))
}
