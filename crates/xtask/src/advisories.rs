//! Advisories: known vulnerabilities of dependencies, if their database can be reached.

use std::time::Duration;

use anyhow::Result;

use crate::shell::{cargo, program, run_within, succeeds};
use crate::steps::Outcome;
use crate::system::VERSION_TIMEOUT;

const DATABASE: &str = "https://github.com/RustSec/advisory-db";

/// The timeout of the database's server.
const HTTP_TIMEOUT: Duration = Duration::from_secs(10);

/// The timeout for fetching and searching the database.
const SEARCH_TIMEOUT: Duration = Duration::from_secs(180);

/// Programs that search the database: the arguments for their version, and for the search.
const SEARCHERS: [(&str, &str); 2] =
    [("audit --version", "audit"), ("deny --version", "deny check advisories")];

/// Searches the database, if a program for it is installed and the database can be reached.
pub(crate) fn check() -> Result<Outcome> {
    let installed = |(version, _): &&(&str, &str)| succeeds(&mut cargo(version), VERSION_TIMEOUT);
    let Some((_, search)) = SEARCHERS.iter().find(installed) else {
        return Ok(Outcome::NotChecked("neither cargo-audit nor cargo-deny is installed".into()));
    };
    if !is_reachable() {
        return Ok(Outcome::NotChecked(format!("{DATABASE} cannot be reached")));
    }
    if run_within(&mut cargo(search), SEARCH_TIMEOUT)? {
        Ok(Outcome::Passed)
    } else {
        let seconds = SEARCH_TIMEOUT.as_secs();
        Ok(Outcome::NotChecked(format!("the database was not there within {seconds} seconds")))
    }
}

fn is_reachable() -> bool {
    let mut git = program("git", ["ls-remote", "--quiet", DATABASE, "HEAD"]);
    succeeds(git.env("GIT_TERMINAL_PROMPT", "0"), HTTP_TIMEOUT)
}
