//! Tools from npm that only tests and measurements need.

use std::path::PathBuf;

use anyhow::Result;

use crate::shell::{program, run};
use crate::system;
use crate::workspace::root;

/// Finds nothing that keeps people out of a page, or says what does.
const AXE: &str = "axe-core@4.14.0";

/// Where npm puts what is installed here.
fn folder() -> PathBuf {
    root().join("target/npm")
}

/// Makes sure that a package is there and gives its folder.
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

/// The text of axe.
pub(crate) fn axe() -> Result<PathBuf> {
    Ok(ensure(AXE)?.join("axe.min.js"))
}
