//! Lighthouse scores of the home page and a table, on a mid-range phone.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use e2e::Server;
use serde_json::Value;

/// The pages that are measured.
const PAGES: [(&str, &str); 2] = [("home", "/"), ("table", "/play/foxy-and-wooly")];
/// The number of runs; the median counts because scores vary.
const RUNS: usize = 3;
/// How often a run is tried: Lighthouse sometimes fails to record.
const ATTEMPTS: usize = 3;
/// Debian's path of the browser.
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
            middle(&|report| score(report, "performance")),
            middle(&|report| score(report, "accessibility")),
            middle(&blocking_time),
        );
    }
    println!("the reports are in {}", folder.display());
    Ok(())
}

/// Runs Lighthouse on a page.
fn report(lighthouse: &Path, url: &str, out: &Path) -> Result<Value> {
    let mut command = Command::new("node");
    command.arg(lighthouse).arg(url).arg("--output-path").arg(out).env("CHROME_PATH", CHROMIUM);
    command.args(["--quiet", "--output=json", "--only-categories=performance,accessibility"]);
    command.arg(FLAGS);
    let has_looked = (0..ATTEMPTS).any(|_| command.status().is_ok_and(|status| status.success()));
    ensure!(has_looked, "Lighthouse has failed at {url}, {ATTEMPTS} times");
    serde_json::from_str(&fs::read_to_string(out)?).context("Lighthouse has written no report")
}

/// A score from 0 to 100.
fn score(report: &Value, category: &str) -> u32 {
    let score = report["categories"][category]["score"].as_f64().unwrap_or_default();
    (score * 100.0).round() as u32
}

/// The total blocking time in milliseconds.
fn blocking_time(report: &Value) -> u32 {
    let time = report["audits"]["total-blocking-time"]["numericValue"].as_f64();
    time.unwrap_or_default().round() as u32
}

fn median(mut scores: Vec<u32>) -> u32 {
    scores.sort_unstable();
    scores[scores.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_counts() {
        assert_eq!(median(vec![91, 70, 88]), 88);
    }

    #[test]
    fn a_score_is_a_percentage() {
        let report = serde_json::json!({"categories": {"performance": {"score": 0.876}}});
        assert_eq!(score(&report, "performance"), 88);
        assert_eq!(score(&report, "accessibility"), 0);
    }
}
