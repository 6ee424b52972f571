//! `cargo xtask crash-test`: kills the server repeatedly and looks for lost data.

use anyhow::Result;
use clap::{Args, ValueEnum};

use crate::shell::{cargo, run};

/// The options of `cargo xtask crash-test`.
#[derive(Args)]
pub(crate) struct Options {
    /// How often the server is killed
    #[arg(long, value_name = "N", default_value_t = 50)]
    crashes: u32,
    /// With which database; both if left out
    #[arg(long, value_enum)]
    database: Option<Database>,
}

#[derive(Copy, Clone, ValueEnum)]
enum Database {
    Sqlite,
    Postgres,
}

/// Runs the tests of that name for longer than in `cargo verify`.
pub(crate) fn crash_test(options: &Options) -> Result<()> {
    let tests = match options.database {
        None => "crash::",
        Some(Database::Sqlite) => {
            "crash::after_a_crash_every_acknowledged_action_is_there_once_in_sqlite"
        }
        Some(Database::Postgres) => {
            "crash::after_a_crash_every_acknowledged_action_is_there_once_in_postgres"
        }
    };
    let mut command = cargo("test --package bellwether --test serve -- --nocapture");
    command.arg(tests).env("BELLWETHER_CRASHES", options.crashes.to_string());
    run(&mut command)
}
