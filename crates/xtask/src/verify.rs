//! `cargo verify`: every check in one run, with a table of the results.

use std::fmt::Write;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::Args;

use crate::steps::{Outcome, STEPS, Step};

/// The options of `cargo verify`.
#[derive(Args)]
pub(crate) struct Options {
    /// Run only these steps, separated by commas
    #[arg(long, value_name = "STEP", value_delimiter = ',')]
    only: Vec<String>,
    /// Say which steps there are
    #[arg(long)]
    list: bool,
}

/// The result of a step.
struct Row {
    name: &'static str,
    outcome: Result<Outcome>,
    took: Duration,
}

/// Runs all steps, also after one has failed.
pub(crate) fn run(options: &Options) -> Result<()> {
    let steps = chosen(&options.only)?;
    if options.list {
        for step in steps {
            println!("{:12} {}", step.name, step.about);
        }
        return Ok(());
    }
    let rows: Vec<Row> = steps.into_iter().map(take).collect();
    print!("\n{}", table(&rows));
    match rows.iter().filter(|row| row.outcome.is_err()).count() {
        0 => Ok(()),
        1 => bail!("one check failed"),
        failed => bail!("{failed} checks failed"),
    }
}

fn chosen(names: &[String]) -> Result<Vec<&'static Step>> {
    if let Some(name) = names.iter().find(|name| STEPS.iter().all(|step| step.name != **name)) {
        bail!("there is no step `{name}`: `cargo verify --list` names them all");
    }
    let is_chosen = |step: &&Step| names.is_empty() || names.iter().any(|name| name == step.name);
    Ok(STEPS.iter().filter(is_chosen).collect())
}

fn take(step: &Step) -> Row {
    println!("\n── {}: {}", step.name, step.about);
    let start = Instant::now();
    let outcome = (step.run)();
    match &outcome {
        Ok(Outcome::Passed | Outcome::PassedAgain(_)) => {}
        Ok(Outcome::NotChecked(reason)) => println!("not checked: {reason}"),
        Err(error) => println!("FAILED: {error:#}"),
    }
    Row { name: step.name, outcome, took: start.elapsed() }
}

fn table(rows: &[Row]) -> String {
    let mut table = String::new();
    for row in rows {
        let (verdict, reason) = match &row.outcome {
            Ok(Outcome::Passed) => ("passed", String::new()),
            Ok(Outcome::PassedAgain(failed)) => {
                ("passed", format!("at the second attempt: {}", failed.join(", ")))
            }
            Ok(Outcome::NotChecked(reason)) => ("not checked", reason.clone()),
            Err(error) => ("FAILED", format!("{error:#}")),
        };
        let line =
            format!("{:12} {verdict:12}{:7.1} s  {reason}", row.name, row.took.as_secs_f64());
        writeln!(table, "{}", line.trim_end()).expect("a string takes any text");
    }
    table
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    fn row(name: &'static str, outcome: Result<Outcome>, millis: u64) -> Row {
        Row { name, outcome, took: Duration::from_millis(millis) }
    }

    #[test]
    fn the_table_says_how_each_step_went() {
        let rows = [
            row("formatting", Ok(Outcome::Passed), 1_230),
            row("advisories", Ok(Outcome::NotChecked("no network".to_owned())), 10_000),
            row("tests", Err(anyhow!("two findings")), 123_460),
            row("browser", Ok(Outcome::PassedAgain(vec!["games::a".to_owned()])), 300_000),
        ];
        assert_eq!(
            table(&rows),
            "formatting   passed          1.2 s\n\
             advisories   not checked    10.0 s  no network\n\
             tests        FAILED        123.5 s  two findings\n\
             browser      passed        300.0 s  at the second attempt: games::a\n"
        );
    }

    #[test]
    fn steps_are_chosen_by_name_and_keep_their_order() {
        let names = |only: &[&str]| {
            let only: Vec<String> = only.iter().map(|&name| name.to_owned()).collect();
            chosen(&only).map(|steps| steps.iter().map(|step| step.name).collect::<Vec<_>>())
        };
        assert_eq!(names(&["tests", "tidy"]).unwrap(), ["tidy", "tests"]);
        assert_eq!(names(&[]).unwrap().len(), STEPS.len());
        assert_eq!(
            names(&["tests", "magic"]).unwrap_err().to_string(),
            "there is no step `magic`: `cargo verify --list` names them all"
        );
    }
}
