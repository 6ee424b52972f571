//! Measures the time of a piece of work.

use std::time::{Duration, Instant};

/// The shortest duration of a round.
const ROUND: Duration = Duration::from_millis(4);
/// The number of rounds; the fastest counts, because it was disturbed least. Many short rounds
/// find a quiet moment even on a busy machine.
const ROUNDS: usize = 150;

/// The nanoseconds per unit of work; `work` does some and returns the number of units.
pub(crate) fn nanos(mut work: impl FnMut() -> u64) -> f64 {
    let mut round = || {
        let start = Instant::now();
        let mut units = 0;
        while start.elapsed() < ROUND {
            units += work();
        }
        start.elapsed().as_nanos() as f64 / units.max(1) as f64
    };
    (0..ROUNDS).map(|_| round()).fold(f64::INFINITY, f64::min)
}

/// A table of figures with their ratios to a baseline.
pub(crate) struct Figures {
    baseline: f64,
}

impl Figures {
    /// Starts a table with its baseline.
    pub(crate) fn new(title: &str, baseline_name: &str, baseline: f64) -> Self {
        println!("\n{title}   (x = times the baseline)");
        let figures = Self { baseline };
        figures.line(&format!("baseline: {baseline_name}"), baseline);
        figures
    }

    /// Adds a figure.
    pub(crate) fn line(&self, name: &str, nanos: f64) {
        println!("  {name:<56} {nanos:>9.1} ns  {:>7.3} x", nanos / self.baseline);
    }
}
