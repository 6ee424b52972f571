//! The steps of `cargo verify`.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, bail};

use crate::client::{self, Profile};
use crate::finding::Finding;
use crate::metadata::Metadata;
use crate::shell::{cargo, run, watch};
use crate::workspace::{games, has_crate, root};
use crate::{advisories, browser, clauses, direction, licences, npm, system, tidy};

/// The manifest of the fuzz targets, which are a separate workspace.
const FUZZ: &str = "fuzz/Cargo.toml";

/// The time without output after which tests are taken to hang; some take more than one minute.
const HANG_TIMEOUT: Duration = Duration::from_secs(600);

/// The most bytes that may be sent for a first table.
const MAX_TABLE_BYTES: usize = 700_000;

/// The outcome of a step that did not fail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    Passed,
    /// These tests failed once and passed the second time.
    PassedAgain(Vec<String>),
    /// Not checked, for this reason.
    NotChecked(String),
}

/// A check.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) run: fn() -> Result<Outcome>,
}

/// All checks, the fast ones first.
pub(crate) const STEPS: [Step; 12] = [
    Step { name: "formatting", about: "every file is formatted", run: formatting },
    Step { name: "tidy", about: "every file keeps to the house rules", run: tidy },
    Step { name: "clauses", about: "every rule names a test that shows it", run: clauses },
    Step {
        name: "direction",
        about: "crates depend only on crates to their right",
        run: direction,
    },
    Step { name: "licences", about: "every dependency is permissive", run: licences },
    Step {
        name: "advisories",
        about: "no dependency has a known weakness",
        run: advisories::check,
    },
    Step { name: "clippy", about: "the compiler and clippy have nothing to say", run: clippy },
    Step {
        name: "client",
        about: "the client builds as players get it, and is small",
        run: client,
    },
    Step { name: "tests", about: "all tests pass", run: tests },
    Step { name: "browser", about: "people play in a real browser", run: in_browser },
    Step { name: "corpora", about: "what the fuzzers found holds on stable, too", run: corpora },
    Step { name: "docs", about: "the documentation builds without a warning", run: docs },
];

fn formatting() -> Result<Outcome> {
    system::ensure_component("fmt", "rustfmt")?;
    run(&mut cargo("fmt --all --check"))?;
    if root().join(FUZZ).is_file() {
        run(cargo("fmt --check --manifest-path").arg(FUZZ))?;
    }
    Ok(Outcome::Passed)
}

fn clippy() -> Result<Outcome> {
    system::ensure_component("clippy", "clippy")?;
    system::ensure("cc", "gcc")?;
    // `--all-targets` does not include the browser tests, which need a feature.
    for targets in ["--all-targets", "--test browser"] {
        let arguments = format!("clippy --workspace {targets} --all-features -- --deny warnings");
        run(&mut cargo(&arguments))?;
    }
    Ok(Outcome::Passed)
}

fn client() -> Result<Outcome> {
    let built = client::build(Profile::Client)?;
    outcome_of(check_table_sizes(&built.first_tables))
}

/// Checks the size of the first tables.
fn check_table_sizes(tables: &BTreeMap<String, usize>) -> Result<()> {
    match tables.iter().find(|(_, sent)| **sent > MAX_TABLE_BYTES) {
        Some((game, sent)) => bail!(
            "{sent} bytes are sent for a first table of {game}, and {MAX_TABLE_BYTES} are the most"
        ),
        None => Ok(()),
    }
}

fn tests() -> Result<Outcome> {
    system::ensure("cc", "gcc")?;
    if has_crate("server") {
        // Debian's `pg_ctlcluster` is on the path; the server's other programs are not.
        system::ensure("pg_ctlcluster", "postgresql")?;
        system::ensure("strace", "strace")?;
        // The Python examples are run.
        system::ensure("python3", "python3")?;
    }
    // Building prints nothing to standard output for a long time, so it is a step before.
    run(&mut cargo("test --workspace --all-features --no-run"))?;
    let (printed, ended) =
        watch(&mut cargo("test --workspace --all-features --no-fail-fast"), HANG_TIMEOUT)?;
    let hung = hung_in(&printed);
    if !hung.is_empty() {
        bail!("did not end: {}", hung.join(", "));
    }
    outcome_of(ended)
}

/// Browsers and drivers are started by the dozen and sometimes fail to start, so failed tests are
/// run a second time, and the table of results names them.
fn in_browser() -> Result<Outcome> {
    browser::ensure()?;
    let axe = npm::axe()?;
    // Also builds the program, with the features that it was tested with.
    run(&mut cargo("test --workspace --all-features --no-run --test serve"))?;
    let attempt = |names: &[String]| {
        let mut command = cargo("test --workspace --all-features --test browser -- --exact");
        failing(command.args(names).env("BELLWETHER_AXE", &axe))
    };
    let failed = attempt(&[])?;
    if failed.is_empty() {
        return Ok(Outcome::Passed);
    }
    println!("once more: {}", failed.join(", "));
    let again = attempt(&failed)?;
    if again.is_empty() {
        return Ok(Outcome::PassedAgain(failed));
    }
    bail!("failed twice: {}", again.join(", "))
}

/// Runs tests and returns the names of those that fail.
fn failing(tests: &mut Command) -> Result<Vec<String>> {
    let (printed, ended) = watch(tests, HANG_TIMEOUT)?;
    let failed = [failed_in(&printed), hung_in(&printed)].concat();
    match ended {
        // The command failed without a failing test.
        Err(error) if failed.is_empty() => Err(error),
        _ => Ok(failed),
    }
}

/// The failed tests in the output of a run.
fn failed_in(printed: &str) -> Vec<String> {
    tests_with(" ... FAILED", printed).map(str::to_owned).collect()
}

/// The hanging tests in the output of a run.
fn hung_in(printed: &str) -> Vec<String> {
    let has_ended = |name: &&str| printed.contains(&format!("test {name} ... "));
    let slow = tests_with(" has been running for over 60 seconds", printed);
    slow.filter(|name| !has_ended(name)).map(str::to_owned).collect()
}

/// The tests with that message in the output.
fn tests_with<'a>(said: &'a str, printed: &'a str) -> impl Iterator<Item = &'a str> {
    printed.lines().filter_map(move |line| line.strip_prefix("test ")?.strip_suffix(said))
}

fn docs() -> Result<Outcome> {
    let mut command = cargo("doc --workspace --all-features --no-deps");
    outcome_of(run(command.env("RUSTDOCFLAGS", "-Dwarnings")))
}

fn corpora() -> Result<Outcome> {
    if !has_crate("fuzz-bodies") {
        return Ok(Outcome::NotChecked("there are no fuzz targets yet".to_owned()));
    }
    // `--workspace` avoids a second build with other features.
    outcome_of(run(&mut cargo("test --workspace --all-features --test corpora")))
}

fn tidy() -> Result<Outcome> {
    println!("reading every file of the repository");
    no_findings(&tidy::check(&root())?)
}

fn clauses() -> Result<Outcome> {
    let games = games();
    if games.is_empty() {
        return Ok(Outcome::NotChecked("there are no games yet".to_owned()));
    }
    println!("reading the rules of {}", games.join(", "));
    no_findings(&clauses::check(&root(), &games)?)
}

fn direction() -> Result<Outcome> {
    println!("reading `cargo metadata`");
    no_findings(&direction::check(&Metadata::load(&root().join("Cargo.toml"))?))
}

fn licences() -> Result<Outcome> {
    let root = root();
    let mut findings = Vec::new();
    for manifest in ["Cargo.toml", FUZZ].map(|path| root.join(path)) {
        if manifest.is_file() {
            println!("reading `cargo metadata` of {}", manifest.display());
            findings.extend(licences_of(&manifest, &root)?);
        }
    }
    no_findings(&findings)
}

fn licences_of(manifest: &Path, root: &Path) -> Result<Vec<Finding>> {
    let metadata = Metadata::load(manifest)?;
    println!("{} packages", metadata.packages.len());
    Ok(licences::check(&metadata, root))
}

fn outcome_of(result: Result<()>) -> Result<Outcome> {
    result.map(|()| Outcome::Passed)
}

fn no_findings(findings: &[Finding]) -> Result<Outcome> {
    for finding in findings {
        println!("{finding}");
    }
    match findings.len() {
        0 => Ok(Outcome::Passed),
        1 => bail!("one finding"),
        count => bail!("{count} findings"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_table_that_is_too_large_is_named() {
        let tables = |sent| BTreeMap::from([("one".to_owned(), 1), ("other".to_owned(), sent)]);
        check_table_sizes(&tables(700_000)).unwrap();
        assert_eq!(
            check_table_sizes(&tables(700_001)).unwrap_err().to_string(),
            "700001 bytes are sent for a first table of other, and 700000 are the most"
        );
    }

    #[test]
    fn tests_that_fail_or_hang_are_known_by_name() {
        let printed = "running 4 tests\n\
             test games::a ... ok\n\
             test games::b has been running for over 60 seconds\n\
             test games::b ... FAILED\n\
             test words::c ... FAILED\n\
             test words::d has been running for over 60 seconds\n\n\
             failures:\n    games::b\n    words::c\n";
        assert_eq!(failed_in(printed), ["games::b", "words::c"]);
        assert_eq!(hung_in(printed), ["words::d"]);
    }
}
