//! Flat Monte Carlo: the same number of random playouts for every action, without a tree. A
//! baseline.

use rules::{Actor, Seat};

use crate::Knowledge;
use crate::advice::Choice;
use crate::playout_runner::PlayoutRunner;
use crate::tree::Node;
use crate::values::PlayoutResult;

/// A flat Monte Carlo search in progress.
#[derive(Clone, Debug)]
pub(crate) struct FlatMonteCarlo<G: Knowledge> {
    root: G,
    seat: Seat,
    runner: PlayoutRunner<G>,
    choices: Vec<Node<G::Action>>,
    sims: u64,
}

impl<G: Knowledge> FlatMonteCarlo<G> {
    pub(crate) fn new(root: G, seat: Seat, seed: u64) -> Self {
        let legal = root.legal(seat).into_iter();
        let choices: Vec<_> = legal.map(|action| Node::new(action, seat, 0, 0.0)).collect();
        Self { root, seat, runner: PlayoutRunner::new(seed, 1.0), choices, sims: 0 }
    }

    pub(crate) const fn sims(&self) -> u64 {
        self.sims
    }

    pub(crate) fn step(&mut self, sims: u64) {
        for _ in 0..sims {
            let index = (self.sims % self.choices.len() as u64) as usize;
            let mut state = self.root.after(Actor::Seat(self.seat), self.choices[index].action);
            self.runner.play_out(&mut state, u32::MAX);
            self.choices[index].visit(&PlayoutResult::of(&state, 0.0));
            self.sims += 1;
        }
    }

    pub(crate) fn choices(&self) -> Vec<Choice<G::Action>> {
        self.choices.iter().map(Choice::of_node).collect()
    }
}
