//! Paths in the repository.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::shell::{cargo, output};

/// The games, by the name of their crate, their folder and their documents.
pub(crate) const GAMES: [&str; 3] = ["tipperary", "glen-more", "foxy-and-wooly"];

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    // Cargo passes the checkout at run time; two of them may share one target folder.
    let manifest =
        env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| env!("CARGO_MANIFEST_DIR").to_owned());
    let root = Path::new(&manifest).ancestors().nth(2);
    root.expect("this crate lies two folders below the root").to_owned()
}

/// The games whose crates exist.
pub(crate) fn games() -> Vec<&'static str> {
    GAMES.into_iter().filter(|game| has_crate(game)).collect()
}

/// Whether `crates/` has a crate of that name.
pub(crate) fn has_crate(name: &str) -> bool {
    root().join("crates").join(name).join("Cargo.toml").is_file()
}

/// Cargo's target folder.
pub(crate) fn target_folder() -> Result<PathBuf> {
    let metadata = output(&mut cargo("metadata --format-version 1 --no-deps"))?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata)?;
    let folder = metadata["target_directory"].as_str();
    folder.map(PathBuf::from).context("`cargo metadata` does not name its target directory")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_holds_this_crate() {
        assert!(root().join("Cargo.lock").is_file());
        assert!(has_crate("xtask"));
        assert!(!has_crate("no-such-crate"));
    }
}
