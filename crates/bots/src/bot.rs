//! What defines a bot: its strategy, its selection of the final action, and its budget.

use registry::Chooser;
use rules::{Game, Seat, Turn};
use thiserror::Error;

use crate::decision_search::DecisionSearch;
use crate::{Advice, Budget, Knowledge, SearchControl, SearchOptions};

/// How a bot evaluates actions.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Strategy {
    /// A uniformly random legal action.
    Random,
    /// The action with the best estimate of the position after it; no search.
    Greedy,
    /// The game's heuristic ([`Knowledge::playout_action`]); no search.
    Heuristic,
    /// The action with the best random playouts; no tree.
    FlatMonteCarlo,
    /// Monte Carlo tree search.
    Search(SearchOptions),
}

/// How the final action is selected from the searched ones.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Selection {
    /// Always the best.
    Best,
    /// The best; in one of this many decisions, a sample in proportion to the visits.
    SampleOneIn(u32),
    /// A sample in proportion to the visits.
    Sample,
}

/// A bot for any game: settings without state.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Bot {
    /// How it evaluates actions.
    pub strategy: Strategy,
    /// How the final action is selected.
    pub selection: Selection,
    /// Simulations per decision, or time per turn.
    pub budget: Budget,
    /// How many trees are searched in parallel. Their results are merged in a fixed order, so that
    /// with a budget of simulations the answer does not depend on the machine.
    pub trees: usize,
}

/// The error of asking for advice for a seat that is not to act.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Error)]
#[error("seat {0} is not to act")]
pub struct NotToAct(pub Seat);

impl Bot {
    /// A bot that always selects the best action, with one tree.
    pub const fn new(strategy: Strategy, budget: Budget) -> Self {
        Self { strategy, selection: Selection::Best, budget, trees: 1 }
    }

    /// A copy with another budget.
    #[must_use]
    pub const fn with_budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// Starts a search of the seat's decision, to be stepped by the caller.
    ///
    /// # Errors
    /// If the seat is not to act.
    pub fn begin<G: Knowledge>(
        &self,
        state: &G,
        seat: Seat,
        seed: u64,
    ) -> Result<DecisionSearch<G>, NotToAct> {
        match state.turn() {
            Turn::Seats(seats) if seats.contains(seat) => {}
            _ => return Err(NotToAct(seat)),
        }
        Ok(DecisionSearch::new(self, state, seat, seed))
    }

    /// Searches for the bot's whole budget unless cancelled. With a budget of simulations
    /// the same state, seat and seed always give the same advice.
    ///
    /// # Errors
    /// If the seat is not to act.
    pub fn think<G: Knowledge>(
        &self,
        state: &G,
        seat: Seat,
        seed: u64,
        control: SearchControl,
    ) -> Result<Advice<G::Action>, NotToAct> {
        let mut search = self.begin(state, seat, seed)?;
        search.run(self.budget, control);
        Ok(search.advice())
    }
}

impl Selection {
    /// Replaces the advised action by a sample where this selection samples.
    pub(crate) fn choose<A: Copy + Ord>(
        self,
        mut advice: Advice<A>,
        chooser: &mut Chooser,
    ) -> Advice<A> {
        let samples = match self {
            Self::Best => false,
            Self::SampleOneIn(one_in) => chooser.below(one_in.max(1).into()) == 0,
            Self::Sample => true,
        };
        let sum: u64 = advice.choices.iter().map(|choice| choice.visits).sum();
        if !samples || sum == 0 {
            return advice;
        }
        let mut share = chooser.below(sum);
        let sample = advice.choices.iter().find(|choice| {
            let is_sample = share < choice.visits;
            share = share.wrapping_sub(choice.visits);
            is_sample
        });
        if let Some(sample) = sample {
            (advice.action, advice.value) = (sample.action, sample.value);
        }
        advice
    }
}

/// Every legal action with the estimate of the position after it.
pub(crate) fn greedy_choices<G: Knowledge>(state: &G, seat: Seat) -> Vec<crate::Choice<G::Action>> {
    let evaluate = |action| {
        let after = Game::after(state, seat.into(), action);
        let result = crate::values::PlayoutResult::of(&after, 0.5);
        crate::Choice { action, visits: 1, value: result.wins, utility: result.utility.of(seat) }
    };
    state.legal(seat).into_iter().map(evaluate).collect()
}
