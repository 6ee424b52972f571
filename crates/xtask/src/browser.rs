//! Tools with a real browser: screenshots, latency, traces, and Lighthouse scores.

use std::fs;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::client::{self, Profile};
use crate::shell::{cargo, program, run};
use crate::workspace::{root, target_folder};
use crate::{npm, system};

/// Version 13 needs a newer Node.
const LIGHTHOUSE: &str = "lighthouse@12";

/// Ensures that a browser and its driver are installed.
pub(crate) fn ensure() -> Result<()> {
    system::ensure("chromedriver", "chromium-driver")?;
    system::ensure("chromium", "chromium")
}

/// Which client is looked at.
#[derive(Args)]
pub(crate) struct Options {
    /// Take the client as it was built last
    #[arg(long)]
    as_it_is: bool,
}

/// Takes screenshots of every page and board at several sizes, light and dark.
pub(crate) fn screenshots(options: &Options) -> Result<()> {
    prepare(options)?;
    let folder = folder("screenshots")?;
    run(cargo("run --quiet --package e2e --bin screenshots --").arg(&folder))
}

/// Measures the time from one player's input to another's screen, with other tables on the server.
pub(crate) fn latency() -> Result<()> {
    ensure()?;
    let built = client::build(Profile::Client)?;
    let build = "build --release --package bellwether --package load --package e2e";
    run(cargo(build).env("BELLWETHER_CLIENT", built.version))?;
    let folder = target_folder()?.join("release");
    let mut command = program(&folder.join("latency").to_string_lossy(), []);
    run(command.args(["load", "bellwether"].map(|name| folder.join(name))))
}

/// Lighthouse scores of the client as players get it, the median of several runs.
pub(crate) fn lighthouse(options: &Options) -> Result<()> {
    let lighthouse = npm::ensure(LIGHTHOUSE)?.join("cli/index.js");
    prepare(options)?;
    let folder = folder("lighthouse")?;
    run(cargo("run --quiet --package e2e --bin lighthouse --").arg(lighthouse).arg(&folder))
}

/// Measures the browser's work at the start of the page, at a move, and while bots think.
pub(crate) fn trace(options: &Options) -> Result<()> {
    prepare(options)?;
    run(&mut cargo("run --quiet --package e2e --bin trace"))
}

/// Ensures that browser, client and server are there.
fn prepare(options: &Options) -> Result<()> {
    ensure()?;
    if !options.as_it_is {
        client::build(Profile::Client)?;
    }
    run(&mut cargo("build --package bellwether --package e2e"))
}

/// A folder for results.
fn folder(name: &str) -> Result<PathBuf> {
    let folder = root().join("target").join(name);
    fs::create_dir_all(&folder)?;
    Ok(folder)
}
