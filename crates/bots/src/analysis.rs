//! A recorded game under the microscope: what every decision was worth, and what would have been
//! better.

use std::time::Duration;

use rules::{Actor, Play, Seat};
use serde::{Deserialize, Serialize};
use shelf::{AnyGame, with_game};

use crate::any::shares;
use crate::values::Payoff;
use crate::{Advice, Bot, Budget, Knowledge, Leash, Search, SearchOptions, Strategy, Thought};

/// So much of the victory given away makes a decision a mistake.
pub const MISTAKE: f64 = 0.05;
/// So many turning points are named at most.
const TURNING_POINTS: usize = 5;

/// A decision of a recorded game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// The place of the action in the record, from 1.
    pub number: usize,
    /// Who decided.
    pub seat: Seat,
    /// What was done.
    pub action: String,
    /// Each seat's expected share of the victory after it.
    pub value: Vec<f64>,
    /// The best that was found.
    pub best: String,
    /// How much of the victory the seat gave away by not doing it.
    pub loss: f64,
}

/// Looks at the action at that place of a record, from 0; `None` if it was the dealer's, forced or
/// is not there. A decision is searched with the bot's budget of simulations, and what was done
/// with as many again if it was something else.
pub fn decision(game: &AnyGame, place: usize, bot: &Bot, leash: Leash) -> Option<Decision> {
    with_game!(game, play => {
        let mut review = Review::of(play, place, bot)?;
        review.run(leash);
        Some(review.decision())
    })
}

/// The decisions that gave most away, in the order of the game.
pub fn turning_points(decisions: &[Decision]) -> Vec<&Decision> {
    let mut losses: Vec<&Decision> =
        decisions.iter().filter(|decision| decision.loss >= MISTAKE).collect();
    losses.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    losses.truncate(TURNING_POINTS);
    losses.sort_by_key(|decision| decision.number);
    losses
}

/// A look at one decision of a recorded game, which can be stepped and dropped at any moment: first
/// at what would have been best, then, if that was something else, at what was done.
#[derive(Clone, Debug)]
pub struct Review<G: Knowledge> {
    number: usize,
    seat: Seat,
    done: G::Action,
    /// So many for each of both.
    sims: u64,
    thought: Thought<G>,
    best: Option<Advice<G::Action>>,
    /// About the position after what was done.
    search: Search<G>,
}

impl<G: Knowledge> Review<G> {
    /// A look at the action at that place of a record, from 0; `None` if it was the dealer's, forced
    /// or is not there. It goes by simulations: a bot with a budget of time has only estimates.
    pub fn of(play: &Play<G>, place: usize, bot: &Bot) -> Option<Self> {
        let step = play.history().get(place)?;
        let Actor::Seat(seat) = step.actor else { return None };
        let state = play.state_at(place);
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
            number: place + 1,
            seat,
            done: step.action,
            sims,
            thought: bot.begin(&state, seat, place as u64).ok()?,
            best: None,
            search: Search::new(after, seat, options, 1),
        })
    }

    /// Looks for as long as the bot's budget says, unless the leash is pulled.
    pub fn run(&mut self, leash: Leash) {
        while !leash.is_pulled() && self.step(Duration::MAX, leash) {}
    }

    /// Looks for no longer than `slice`; whether there is more to look at.
    pub fn step(&mut self, slice: Duration, leash: Leash) -> bool {
        let end = leash.clock.now().saturating_add(slice);
        let Some(best) = &self.best else {
            let left = self.sims.saturating_sub(self.thought.sims());
            self.thought.run_until(left, end, leash);
            if self.thought.is_settled() || self.thought.sims() >= self.sims {
                self.best = Some(self.thought.advice());
            }
            return true;
        };
        if best.action == self.done {
            return false;
        }
        let search = &mut self.search;
        let left = self.sims.saturating_sub(search.sims()).min(search.room());
        let run = leash.slices(left, end, |slice| search.step(slice));
        run < left
    }

    /// What the decision was worth by all that is known so far.
    pub fn decision(&mut self) -> Decision {
        let best = self.best.clone().unwrap_or_else(|| self.thought.advice());
        let (mut better, mut loss, mut value) = (self.done, 0.0, best.value);
        if best.action != self.done {
            let estimate = || Payoff::of(self.search.state(), 0.0).wins;
            value = self.search.value().unwrap_or_else(estimate);
            loss = best.value.of(self.seat) - value.of(self.seat);
        }
        if loss > 0.0 {
            better = best.action;
        }
        let state = self.thought.state();
        Decision {
            number: self.number,
            seat: self.seat,
            action: state.write(self.done),
            value: shares(&value, state.players()),
            best: state.write(better),
            loss: loss.max(0.0).into(),
        }
    }
}
