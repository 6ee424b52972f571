//! Tools from npm for tests and measurements.

use std::path::PathBuf;

use anyhow::Result;

use crate::shell::{program, run};
use crate::system;
use crate::workspace::root;

/// Finds accessibility problems of a page.
const AXE: &str = "axe-core@4.14.0";

/// The folder for npm's packages.
fn folder() -> PathBuf {
    root().join("target/npm")
}

/// Installs a package if it is missing; returns its folder.
pub(crate) fn ensure(package: &str) -> Result<PathBuf> {
    let (name, _) = package.rsplit_once('@').unwrap_or((package, ""));
    let installed = folder().join("node_modules").join(name);
    if !installed.is_dir() {
        system::ensure("npm", "npm")?;
        let folder = folder();
        std::fs::create_dir_all(&folder)?;
        let prefix = folder.to_string_lossy();
        run(&mut program(
            "npm",
            ["install", "--no-audit", "--no-fund", "--no-save", "--prefix", &prefix, package],
        ))?;
    }
    Ok(installed)
}

/// The source of axe.
pub(crate) fn axe() -> Result<PathBuf> {
    Ok(ensure(AXE)?.join("axe.min.js"))
}
