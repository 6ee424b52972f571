//! Lighthouse's marks for the home page and a table, on a phone of the middle range.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use e2e::Server;
use serde_json::Value;

/// What Lighthouse looks at.
const PAGES: [(&str, &str); 2] = [("home", "/"), ("table", "/play/foxy-and-wooly")];
/// Its marks vary; the one in the middle of so many counts.
const RUNS: usize = 3;
/// So often it is asked to look at a page: now and then it cannot record what it sees.
const TRIES: usize = 3;
/// Where Debian puts the browser.
const CHROMIUM: &str = "/usr/bin/chromium";
const FLAGS: &str =
    "--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking";

fn main() -> Result<()> {
    let mut arguments = env::args_os().skip(1).map(PathBuf::from);
    let lighthouse = arguments.next().context("say where Lighthouse is")?;
    let folder = arguments.next().context("say into which folder its reports go")?;
    let server = Server::start()?;
    for (name, path) in PAGES {
        let runs = (1..=RUNS).map(|run| {
            report(&lighthouse, &server.url(path), &folder.join(format!("{name}-{run}.json")))
        });
        let reports = runs.collect::<Result<Vec<Value>>>()?;
        let middle = |of: &dyn Fn(&Value) -> u32| median(reports.iter().map(of).collect());
        println!(
            "{name}: performance {}, accessibility {}, blocked for {} ms",
            middle(&|report| mark(report, "performance")),
            middle(&|report| mark(report, "accessibility")),
            middle(&blocking),
        );
    }
    println!("the reports are in {}", folder.display());
    Ok(())
}

/// Lets Lighthouse look at a page.
fn report(lighthouse: &Path, url: &str, out: &Path) -> Result<Value> {
    let mut command = Command::new("node");
    command.arg(lighthouse).arg(url).arg("--output-path").arg(out).env("CHROME_PATH", CHROMIUM);
    command.args(["--quiet", "--output=json", "--only-categories=performance,accessibility"]);
    command.arg(FLAGS);
    let has_looked = (0..TRIES).any(|_| command.status().is_ok_and(|status| status.success()));
    ensure!(has_looked, "Lighthouse has failed at {url}, {TRIES} times");
    serde_json::from_str(&fs::read_to_string(out)?).context("Lighthouse has written no report")
}

/// A mark from 0 to 100.
fn mark(report: &Value, category: &str) -> u32 {
    let score = report["categories"][category]["score"].as_f64().unwrap_or_default();
    (score * 100.0).round() as u32
}

/// For how many milliseconds the page could not have answered.
fn blocking(report: &Value) -> u32 {
    let time = report["audits"]["total-blocking-time"]["numericValue"].as_f64();
    time.unwrap_or_default().round() as u32
}

fn median(mut marks: Vec<u32>) -> u32 {
    marks.sort_unstable();
    marks[marks.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_in_the_middle_counts() {
        assert_eq!(median(vec![91, 70, 88]), 88);
    }

    #[test]
    fn a_mark_is_a_share_of_a_hundred() {
        let report = serde_json::json!({"categories": {"performance": {"score": 0.876}}});
        assert_eq!(mark(&report, "performance"), 88);
        assert_eq!(mark(&report, "accessibility"), 0);
    }
}
