//! Dependency direction: a crate depends only on crates to its right.
//!
//! `bellwether` → `server`, `web` → `bots`, `wire` → `registry` → games → `rules`.

use crate::finding::Finding;
use crate::metadata::{Dependency, Metadata, Package};
use crate::workspace::GAMES;

/// The layers from left to right; crates of one layer do not depend on each other.
const LAYERS: [&[&str]; 6] =
    [&["bellwether"], &["server", "web"], &["bots", "wire"], &["registry"], &GAMES, &["rules"]];

/// Crates that may depend on anything, and on which nothing depends.
const TOOLS: [&str; 5] = ["xtask", "bench", "fuzz-bodies", "e2e", "load"];

/// Every dependency inside the workspace that points to the left.
pub(crate) fn check(metadata: &Metadata) -> Vec<Finding> {
    let ours: Vec<&str> = metadata.members().map(|package| package.name.as_str()).collect();
    let mut findings = Vec::new();
    for package in metadata.members() {
        findings.extend(unplaced(package));
        let inside = package.dependencies.iter().filter(|to| ours.contains(&to.name.as_str()));
        let problems = inside.filter_map(|dependency| problem(&package.name, dependency));
        findings.extend(problems.map(|problem| Finding::about(&package.name, problem)));
    }
    findings
}

fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&name))
}

fn unplaced(package: &Package) -> Option<Finding> {
    let known = layer(&package.name).is_some() || TOOLS.contains(&package.name.as_str());
    let advice = "it has no place among the layers: give it one in crates/xtask/src/direction.rs";
    (!known).then(|| Finding::about(&package.name, advice))
}

fn problem(from: &str, to: &Dependency) -> Option<String> {
    let name = to.name.as_str();
    if TOOLS.contains(&name) {
        return Some(format!("it must not depend on `{name}`, which is a tool"));
    }
    if TOOLS.contains(&from) {
        return None;
    }
    if name == "web" {
        return Some("it must not depend on `web`: the client's build output is embedded".into());
    }
    let conformance = to.features.iter().any(|feature| feature == "conformance");
    if conformance && to.kind.as_deref() != Some("dev") {
        return Some(format!("the feature `conformance` of `{name}` is for dev-dependencies only"));
    }
    let (from_layer, to_layer) = (layer(from)?, layer(name)?);
    (from_layer >= to_layer)
        .then(|| format!("it must not depend on `{name}`, which is not to its right"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, dependencies: &[(&str, Option<&str>, &[&str])]) -> Package {
        let dependency = |&(name, kind, features): &(&str, Option<&str>, &[&str])| Dependency {
            name: name.to_owned(),
            kind: kind.map(str::to_owned),
            features: features.iter().map(|&feature| feature.to_owned()).collect(),
        };
        Package {
            id: name.to_owned(),
            name: name.to_owned(),
            version: "0.1.0".to_owned(),
            source: None,
            license: None,
            manifest_path: String::new(),
            dependencies: dependencies.iter().map(dependency).collect(),
        }
    }

    fn findings(packages: Vec<Package>) -> Vec<String> {
        let workspace_members = packages.iter().map(|package| package.id.clone()).collect();
        let metadata = Metadata { packages, workspace_members };
        check(&metadata).iter().map(Finding::to_string).collect()
    }

    #[test]
    fn the_planned_workspace_passes() {
        let conformance: &[&str] = &["conformance"];
        let found = findings(vec![
            package("rules", &[("serde", None, &[])]),
            package("tipperary", &[("rules", None, &[]), ("rules", Some("dev"), conformance)]),
            package("glen-more", &[("rules", None, &[])]),
            package("registry", &[("tipperary", None, &[]), ("glen-more", None, &[])]),
            package("bots", &[("registry", None, &[])]),
            package("wire", &[("registry", None, &[])]),
            package("server", &[("bots", None, &[]), ("wire", None, &[])]),
            package("web", &[("bots", None, &[]), ("wire", None, &[])]),
            package("bellwether", &[("server", None, &[]), ("registry", None, &[])]),
            package("bench", &[("rules", None, conformance), ("bellwether", None, &[])]),
        ]);
        assert_eq!(found, Vec::<String>::new());
    }

    #[test]
    fn no_crate_depends_on_one_to_its_left() {
        let found = findings(vec![
            package("rules", &[("registry", Some("build"), &[])]),
            package("registry", &[("bellwether", Some("dev"), &[])]),
            package("bellwether", &[]),
        ]);
        assert_eq!(
            found,
            [
                "rules: it must not depend on `registry`, which is not to its right",
                "registry: it must not depend on `bellwether`, which is not to its right",
            ]
        );
    }

    #[test]
    fn games_do_not_know_each_other() {
        let found = findings(vec![
            package("tipperary", &[("glen-more", Some("dev"), &[])]),
            package("glen-more", &[]),
        ]);
        assert_eq!(
            found,
            ["tipperary: it must not depend on `glen-more`, which is not to its right"]
        );
    }

    #[test]
    fn nothing_depends_on_a_tool_or_on_the_client() {
        let found = findings(vec![
            package("bellwether", &[("web", None, &[]), ("bench", Some("dev"), &[])]),
            package("xtask", &[("bench", None, &[])]),
            package("web", &[]),
            package("bench", &[]),
        ]);
        assert_eq!(
            found,
            [
                "bellwether: it must not depend on `web`: the client's build output is embedded",
                "bellwether: it must not depend on `bench`, which is a tool",
                "xtask: it must not depend on `bench`, which is a tool",
            ]
        );
    }

    #[test]
    fn the_conformance_suite_is_for_tests() {
        let found = findings(vec![
            package("rules", &[]),
            package("registry", &[("rules", None, &["conformance"])]),
        ]);
        assert_eq!(
            found,
            ["registry: the feature `conformance` of `rules` is for dev-dependencies only"]
        );
    }

    #[test]
    fn a_new_crate_needs_a_place() {
        let found = findings(vec![package("extras", &[])]);
        assert_eq!(
            found,
            [
                "extras: it has no place among the layers: give it one in crates/xtask/src/direction.rs"
            ]
        );
    }
}
