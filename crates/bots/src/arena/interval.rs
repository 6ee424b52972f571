//! Confidence intervals of rates.

/// A 95 % confidence interval.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// The two-sided 95 % point of the normal distribution.
pub(crate) const Z95: f64 = 1.959_964;

/// Wilson's score interval for a rate: `won` of `games`, shared victories in parts.
pub fn wilson(won: f64, games: u64) -> Interval {
    if games == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let n = games as f64;
    let (rate, z2) = (won / n, Z95 * Z95);
    let centre = rate + z2 / (2.0 * n);
    let spread = Z95 * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    let (low, high) = ((centre - spread) / scale, (centre + spread) / scale);
    Interval { low: low.max(0.0), high: high.min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_agrees_with_published_values() {
        let Interval { low, high } = wilson(81.0, 263);
        assert!((low - 0.2553).abs() < 5e-4 && (high - 0.3662).abs() < 5e-4, "{low} {high}");
        assert_eq!(wilson(0.0, 0), Interval { low: 0.0, high: 1.0 });
        assert!(wilson(10.0, 10).high <= 1.0 && wilson(10.0, 10).low > 0.7);
    }
}
