//! The part of `cargo metadata` that the checks read.

use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::shell::{cargo, output};

/// The workspace with all dependencies, on every platform and with all features.
#[derive(Deserialize, Debug)]
pub(crate) struct Metadata {
    pub(crate) packages: Vec<Package>,
    pub(crate) workspace_members: Vec<String>,
}

/// A package of the workspace or a dependency.
#[derive(Deserialize, Debug)]
pub(crate) struct Package {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) version: String,
    /// The registry; `None` for a folder on this machine.
    pub(crate) source: Option<String>,
    pub(crate) license: Option<String>,
    pub(crate) manifest_path: String,
    pub(crate) dependencies: Vec<Dependency>,
}

/// A dependency in a manifest.
#[derive(Deserialize, Debug)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// `"dev"` or `"build"`; `None` for a normal one.
    pub(crate) kind: Option<String>,
    pub(crate) features: Vec<String>,
}

impl Metadata {
    /// Runs `cargo metadata` for the workspace of a manifest.
    pub(crate) fn load(manifest: &Path) -> Result<Self> {
        let mut command = cargo("metadata --format-version 1 --all-features");
        Self::parse(&output(command.arg("--manifest-path").arg(manifest))?)
    }

    fn parse(json: &str) -> Result<Self> {
        serde_json::from_str(json).context("`cargo metadata` says something unexpected")
    }

    /// The packages of the workspace.
    pub(crate) fn members(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| self.workspace_members.contains(&package.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_members_are_told_from_the_rest() {
        let metadata = Metadata::parse(
            r#"{ "packages": [
                   { "id": "a 1", "name": "a", "version": "1.0.0", "source": null, "license": null,
                     "manifest_path": "/a/Cargo.toml", "dependencies": [
                       { "name": "b", "kind": "dev", "features": ["x"], "optional": false } ] },
                   { "id": "b 2", "name": "b", "version": "2.0.0", "source": "registry+x",
                     "license": "MIT", "manifest_path": "/b/Cargo.toml", "dependencies": [] } ],
                 "workspace_members": ["a 1"], "target_directory": "/target" }"#,
        )
        .unwrap();
        let members: Vec<&str> = metadata.members().map(|package| package.name.as_str()).collect();
        assert_eq!(members, ["a"]);
        assert_eq!(metadata.packages[0].dependencies[0].kind.as_deref(), Some("dev"));
    }
}
