//! `cargo play`: builds everything and starts a server on this machine.

use anyhow::Result;

use crate::client::{self, Profile};
use crate::shell::{self, cargo};

/// Builds the client and the server, optimised, and starts the server, by default on
/// <http://127.0.0.1:8080> with a database in this folder.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let built = client::build(Profile::Client)?;
    let with_client = |mut command: std::process::Command| {
        command.env("BELLWETHER_CLIENT", &built.version);
        command
    };
    shell::run(&mut with_client(cargo("build --profile play --package bellwether")))?;
    let serve = "run --quiet --profile play --package bellwether -- serve";
    shell::run(with_client(cargo(serve)).args(arguments))
}
