//! The client's build: WebAssembly, its glue, and the assets, ready to be embedded in the server.
//!
//! The output is in `crates/web/dist`, each file also compressed. Names contain a hash of the
//! contents, so that browsers cache them for ever; `index.html` and the service worker name them.

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

/// The target triple of the client.
const TARGET: &str = "wasm32-unknown-unknown";

/// The output folder.
pub(crate) fn dist() -> PathBuf {
    root().join("crates/web/dist")
}

/// The cargo profile.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Profile {
    /// Small and fast, for players.
    Client,
    /// Quick to build, for development.
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

/// A cargo setting besides those in `.cargo/config.toml`: panic messages contain the paths of
/// sources without the path of the checkout.
fn without_home() -> Result<String> {
    let home = match env::var_os("CARGO_HOME") {
        Some(home) => PathBuf::from(home),
        None => env::home_dir().context("nobody knows where cargo keeps its files")?.join(".cargo"),
    };
    let sources = home.join("registry/src");
    Ok(format!("target.{TARGET}.rustflags=['--remap-path-prefix={}=crates']", sources.display()))
}

/// A built client.
pub(crate) struct Built {
    /// A name that changes with its contents.
    pub(crate) version: String,
    /// The number of bytes sent until the first table of each game is shown.
    pub(crate) first_tables: BTreeMap<String, usize>,
}

/// Builds the client.
pub(crate) fn build(profile: Profile) -> Result<Built> {
    let compiler = Compiler::find()?;
    let mut command = cargo("rustc --package web --lib");
    command.args(["--target", TARGET, "--profile", profile.name()]);
    command.args(["--config", &without_home()?]);
    compiler.set_up(&mut command)?;
    // The splitter needs relocations.
    run(command.args(["--", "-C", "link-arg=--emit-relocs"]))?;
    let program = compiler.folder()?.join(TARGET).join(profile.folder());
    let glued = bundle::glue(&program.join("web.wasm"))?;
    // Development builds are not cached by the service worker.
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
