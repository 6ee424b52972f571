//! Measured durations.

use std::time::Duration;

/// A list of durations.
#[derive(Default)]
pub(crate) struct Times(Vec<Duration>);

impl Times {
    pub(crate) fn add(&mut self, time: Duration) {
        self.0.push(time);
    }

    pub(crate) fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// A percentile in milliseconds.
    pub(crate) fn percentile(&mut self, percent: usize) -> f64 {
        self.0.sort_unstable();
        let place = (self.0.len() * percent / 100).min(self.0.len().saturating_sub(1));
        self.0.get(place).map_or(f64::NAN, |time| time.as_secs_f64() * 1000.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_found() {
        let mut times = Times::default();
        (1..=200).rev().for_each(|millis| times.add(Duration::from_millis(millis)));
        assert_eq!((times.percentile(50), times.percentile(99)), (101.0, 199.0));
        assert!(Times::default().percentile(50).is_nan());
    }
}
