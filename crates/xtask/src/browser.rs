//! What is shown by a real browser: screenshots, and Lighthouse's marks.

use std::fs;

use anyhow::{Context, Result};
use clap::Args;
use serde_json::Value;

use crate::client::{self, Profile};
use crate::shell::{cargo, program, run};
use crate::workspace::{root, target_folder};
use crate::{npm, system};

/// Needs a newer Node from 13 on.
const LIGHTHOUSE: &str = "lighthouse@12";
/// What Lighthouse looks at.
const PAGES: [(&str, &str); 2] = [("home", "/"), ("table", "/play/foxy-and-wooly")];
/// Its marks vary; the one in the middle of so many counts.
const RUNS: usize = 3;

/// Makes sure that there is a browser and what drives it.
pub(crate) fn ensure() -> Result<()> {
    system::ensure("chromedriver", "chromium-driver")?;
    system::ensure("chromium", "chromium")
}

/// How to take screenshots.
#[derive(Args)]
pub(crate) struct Screenshots {
    /// Take the client as it was built last
    #[arg(long)]
    as_it_is: bool,
}

/// Shows every page and board at several sizes, light and dark, and keeps the pictures.
pub(crate) fn screenshots(options: &Screenshots) -> Result<()> {
    ensure()?;
    if !options.as_it_is {
        client::build(Profile::Client)?;
    }
    let folder = root().join("target/screenshots");
    fs::create_dir_all(&folder)?;
    run(&mut cargo("build --package bellwether --package e2e"))?;
    run(cargo("run --quiet --package e2e --bin screenshots --").arg(&folder))
}

/// From one person's press to another's screen, with other tables on the same server.
pub(crate) fn latency() -> Result<()> {
    ensure()?;
    let built = client::build(Profile::Client)?;
    let build = "build --release --package bellwether --package load --package e2e";
    run(cargo(build).env("BELLWETHER_CLIENT", built))?;
    let folder = target_folder()?.join("release");
    let mut command = program(&folder.join("latency").to_string_lossy(), []);
    run(command.args(["load", "bellwether"].map(|name| folder.join(name))))
}

/// Marks for the client as players get it, the median of several runs.
pub(crate) fn lighthouse() -> Result<()> {
    ensure()?;
    let lighthouse = npm::ensure(LIGHTHOUSE)?.join("cli/index.js");
    let built = client::build(Profile::Client)?;
    run(cargo("build --release --package bellwether").env("BELLWETHER_CLIENT", built))?;
    let server = crate::serving::Serving::start(target_folder()?.join("release/bellwether"))?;
    for (name, path) in PAGES {
        let marks: Result<Vec<Value>> =
            (0..RUNS).map(|_| report(&lighthouse.to_string_lossy(), &server.url(path))).collect();
        let marks = marks?;
        let mark =
            |category: &str| median(marks.iter().map(|report| of(report, category)).collect());
        println!(
            "{name}: performance {}, accessibility {}",
            mark("performance"),
            mark("accessibility")
        );
    }
    Ok(())
}

fn report(lighthouse: &str, url: &str) -> Result<Value> {
    let out = root().join("target/lighthouse.json");
    let output = format!("--output-path={}", out.display());
    let flags =
        "--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking";
    let mut command = program(
        "node",
        [
            lighthouse,
            url,
            "--quiet",
            "--output=json",
            "--only-categories=performance,accessibility",
            &output,
            flags,
        ],
    );
    run(command.env("CHROME_PATH", "/usr/bin/chromium"))?;
    serde_json::from_str(&fs::read_to_string(&out)?).context("Lighthouse has written no report")
}

fn of(report: &Value, category: &str) -> u32 {
    let score = report["categories"][category]["score"].as_f64().unwrap_or_default();
    (score * 100.0).round() as u32
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
        assert_eq!(of(&report, "performance"), 88);
        assert_eq!(of(&report, "accessibility"), 0);
    }
}
