//! Paired trials of the actions of one position: trial number `n` of every action uses the same
//! random numbers (common random numbers), so that differences in luck cancel out.

use crate::sort::{WeightedIndex, sort_by_weight};
use crate::tree::Node;

/// Only this many of the highest ranked actions are tried.
const MAX_TRIED_ACTIONS: usize = 24;

/// The results of the trials of each action so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct PairedTrials {
    /// For each action the running sums of its results: of the first trial, of the first two, and so on.
    sums: Vec<Vec<f32>>,
    /// Scratch space: the actions' mean differences to the leader.
    ranking: Vec<WeightedIndex>,
}

impl PairedTrials {
    pub(crate) fn clear(&mut self) {
        self.sums.clear();
    }

    /// The index of the action to try next. The best so far is tried twice as often as the second
    /// best, three times as often as the third best, and so on: an anytime form of sequential halving,
    /// which needs no total number of trials.
    pub(crate) fn next<A>(&mut self, actions: &[Node<A>]) -> Option<usize> {
        self.sums.resize_with(actions.len(), Vec::new);
        let leader = self.sums.iter().max_by_key(|sums| sums.len())?;
        self.ranking.clear();
        for (index, (sums, action)) in self.sums.iter().zip(actions).enumerate() {
            if usize::from(action.rank) < MAX_TRIED_ACTIONS {
                let (weight, rank) = (mean_difference(sums, leader), action.rank.into());
                self.ranking.push(WeightedIndex { weight, rank, index: index as u32 });
            }
        }
        sort_by_weight(&mut self.ranking);
        let indices = self.ranking.iter().map(|it| it.index as usize);
        let next_turn = |&(rank, index): &(usize, usize)| rank * (self.sums[index].len() + 1);
        (1..).zip(indices).min_by_key(next_turn).map(|(_, index)| index)
    }

    /// Adds the result of a trial of the action at that index.
    pub(crate) fn record(&mut self, index: usize, result: f32) {
        let sums = &mut self.sums[index];
        let sum = sums.last().copied().unwrap_or(0.0);
        sums.push(sum + result);
    }

    /// The summed difference between two actions over the trials that both have had, and the number
    /// of those trials; `None` without any.
    pub(crate) fn paired_difference(&self, index: usize, with: usize) -> Option<(f32, usize)> {
        difference(self.sums.get(index)?, self.sums.get(with)?)
    }
}

/// The mean difference to the leader over the trials that both have had.
fn mean_difference(sums: &[f32], leader: &[f32]) -> f32 {
    difference(sums, leader).map_or(f32::NEG_INFINITY, |(sum, trials)| sum / trials as f32)
}

/// The summed difference over the trials that both have had, and their number.
fn difference(sums: &[f32], other: &[f32]) -> Option<(f32, usize)> {
    let trials = sums.len().min(other.len());
    let last = trials.checked_sub(1)?;
    Some((sums[last] - other[last], trials))
}

#[cfg(test)]
mod tests {
    use rules::Seat;

    use super::*;

    /// Tries actions of these ranks `times` times; `result(action, trial)` is the result of a trial.
    fn counts_after_trials(
        ranks: &[usize],
        times: usize,
        result: impl Fn(usize, usize) -> f32,
    ) -> Vec<usize> {
        let nodes = ranks.iter().enumerate();
        let nodes: Vec<_> = nodes
            .map(|(action, &rank)| Node::new(action, Seat::from_index(0), rank, 0.0))
            .collect();
        let mut trials = PairedTrials::default();
        let mut counts = vec![0; ranks.len()];
        for _ in 0..times {
            let index = trials.next(&nodes).expect("there is an action");
            trials.record(index, result(index, counts[index]));
            counts[index] += 1;
        }
        counts
    }

    #[test]
    fn better_actions_are_tried_more_often() {
        let counts = counts_after_trials(&[2, 1, 0], 1100, |action, _| action as f32);
        assert!(counts[2].abs_diff(600) < 5, "{counts:?}");
        assert!(counts[1].abs_diff(300) < 5, "{counts:?}");
        assert!(counts[0].abs_diff(200) < 5, "{counts:?}");
    }

    #[test]
    fn actions_are_compared_by_trials_with_the_same_random_numbers() {
        // All later trials are lucky: the first action, which was tried first, would look better
        // than the second if plain means were compared.
        let luck = |trial: usize| if trial < 3 { 0.0 } else { 9.0 };
        let counts =
            counts_after_trials(&[0, 1], 300, |action, trial| luck(trial) + 0.5 * action as f32);
        assert!(counts[1] > counts[0], "{counts:?}");
    }

    #[test]
    fn actions_are_compared_over_the_trials_that_both_have_had() {
        let mut trials = PairedTrials { sums: vec![Vec::new(); 3], ..PairedTrials::default() };
        for (index, result) in [(0, 4.0), (0, 6.0), (0, 50.0), (1, 5.0), (1, 8.0)] {
            trials.record(index, result);
        }
        assert_eq!(trials.paired_difference(1, 0), Some((3.0, 2)));
        assert_eq!(trials.paired_difference(0, 1), Some((-3.0, 2)));
        assert_eq!(trials.paired_difference(0, 0), Some((0.0, 3)));
        assert_eq!(trials.paired_difference(2, 0), None);
        assert_eq!(trials.paired_difference(0, 7), None);
    }

    #[test]
    fn actions_of_low_rank_are_never_tried() {
        let ranks: Vec<_> = (0..MAX_TRIED_ACTIONS + 4).collect();
        let counts = counts_after_trials(&ranks, 400, |action, _| action as f32);
        assert!(counts[..MAX_TRIED_ACTIONS].iter().all(|&count| count > 0), "{counts:?}");
        assert!(counts[MAX_TRIED_ACTIONS..].iter().all(|&count| count == 0), "{counts:?}");
    }

    #[test]
    fn without_actions_there_is_no_trial() {
        assert_eq!(PairedTrials::default().next::<u8>(&[]), None);
    }
}
