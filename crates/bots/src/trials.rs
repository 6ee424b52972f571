//! Trials of the actions of one position. The same trial of every action meets the same luck, so
//! that actions are compared and not their luck.

use crate::tree::Node;
use crate::weighed::{Weighed, heaviest_first};

/// So many actions are tried, the highest ranked ones.
const MOST_TRIED: usize = 24;

/// What came of the trials of each action so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trials {
    /// For each action what its first trials came to together: of one, of two, and so on.
    sums: Vec<Vec<f32>>,
    /// Scratch space: how each action compares.
    standings: Vec<Weighed>,
}

impl Trials {
    pub(crate) fn clear(&mut self) {
        self.sums.clear();
    }

    /// Which of the actions should be tried next, by its place. The best so far is tried twice as
    /// often as the second best, three times as often as the third best, and so on: much as if
    /// the worse half were dropped again and again, but without knowing when it will be over.
    pub(crate) fn next<A>(&mut self, actions: &[Node<A>]) -> Option<usize> {
        self.sums.resize_with(actions.len(), Vec::new);
        let leader = self.sums.iter().max_by_key(|sums| sums.len())?;
        self.standings.clear();
        for (place, (sums, action)) in self.sums.iter().zip(actions).enumerate() {
            if usize::from(action.rank) < MOST_TRIED {
                let (weight, rank) = (lead(sums, leader), action.rank.into());
                self.standings.push(Weighed { weight, rank, place: place as u32 });
            }
        }
        heaviest_first(&mut self.standings);
        let places = self.standings.iter().map(|it| it.place as usize);
        let due = |&(standing, place): &(usize, usize)| standing * (self.sums[place].len() + 1);
        (1..).zip(places).min_by_key(due).map(|(_, place)| place)
    }

    /// Adds what a trial of the action at that place came to.
    pub(crate) fn record(&mut self, place: usize, worth: f32) {
        let sums = &mut self.sums[place];
        let before = sums.last().copied().unwrap_or(0.0);
        sums.push(before + worth);
    }

    /// How much more the action at one place came to than that at another in all the trials that
    /// both have had, and how many those were; `None` without any.
    pub(crate) fn compared(&self, place: usize, with: usize) -> Option<(f32, usize)> {
        difference(self.sums.get(place)?, self.sums.get(with)?)
    }
}

/// How much more an action came to on average than the leader did in the same trials.
fn lead(sums: &[f32], leader: &[f32]) -> f32 {
    difference(sums, leader).map_or(f32::NEG_INFINITY, |(sum, trials)| sum / trials as f32)
}

/// How much more one action came to than another in their first trials, as many as both have had.
fn difference(sums: &[f32], other: &[f32]) -> Option<(f32, usize)> {
    let trials = sums.len().min(other.len());
    let last = trials.checked_sub(1)?;
    Some((sums[last] - other[last], trials))
}

#[cfg(test)]
mod tests {
    use rules::Seat;

    use super::*;

    /// Tries actions of these ranks so often; `worth` tells what a trial of an action comes to.
    fn tried(ranks: &[usize], times: usize, worth: impl Fn(usize, usize) -> f32) -> Vec<usize> {
        let nodes = ranks.iter().enumerate();
        let nodes: Vec<_> = nodes
            .map(|(action, &rank)| Node::new(action, Seat::from_index(0), rank, 0.0))
            .collect();
        let mut trials = Trials::default();
        let mut counts = vec![0; ranks.len()];
        for _ in 0..times {
            let place = trials.next(&nodes).expect("there is an action");
            trials.record(place, worth(place, counts[place]));
            counts[place] += 1;
        }
        counts
    }

    #[test]
    fn the_better_an_action_is_the_more_often_it_is_tried() {
        let counts = tried(&[2, 1, 0], 1100, |action, _| action as f32);
        assert!(counts[2].abs_diff(600) < 5, "{counts:?}");
        assert!(counts[1].abs_diff(300) < 5, "{counts:?}");
        assert!(counts[0].abs_diff(200) < 5, "{counts:?}");
    }

    #[test]
    fn actions_are_compared_by_trials_of_the_same_luck() {
        // All later trials are lucky: the first action, which was tried first, would look better
        // than the second if their means were compared.
        let luck = |trial: usize| if trial < 3 { 0.0 } else { 9.0 };
        let counts = tried(&[0, 1], 300, |action, trial| luck(trial) + 0.5 * action as f32);
        assert!(counts[1] > counts[0], "{counts:?}");
    }

    #[test]
    fn actions_are_compared_over_the_trials_that_both_have_had() {
        let mut trials = Trials { sums: vec![Vec::new(); 3], ..Trials::default() };
        for (place, worth) in [(0, 4.0), (0, 6.0), (0, 50.0), (1, 5.0), (1, 8.0)] {
            trials.record(place, worth);
        }
        assert_eq!(trials.compared(1, 0), Some((3.0, 2)));
        assert_eq!(trials.compared(0, 1), Some((-3.0, 2)));
        assert_eq!(trials.compared(0, 0), Some((0.0, 3)));
        assert_eq!(trials.compared(2, 0), None);
        assert_eq!(trials.compared(0, 7), None);
    }

    #[test]
    fn actions_of_low_rank_are_never_tried() {
        let ranks: Vec<_> = (0..MOST_TRIED + 4).collect();
        let counts = tried(&ranks, 400, |action, _| action as f32);
        assert!(counts[..MOST_TRIED].iter().all(|&count| count > 0), "{counts:?}");
        assert!(counts[MOST_TRIED..].iter().all(|&count| count == 0), "{counts:?}");
    }

    #[test]
    fn nothing_is_tried_where_nothing_can_be_done() {
        assert_eq!(Trials::default().next::<u8>(&[]), None);
    }
}
