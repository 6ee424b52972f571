//! The dealer's outcomes and their exact probabilities.

/// A possible action of the dealer with its weight.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Outcome<A> {
    /// The dealer's action.
    pub action: A,
    /// Its probability is this over the sum of all weights. Never 0.
    pub weight: u32,
}

/// A probability in lowest terms.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Probability {
    /// The numerator.
    pub numerator: u64,
    /// The denominator.
    pub denominator: u64,
}

/// The outcome that contains a share of the total weight. `choose` is given the sum of all weights
/// and returns a number below it.
///
/// # Panics
/// If there are no outcomes, or the share is not below the sum.
#[inline]
pub fn draw_share<A: Copy>(outcomes: &[Outcome<A>], choose: impl FnOnce(u32) -> u32) -> A {
    let mut share = choose(outcomes.iter().map(|outcome| outcome.weight).sum());
    let contains_share = |outcome: &&Outcome<A>| {
        let is_here = share < outcome.weight;
        share = share.wrapping_sub(outcome.weight);
        is_here
    };
    outcomes.iter().find(contains_share).expect("the share is below the sum of the weights").action
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The least common denominator of the outcomes' probabilities, and the weight that one part of it
/// stands for.
pub fn common_denominator<A>(outcomes: &[Outcome<A>]) -> (u64, u64) {
    let (total, unit) = outcomes.iter().fold((0, 0), |(total, unit), outcome| {
        let weight = u64::from(outcome.weight);
        (total + weight, gcd(unit, weight))
    });
    (total.checked_div(unit).unwrap_or(0), unit)
}

/// The probability of each outcome, in lowest terms, in the order of the outcomes.
pub fn probabilities<A>(outcomes: &[Outcome<A>]) -> impl Iterator<Item = Probability> {
    let total: u64 = outcomes.iter().map(|outcome| u64::from(outcome.weight)).sum();
    outcomes.iter().map(move |outcome| {
        let weight = u64::from(outcome.weight);
        let divisor = gcd(weight, total);
        Probability { numerator: weight / divisor, denominator: total / divisor }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes(weights: &[u32]) -> Vec<Outcome<()>> {
        weights.iter().map(|&weight| Outcome { action: (), weight }).collect()
    }

    #[test]
    fn the_common_denominator_is_the_least_one() {
        assert_eq!(common_denominator(&outcomes(&[3, 2, 1])), (6, 1));
        assert_eq!(common_denominator(&outcomes(&[2, 2])), (2, 2));
        assert_eq!(common_denominator(&outcomes(&[1, 2, 2])), (5, 1));
        assert_eq!(common_denominator(&outcomes(&[])), (0, 0));
    }

    #[test]
    fn probabilities_are_in_lowest_terms() {
        let is_here: Vec<_> =
            probabilities(&outcomes(&[3, 2, 1])).map(|p| (p.numerator, p.denominator)).collect();
        assert_eq!(is_here, [(1, 2), (1, 3), (1, 6)]);
    }
}
