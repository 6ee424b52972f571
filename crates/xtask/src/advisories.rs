//! Advisories: known weaknesses of what we depend on, as far as their database can be had.

use std::time::Duration;

use anyhow::Result;

use crate::shell::{cargo, program, run_within, succeeds};
use crate::steps::Outcome;
use crate::system::MOMENT;

const DATABASE: &str = "https://github.com/RustSec/advisory-db";

/// How long the database's server may take to answer.
const ANSWER: Duration = Duration::from_secs(10);

/// How long the database may take to be fetched and searched.
const SEARCH: Duration = Duration::from_secs(180);

/// Programs that search the database: how to ask for their version, and how to search.
const SEARCHERS: [(&str, &str); 2] =
    [("audit --version", "audit"), ("deny --version", "deny check advisories")];

/// Searches the database, if there is a program for it and the database can be reached.
pub(crate) fn check() -> Result<Outcome> {
    let installed = |(version, _): &&(&str, &str)| succeeds(&mut cargo(version), MOMENT);
    let Some((_, search)) = SEARCHERS.iter().find(installed) else {
        return Ok(Outcome::NotChecked("neither cargo-audit nor cargo-deny is installed".into()));
    };
    if !is_reachable() {
        return Ok(Outcome::NotChecked(format!("{DATABASE} cannot be reached")));
    }
    if run_within(&mut cargo(search), SEARCH)? {
        Ok(Outcome::Passed)
    } else {
        let seconds = SEARCH.as_secs();
        Ok(Outcome::NotChecked(format!("the database was not there within {seconds} seconds")))
    }
}

fn is_reachable() -> bool {
    let mut git = program("git", ["ls-remote", "--quiet", DATABASE, "HEAD"]);
    succeeds(git.env("GIT_TERMINAL_PROMPT", "0"), ANSWER)
}
