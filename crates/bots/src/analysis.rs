//! A recorded game under the microscope: what every decision was worth, and what would have been
//! better.

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
    budget: Budget,
    thought: Thought<G>,
    best: Option<Advice<G::Action>>,
    /// About the position after what was done.
    search: Search<G>,
}

impl<G: Knowledge> Review<G> {
    /// A look at the action at that place of a record, from 0; `None` if it was the dealer's, forced
    /// or is not there.
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
        let after = state.after(step.actor, step.action);
        Some(Self {
            number: place + 1,
            seat,
            done: step.action,
            budget: bot.budget,
            thought: bot.begin(&state, seat, place as u64).ok()?,
            best: None,
            search: Search::new(after, seat, options, 1),
        })
    }

    /// Looks for as long as the bot's budget says, unless the leash is pulled.
    pub fn run(&mut self, leash: Leash) {
        self.thought.run(self.budget, leash);
        let best = self.thought.advice();
        if best.action != self.done {
            self.search.step(sims_of(self.budget));
        }
        self.best = Some(best);
    }

    /// Runs one more simulation, if the bot's budget of them is not used up; whether it was not.
    pub fn step(&mut self) -> bool {
        let most = sims_of(self.budget);
        let Some(best) = &self.best else {
            if self.thought.is_settled() || self.thought.sims() >= most {
                self.best = Some(self.thought.advice());
            } else {
                self.thought.step(1);
            }
            return true;
        };
        let search = &mut self.search;
        let goes_on = best.action != self.done && !search.state().is_over() && search.sims() < most;
        if goes_on {
            search.step(1);
        }
        goes_on
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

/// A review goes by simulations; a budget of time leaves only what the game's estimate says of what
/// was done.
const fn sims_of(budget: Budget) -> u64 {
    match budget {
        Budget::Sims(sims) => sims,
        Budget::Time(_) => 0,
    }
}
