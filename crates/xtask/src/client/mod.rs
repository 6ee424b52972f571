//! The client's build: WebAssembly, its glue, and the assets, ready to be embedded in the server.
//!
//! What is built lies in `crates/web/dist`, each file also compressed. Names carry a hash of the
//! contents, so that browsers keep them for ever; `index.html` and the service worker name them.

mod assets;
mod bundle;
mod merge;
mod parts;

use std::fs;
use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::shell::{cargo, output, program, run};
use crate::workspace::{root, target_folder};

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

/// Builds the client and gives the name of what was built, which changes with it.
pub(crate) fn build(profile: Profile) -> Result<String> {
    ensure_target()?;
    let mut command = cargo("rustc --package web --lib");
    command.args(["--target", TARGET, "--profile", profile.name()]);
    // Where the program refers to itself must be known to cut it into parts.
    run(command.args(["--", "-C", "link-arg=--emit-relocs"]))?;
    let program = target_folder()?.join(TARGET).join(profile.folder());
    let glued = bundle::glue(&program.join("web.wasm"))?;
    let bundle = bundle::Bundle::of(&root().join("crates/web/assets"), glued)?;
    println!("{}", bundle.write(&dist(), profile == Profile::Client)?);
    Ok(bundle.version())
}

/// Makes sure that the compiler can make WebAssembly.
fn ensure_target() -> Result<()> {
    if has_target()? || run(&mut program("rustup", ["target", "add", TARGET])).is_ok() {
        return Ok(());
    }
    bail!(
        "the compiler cannot make WebAssembly here: `rustup target add {TARGET}` brings what is \
         missing (a compiler from elsewhere needs version 1.88 or newer)"
    )
}

/// Whether the compiler has the library for WebAssembly.
fn has_target() -> Result<bool> {
    let library = output(&mut program("rustc", ["--print", "target-libdir", "--target", TARGET]))?;
    Ok(fs::exists(library.trim())?)
}
