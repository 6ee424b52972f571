//! Licences: all dependencies have permissive ones and come from crates.io.

use std::path::Path;

use crate::finding::Finding;
use crate::metadata::{Metadata, Package};
use crate::spdx;

const PERMISSIVE: [&str; 15] = [
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "CC0-1.0",
    "0BSD",
    "BSL-1.0",
    "Unlicense",
    "NCSA",
];

const CRATES_IO: [&str; 2] =
    ["registry+https://github.com/rust-lang/crates.io-index", "sparse+https://index.crates.io/"];

/// The problems of the licences and the origins of all packages.
pub(crate) fn check(metadata: &Metadata, root: &Path) -> Vec<Finding> {
    let problems = metadata.packages.iter().flat_map(|package| {
        let name = format!("{} {}", package.name, package.version);
        let found = [licence_problem(package), origin_problem(package, root)];
        found.into_iter().flatten().map(move |problem| Finding::about(&name, problem))
    });
    problems.collect()
}

fn licence_problem(package: &Package) -> Option<String> {
    let Some(expression) = &package.license else {
        return Some("it names no licence: depend on something else".to_owned());
    };
    match spdx::is_satisfied(expression, &PERMISSIVE) {
        Ok(true) => None,
        Ok(false) => Some(format!(
            "its licence `{expression}` is not on the permissive list: depend on something else"
        )),
        Err(reason) => Some(format!("its licence `{expression}` cannot be read: {reason}")),
    }
}

fn origin_problem(package: &Package, root: &Path) -> Option<String> {
    match &package.source {
        Some(source) if CRATES_IO.contains(&source.as_str()) => None,
        Some(source) => Some(format!("it comes from {source}: depend on a release on crates.io")),
        None if Path::new(&package.manifest_path).starts_with(root) => None,
        None => Some(format!("{} lies outside the repository", package.manifest_path)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(license: Option<&str>, source: Option<&str>) -> Package {
        Package {
            id: String::new(),
            name: "p".to_owned(),
            version: "1.0.0".to_owned(),
            source: source.map(str::to_owned),
            license: license.map(str::to_owned),
            manifest_path: "/elsewhere/Cargo.toml".to_owned(),
            dependencies: Vec::new(),
        }
    }

    fn findings(license: Option<&str>, source: Option<&str>, root: &str) -> Vec<String> {
        let packages = vec![package(license, source)];
        let metadata = Metadata { packages, workspace_members: Vec::new() };
        check(&metadata, Path::new(root)).iter().map(Finding::to_string).collect()
    }

    #[test]
    fn permissive_packages_from_crates_io_pass() {
        assert!(findings(Some("MIT OR GPL-2.0-only"), Some(CRATES_IO[0]), "/").is_empty());
        assert!(findings(Some("Unlicense/MIT"), Some(CRATES_IO[1]), "/").is_empty());
        assert!(findings(Some("MIT"), None, "/elsewhere").is_empty());
    }

    #[test]
    fn other_licences_are_named() {
        assert_eq!(
            findings(Some("MPL-2.0"), Some(CRATES_IO[0]), "/"),
            [
                "p 1.0.0: its licence `MPL-2.0` is not on the permissive list: depend on something else"
            ]
        );
        assert_eq!(
            findings(None, Some(CRATES_IO[0]), "/"),
            ["p 1.0.0: it names no licence: depend on something else"]
        );
        assert_eq!(
            findings(Some("MIT AND"), Some(CRATES_IO[0]), "/"),
            ["p 1.0.0: its licence `MIT AND` cannot be read: a licence is missing at the end"]
        );
    }

    #[test]
    fn other_origins_are_named() {
        assert_eq!(
            findings(Some("MIT"), Some("git+https://example.org/p"), "/"),
            ["p 1.0.0: it comes from git+https://example.org/p: depend on a release on crates.io"]
        );
        assert_eq!(
            findings(Some("MIT"), None, "/here"),
            ["p 1.0.0: /elsewhere/Cargo.toml lies outside the repository"]
        );
    }
}
