//! What a bot would do, and its reasons.

use std::cmp::Ordering;

use crate::Values;
use crate::tree::Node;

/// An action that was considered.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Choice<A> {
    /// The action.
    pub action: A,
    /// How many simulations began with it.
    pub visits: u64,
    /// Each seat's expected share of the victory behind it.
    pub value: Values,
    /// What it is worth to the seat: its share of the victory, and a little for the distance in
    /// points.
    pub worth: f32,
}

impl<A: Copy> Choice<A> {
    pub(crate) fn of_node(node: &Node<A>) -> Self {
        Self {
            action: node.action,
            visits: node.visits.into(),
            value: node.wins.times(1.0 / node.visits.max(1) as f32),
            worth: node.mean_worth(),
        }
    }

    /// Adds what another search found out about the same action.
    pub(crate) fn merge(&mut self, other: &Self) {
        let visits = self.visits + other.visits;
        let (mine, theirs) = (self.visits as f32, other.visits as f32);
        let all = (visits as f32).max(1.0);
        let mut value = self.value.times(mine / all);
        value.add(&other.value.times(theirs / all));
        let worth = (self.worth * mine + other.worth * theirs) / all;
        *self = Self { action: self.action, visits, value, worth };
    }
}

/// What a bot would do, and its reasons.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice<A> {
    /// The action.
    pub action: A,
    /// Each seat's expected share of the victory; they sum to one.
    pub value: Values,
    /// How many simulations it rests on.
    pub sims: u64,
    /// Everything that was considered, the best first.
    pub choices: Vec<Choice<A>>,
}

impl<A: Copy + Ord> Advice<A> {
    /// The only thing that can be done; nothing was simulated.
    pub fn forced(action: A, value: Values) -> Self {
        let choice = Choice { action, visits: 0, value, worth: 0.0 };
        Self { action, value, sims: 0, choices: vec![choice] }
    }

    /// The advice to do what was visited most, among equals what is worth most. `None` without
    /// any choice.
    pub fn most_visited(sims: u64, choices: Vec<Choice<A>>) -> Option<Self> {
        Self::first_of(sims, choices, |a, b| b.visits.cmp(&a.visits))
    }

    /// The advice to do what is worth most. `None` without any choice.
    pub fn worthiest(sims: u64, choices: Vec<Choice<A>>) -> Option<Self> {
        Self::first_of(sims, choices, |_, _| Ordering::Equal)
    }

    /// The advice to do what comes first by that order, among equals what is worth most.
    fn first_of(
        sims: u64,
        mut choices: Vec<Choice<A>>,
        order: fn(&Choice<A>, &Choice<A>) -> Ordering,
    ) -> Option<Self> {
        choices.sort_unstable_by(|a, b| {
            let by_worth = || b.worth.total_cmp(&a.worth).then(a.action.cmp(&b.action));
            order(a, b).then_with(by_worth)
        });
        let Choice { action, value, .. } = *choices.first()?;
        Some(Self { action, value, sims, choices })
    }

    /// Puts what stands at that place of the choices before all others.
    pub(crate) fn prefer(&mut self, place: usize) {
        self.choices[..=place].rotate_right(1);
        Choice { action: self.action, value: self.value, .. } = self.choices[0];
    }
}
