//! The result of a search.

use std::cmp::Ordering;

use crate::Values;
use crate::tree::Node;

/// A considered action.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Choice<A> {
    /// The action.
    pub action: A,
    /// The number of its simulations.
    pub visits: u64,
    /// Each seat's expected share of the victory after it.
    pub value: Values,
    /// Its utility to the seat: the share of the victory, and by a small weight the distance in
    /// points.
    pub utility: f32,
}

impl<A: Copy> Choice<A> {
    pub(crate) fn of_node(node: &Node<A>) -> Self {
        Self {
            action: node.action,
            visits: node.visits.into(),
            value: node.wins.scaled(1.0 / node.visits.max(1) as f32),
            utility: node.mean_utility(),
        }
    }

    /// Adds another search's result for the same action.
    pub(crate) fn merge(&mut self, other: &Self) {
        let visits = self.visits + other.visits;
        let (mine, theirs) = (self.visits as f32, other.visits as f32);
        let all = (visits as f32).max(1.0);
        let mut value = self.value.scaled(mine / all);
        value.add(&other.value.scaled(theirs / all));
        let utility = (self.utility * mine + other.utility * theirs) / all;
        *self = Self { action: self.action, visits, value, utility };
    }
}

/// The advised action, with the considered ones.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice<A> {
    /// The action.
    pub action: A,
    /// Each seat's expected share of the victory; they sum to one.
    pub value: Values,
    /// The number of simulations.
    pub sims: u64,
    /// The considered actions, the best first.
    pub choices: Vec<Choice<A>>,
}

impl<A: Copy + Ord> Advice<A> {
    /// The advice of a decision without alternatives or search.
    pub fn forced(action: A, value: Values) -> Self {
        let choice = Choice { action, visits: 0, value, utility: 0.0 };
        Self { action, value, sims: 0, choices: vec![choice] }
    }

    /// Advice for the action with the most visits (the robust child), among equals that with the
    /// highest utility. `None` without choices.
    pub fn most_visited(sims: u64, choices: Vec<Choice<A>>) -> Option<Self> {
        Self::first_of(sims, choices, |a, b| b.visits.cmp(&a.visits))
    }

    /// Advice for the action with the highest utility (the max child). `None` without choices.
    pub fn highest_utility(sims: u64, choices: Vec<Choice<A>>) -> Option<Self> {
        Self::first_of(sims, choices, |_, _| Ordering::Equal)
    }

    /// Advice for the first action by that order, among equals that with the highest utility.
    fn first_of(
        sims: u64,
        mut choices: Vec<Choice<A>>,
        order: fn(&Choice<A>, &Choice<A>) -> Ordering,
    ) -> Option<Self> {
        choices.sort_unstable_by(|a, b| {
            let by_utility = || b.utility.total_cmp(&a.utility).then(a.action.cmp(&b.action));
            order(a, b).then_with(by_utility)
        });
        let Choice { action, value, .. } = *choices.first()?;
        Some(Self { action, value, sims, choices })
    }

    /// Moves the choice at that index to the front and advises its action.
    pub(crate) fn move_to_front(&mut self, index: usize) {
        self.choices[..=index].rotate_right(1);
        Choice { action: self.action, value: self.value, .. } = self.choices[0];
    }
}
