//! Early stopping of a contest once "stronger or not" is decided.
//!
//! A sequential probability ratio test (SPRT) on deals: every deal gives one number, the first
//! bot's mean share of the victory over all rotations. The hypothesis "not stronger" expects the
//! fair share, "stronger" [`Sprt::MIN_ADVANTAGE`] more. Each kind of error has a rate of 5 %.

/// The test's decision.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The first bot is stronger.
    Stronger,
    /// The first bot is not stronger.
    NotStronger,
    /// More games are needed.
    Undecided,
}

/// A test in progress.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Sprt {
    fair: f64,
    deals: f64,
    sum: f64,
    squares: f64,
}

impl Sprt {
    /// The advantage over the fair share by which "stronger" is defined.
    pub const MIN_ADVANTAGE: f64 = 0.05;
    /// ln(0.95 / 0.05), for both kinds of error.
    const BOUND: f64 = 2.944_438_979_166_44;
    /// The least number of deals for an estimate of the variance.
    const MIN_DEALS: f64 = 10.0;

    /// A test for a table of that many players.
    pub fn new(players: u8) -> Self {
        Self { fair: 1.0 / f64::from(players), deals: 0.0, sum: 0.0, squares: 0.0 }
    }

    /// Adds a deal: the first bot's mean share over all rotations.
    pub fn add(&mut self, share: f64) {
        self.deals += 1.0;
        self.sum += share;
        self.squares += share * share;
    }

    /// The log-likelihood ratio of "stronger" to "not stronger".
    pub fn ratio(&self) -> f64 {
        if self.deals < 2.0 {
            return 0.0;
        }
        let mean = self.sum / self.deals;
        // A lower bound: few equal results say little about the variance.
        let variance = (self.squares / self.deals - mean * mean).max(0.005);
        let (low, high) = (self.fair, self.fair + Self::MIN_ADVANTAGE);
        self.deals * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    /// The decision so far.
    pub fn verdict(&self) -> Verdict {
        match self.ratio() {
            _ if self.deals < Self::MIN_DEALS => Verdict::Undecided,
            ratio if ratio >= Self::BOUND => Verdict::Stronger,
            ratio if ratio <= -Self::BOUND => Verdict::NotStronger,
            _ => Verdict::Undecided,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict_of(shares: &[f64]) -> Verdict {
        let mut sprt = Sprt::new(2);
        for &share in shares {
            sprt.add(share);
        }
        sprt.verdict()
    }

    #[test]
    fn clear_results_are_decided_and_few_are_not() {
        assert_eq!(verdict_of(&[1.0; 5]), Verdict::Undecided);
        assert_eq!(verdict_of(&[1.0; 40]), Verdict::Stronger);
        assert_eq!(verdict_of(&[0.0; 40]), Verdict::NotStronger);
        let even: Vec<f64> = (0..400).map(|deal| f64::from(deal % 3) / 2.0).collect();
        assert_eq!(verdict_of(&even), Verdict::NotStronger);
    }
}
