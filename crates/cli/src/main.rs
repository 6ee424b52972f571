//! The `bellwether` program.

use std::process::ExitCode;

use bellwether::args::Args;
use clap::Parser;

fn main() -> ExitCode {
    match bellwether::run(&Args::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if failure.is_broken_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            anstream::eprintln!("bellwether: {failure}");
            ExitCode::FAILURE
        }
    }
}
