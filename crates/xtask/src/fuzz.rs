//! `cargo xtask fuzz`: one target for some time, with a nightly compiler.
//!
//! The bodies of the targets are in the crate `fuzz-bodies`, which also replays their corpora on
//! stable.

use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::shell::{self, cargo, succeeds};
use crate::system::{self, VERSION_TIMEOUT};
use crate::{files, workspace};

const TARGETS: &str = "fuzz/fuzz_targets";

/// Options for a minimal corpus with the same coverage, regardless of counts.
const MINIMISE_OPTIONS: [&str; 3] = ["--", "-use_counters=0", "-set_cover_merge=1"];

/// The options of `cargo xtask fuzz`.
#[derive(Args)]
pub(crate) struct Options {
    /// The target to fuzz
    #[arg(required_unless_present = "list")]
    target: Option<String>,
    /// For how long
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u32,
    /// Say which targets there are
    #[arg(long)]
    list: bool,
}

/// Fuzzes the target, then minimises its corpus.
pub(crate) fn run(options: &Options) -> Result<()> {
    let targets = targets(&workspace::root())?;
    let Some(target) = options.target.as_ref().filter(|_| !options.list) else {
        println!("{}", targets.join("\n"));
        return Ok(());
    };
    if !targets.contains(target) {
        bail!("there is no target `{target}`, but {}", targets.join(", "));
    }
    prepare()?;
    shell::run(fuzz("run", target).args(["--", &limit(options.seconds)]))?;
    shell::run(fuzz("cmin", target).args(MINIMISE_OPTIONS))
}

fn fuzz(command: &str, target: &str) -> std::process::Command {
    cargo(&format!("+nightly fuzz {command} --fuzz-dir fuzz {target}"))
}

fn limit(seconds: u32) -> String {
    format!("-max_total_time={seconds}")
}

/// The names of the targets, sorted.
fn targets(root: &Path) -> Result<Vec<String>> {
    let paths = files::below(root, &root.join(TARGETS))?;
    let name = |path: &String| Some(Path::new(path).file_stem()?.to_str()?.to_owned());
    Ok(paths.iter().filter_map(name).collect())
}

/// Ensures that the compiler and the fuzzer are installed.
fn prepare() -> Result<()> {
    if !succeeds(&mut cargo("+nightly --version"), VERSION_TIMEOUT) {
        bail!("a nightly compiler is needed: `rustup toolchain install nightly`");
    }
    system::ensure("c++", "g++").context("libFuzzer is written in C++")?;
    if succeeds(&mut cargo("fuzz --version"), VERSION_TIMEOUT) {
        return Ok(());
    }
    shell::run(&mut cargo("install cargo-fuzz --locked"))
}
