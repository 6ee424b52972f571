//! The client's build: WebAssembly, its glue, and the assets, ready to be embedded in the server.
//!
//! What is built lies in `crates/web/dist`, each file also compressed. Names carry a hash of the
//! contents, so that browsers keep them for ever; `index.html` and the service worker name them.

mod assets;
mod bundle;
mod compiler;
mod merge;
mod parts;

use std::collections::BTreeMap;
use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result};

use self::compiler::Compiler;
use crate::shell::{cargo, run};
use crate::workspace::root;

/// What the client is compiled for.
const TARGET: &str = "wasm32-unknown-unknown";

/// Where the finished client lies.
pub(crate) fn dist() -> PathBuf {
    root().join("crates/web/dist")
}

/// How the program is compiled.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Profile {
    /// Small and fast, for players.
    Client,
    /// Quick to build, for whoever works on it.
    Dev,
}

impl Profile {
    const fn name(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Dev => "dev",
        }
    }

    const fn folder(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Dev => "debug",
        }
    }
}

/// A setting of cargo's, beside what stands in `.cargo/config.toml`: what the program says of itself
/// when it breaks down names its sources, but not where they lie on the machine that built it.
fn without_home() -> Result<String> {
    let home = match env::var_os("CARGO_HOME") {
        Some(home) => PathBuf::from(home),
        None => env::home_dir().context("nobody knows where cargo keeps its files")?.join(".cargo"),
    };
    let sources = home.join("registry/src");
    Ok(format!("target.{TARGET}.rustflags=['--remap-path-prefix={}=crates']", sources.display()))
}

/// A client that has been built.
pub(crate) struct Built {
    /// A name that changes with it.
    pub(crate) version: String,
    /// How many bytes are sent until the first table of each game stands.
    pub(crate) first_tables: BTreeMap<String, usize>,
}

/// Builds the client.
pub(crate) fn build(profile: Profile) -> Result<Built> {
    let compiler = Compiler::find()?;
    let mut command = cargo("rustc --package web --lib");
    command.args(["--target", TARGET, "--profile", profile.name()]);
    command.args(["--config", &without_home()?]);
    compiler.set_up(&mut command)?;
    // Where the program refers to itself must be known to cut it into parts.
    run(command.args(["--", "-C", "link-arg=--emit-relocs"]))?;
    let program = compiler.folder()?.join(TARGET).join(profile.folder());
    let glued = bundle::glue(&program.join("web.wasm"))?;
    // Whoever works on the client wants to see what was built last, and no copy of what was before.
    let is_final = profile == Profile::Client;
    let bundle = bundle::Bundle::of(&root().join("crates/web/assets"), glued, is_final)?;
    let written = bundle.write(&dist(), is_final)?;
    println!("{written}");
    Ok(Built { version: bundle.version(), first_tables: written.first_tables() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_does_not_say_where_its_sources_were() {
        let setting = without_home().unwrap();
        let (flag, folders) = setting.split_once("--remap-path-prefix=").unwrap();
        assert_eq!(flag, "target.wasm32-unknown-unknown.rustflags=['");
        let (from, to) = folders.split_once('=').unwrap();
        assert!(PathBuf::from(from).is_dir(), "{from} holds the sources of this very program");
        assert_eq!(to, "crates']");
    }
}
