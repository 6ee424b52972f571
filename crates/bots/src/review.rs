//! Review of the decisions of a recorded game: the loss of each, and the better action.

use std::time::Duration;

use registry::{AnyGame, with_game};
use rules::{Actor, Play, Seat};
use serde::{Deserialize, Serialize};

use crate::any_bot::shares;
use crate::values::PlayoutResult;
use crate::{
    Advice, Bot, Budget, DecisionSearch, Knowledge, Search, SearchControl, SearchOptions, Strategy,
};

/// A decision that loses at least this share of the victory is a mistake.
pub const MISTAKE_LOSS: f64 = 0.05;
/// The most turning points that are named.
const MAX_TURNING_POINTS: usize = 5;

/// The review of one decision of a recorded game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// The number of the action in the record, from 1.
    pub number: usize,
    /// The seat that decided.
    pub seat: Seat,
    /// The action that was made.
    pub action: String,
    /// Each seat's expected share of the victory after it.
    pub value: Vec<f64>,
    /// The best action found.
    pub best: String,
    /// How much higher the seat's expected share of the victory is with the best action.
    pub loss: f64,
}

/// Reviews the action at that index of a record, from 0; `None` if it was the dealer's, was forced
/// or does not exist. The decision is searched with the bot's budget of simulations; if the action
/// made was not the best, it is searched with as many again.
pub fn decision(
    game: &AnyGame,
    index: usize,
    bot: &Bot,
    control: SearchControl,
) -> Option<Decision> {
    with_game!(game, play => {
        let mut review = Review::of(play, index, bot)?;
        review.run(control);
        Some(review.decision())
    })
}

/// The decisions with the largest losses, in the order of the game.
pub fn turning_points(decisions: &[Decision]) -> Vec<&Decision> {
    let mut losses: Vec<&Decision> =
        decisions.iter().filter(|decision| decision.loss >= MISTAKE_LOSS).collect();
    losses.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    losses.truncate(MAX_TURNING_POINTS);
    losses.sort_by_key(|decision| decision.number);
    losses
}

/// A review in progress, to be stepped by the caller: first a search for the best action, then,
/// if that is another, a search of the position after the action made.
#[derive(Clone, Debug)]
pub struct Review<G: Knowledge> {
    number: usize,
    seat: Seat,
    action: G::Action,
    /// The budget of each of the two searches.
    sims: u64,
    search: DecisionSearch<G>,
    best: Option<Advice<G::Action>>,
    /// Of the position after the action made.
    after: Search<G>,
}

impl<G: Knowledge> Review<G> {
    /// A review of the action at that index of a record, from 0; `None` if it was the dealer's, was
    /// forced or does not exist. Only budgets of simulations are searched: with a budget of time the
    /// review has estimates alone.
    pub fn of(play: &Play<G>, index: usize, bot: &Bot) -> Option<Self> {
        let step = play.history().get(index)?;
        let Actor::Seat(seat) = step.actor else { return None };
        let state = play.state_at(index);
        if state.legal(seat).len() < 2 {
            return None;
        }
        let options = match bot.strategy {
            Strategy::Search(options) => options,
            _ => SearchOptions::default(),
        };
        let sims = match bot.budget {
            Budget::Sims(sims) => sims,
            Budget::Time(_) => 0,
        };
        let after = state.after(step.actor, step.action);
        Some(Self {
            number: index + 1,
            seat,
            action: step.action,
            sims,
            search: bot.begin(&state, seat, index as u64).ok()?,
            best: None,
            after: Search::new(after, seat, options, 1),
        })
    }

    /// Searches for the bot's whole budget unless cancelled.
    pub fn run(&mut self, control: SearchControl) {
        while !control.is_cancelled() && self.step(Duration::MAX, control) {}
    }

    /// Searches for at most `slice`; returns whether more remains to be searched.
    pub fn step(&mut self, slice: Duration, control: SearchControl) -> bool {
        let end = control.clock.now().saturating_add(slice);
        let Some(best) = &self.best else {
            let left = self.sims.saturating_sub(self.search.sims());
            self.search.run_until(left, end, control);
            if self.search.is_exhausted() || self.search.sims() >= self.sims {
                self.best = Some(self.search.advice());
            }
            return true;
        };
        if best.action == self.action {
            return false;
        }
        let after = &mut self.after;
        let left = self.sims.saturating_sub(after.sims()).min(after.capacity());
        let run = control.run_in_slices(left, end, |slice| after.step(slice));
        run < left
    }

    /// The review by the simulations so far.
    pub fn decision(&mut self) -> Decision {
        let best = self.best.clone().unwrap_or_else(|| self.search.advice());
        let (mut best_action, mut loss, mut value) = (self.action, 0.0, best.value);
        if best.action != self.action {
            let estimate = || PlayoutResult::of(self.after.state(), 0.0).wins;
            value = self.after.value().unwrap_or_else(estimate);
            loss = best.value.of(self.seat) - value.of(self.seat);
        }
        if loss > 0.0 {
            best_action = best.action;
        }
        let state = self.search.state();
        Decision {
            number: self.number,
            seat: self.seat,
            action: state.write(self.action),
            value: shares(&value, state.players()),
            best: state.write(best_action),
            loss: loss.max(0.0).into(),
        }
    }
}
