//! The project's own commands: `cargo play`, `cargo verify` and the steps they are made of.
//!
//! Each module is one command or one check. A check is a plain function from data (metadata, the
//! text of a file) to findings, so that its tests need no compiler and no files.
#![forbid(unsafe_code)]

mod advisories;
mod api_test;
mod bench;
mod browser;
mod clauses;
mod client;
mod crash_test;
mod descendants;
mod dev;
mod direction;
mod files;
mod finding;
mod fuzz;
mod licences;
mod load_test;
mod metadata;
mod npm;
mod play;
mod purity;
mod shell;
mod source;
mod spdx;
mod steps;
mod system;
mod test_names;
mod tidy;
mod verify;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use client::Profile;

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", about = "The project's own commands")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build client and server and serve them; what follows is handed on to `bellwether serve`
    #[command(disable_help_flag = true)]
    Play {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Run every check
    Verify(verify::Options),
    /// Measure; what follows is handed on to the `bench` crate (default: `rules`)
    #[command(disable_help_flag = true)]
    Bench {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Build the client into `crates/web/dist`
    Client {
        /// Build quickly instead of small and fast
        #[arg(long)]
        dev: bool,
    },
    /// Serve, and build the client again whenever a source changes
    #[command(disable_help_flag = true)]
    Dev {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Show every page and board at several sizes, light and dark, into `target/screenshots`
    Screenshots(browser::Options),
    /// Lighthouse's marks for the home page and a table
    Lighthouse(browser::Options),
    /// Measure how much work the page gives the browser
    Trace(browser::Options),
    /// Measure how long it takes from one person's press to another person's screen
    Latency,
    /// Kill the server again and again, and look for what is missing
    CrashTest(crash_test::Options),
    /// Ask a server whatever its description allows and forbids, and compare the answers with it
    ApiTest(api_test::Options),
    /// Play at many tables at once and measure how the server bears it
    #[command(disable_help_flag = true)]
    LoadTest {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Fuzz one target with a nightly compiler, then make its corpus small again
    Fuzz(fuzz::Options),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Play { arguments } => play::run(&arguments),
        Command::Verify(options) => verify::run(&options),
        Command::Bench { arguments } => bench::run(&arguments),
        Command::Client { dev } => {
            client::build(if dev { Profile::Dev } else { Profile::Client }).map(drop)
        }
        Command::Dev { arguments } => dev::run_dev(&arguments),
        Command::Screenshots(options) => browser::screenshots(&options),
        Command::Lighthouse(options) => browser::lighthouse(&options),
        Command::Trace(options) => browser::trace(&options),
        Command::Latency => browser::latency(),
        Command::CrashTest(options) => crash_test::crash_test(&options),
        Command::ApiTest(options) => api_test::api_test(&options),
        Command::LoadTest { arguments } => load_test::load_test(&arguments),
        Command::Fuzz(options) => fuzz::run(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn play_hands_its_arguments_on() {
        let line = ["xtask", "play", "--listen", "127.0.0.1:8081", "--help"];
        let Command::Play { arguments } = Arguments::parse_from(line).command else {
            panic!("`play` is a command of its own");
        };
        assert_eq!(arguments, line[2..]);
    }
}
