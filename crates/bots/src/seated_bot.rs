//! A bot in a seat: keeps its search tree between decisions and divides the time of a turn among
//! the turn's decisions.

use std::time::Duration;

use rules::{Actor, Move, NoEvents, Play, Seat, Setup};

use crate::budget::{Budget, SearchControl};
use crate::decision_search::DecisionSearch;
use crate::opponent_model::heuristic_probabilities;
use crate::turn_time::TurnTime;
use crate::{Advice, Bot, Knowledge, NotToAct};

/// A bot in a seat. Each request passes the whole game; if that continues the game of the last
/// request, the search tree and the remaining time of the turn are kept.
///
/// With a budget of simulations no state is kept: the same game and seed always give the same
/// advice.
#[derive(Clone, Debug)]
pub struct SeatedBot<G: Knowledge> {
    bot: Bot,
    seat: Seat,
    time: TurnTime,
    last: Option<LastSearch<G>>,
    /// The current decision, if it is forced.
    forced: Option<DecisionSearch<G>>,
}

/// The last decision that was searched.
#[derive(Clone, Debug)]
struct LastSearch<G: Knowledge> {
    setup: Setup<G>,
    history: Vec<Move<G::Action>>,
    search: DecisionSearch<G>,
}

impl<G: Knowledge> LastSearch<G> {
    /// The actions since then, if that game continues this one.
    fn actions_since<'a>(&self, play: &'a Play<G>) -> Option<&'a [Move<G::Action>]> {
        let actions_since = play.history().strip_prefix(self.history.as_slice());
        actions_since.filter(|_| self.setup == *play.setup())
    }
}

impl<G: Knowledge> SeatedBot<G> {
    /// A bot in that seat without history.
    pub const fn new(bot: Bot, seat: Seat) -> Self {
        let turn_time = match bot.budget {
            Budget::Time(time) => time,
            Budget::Sims(_) => Duration::ZERO,
        };
        Self { bot, seat, time: TurnTime::new(turn_time), last: None, forced: None }
    }

    /// The bot.
    pub const fn bot(&self) -> &Bot {
        &self.bot
    }

    /// The seat.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// How many nodes its trees hold.
    pub fn nodes(&self) -> usize {
        self.last.as_ref().map_or(0, |last| last.search.nodes())
    }

    /// Starts the search of the current decision. The seed determines all random numbers.
    ///
    /// # Errors
    /// If the seat is not to act.
    pub fn begin(&mut self, play: &Play<G>, seed: u64) -> Result<(), NotToAct> {
        let new_search = self.bot.begin(play.state(), self.seat, seed)?;
        if new_search.is_exhausted() {
            // The last search stays, to be continued at the next decision that is not forced.
            self.forced = Some(new_search);
            return Ok(());
        }
        self.forced = None;
        let mut search = self.resume(play).unwrap_or(new_search);
        search.set_opponent_model(heuristic_probabilities(play));
        let (setup, history) = (*play.setup(), play.history().to_vec());
        self.last = Some(LastSearch { setup, history, search });
        self.time.start_decision::<G>();
        Ok(())
    }

    /// The search of the last decision, moved on to this position; also updates the turn's time.
    fn resume(&mut self, play: &Play<G>) -> Option<DecisionSearch<G>> {
        let last = self.last.take();
        let Budget::Time(_) = self.bot.budget else { return None };
        let last_search = last.and_then(|last| Some((last.actions_since(play)?, last.search)));
        let Some((actions_since, mut search)) = last_search else {
            self.time.reset();
            return None;
        };
        if actions_since.is_empty() {
            self.time.restore();
        } else if self.has_started_turn(search.state(), actions_since) {
            self.time.reset();
        }
        let is_in_step = search.advance(actions_since, play.state());
        is_in_step.then_some(search)
    }

    /// Whether another turn of the seat has begun since that position.
    fn has_started_turn(&self, before: &G, actions_since: &[Move<G::Action>]) -> bool {
        let mut state = before.clone();
        let mut steps = actions_since.iter();
        while let Some(&step) = steps.next() {
            state.apply_unchecked(step.actor, step.action, &mut NoEvents);
            let next = steps.as_slice().first();
            let is_own = next.is_none_or(|next| next.actor == Actor::Seat(self.seat));
            if is_own && state.starts_turn(self.seat, Some(step)) {
                return true;
            }
        }
        false
    }

    /// Searches for at most `slice`; returns whether budget remains.
    pub fn step(&mut self, slice: Duration, control: SearchControl) -> bool {
        let Some(LastSearch { search, .. }) = self.last.as_mut().filter(|_| self.forced.is_none())
        else {
            return false;
        };
        let Budget::Sims(sims) = self.bot.budget else {
            return self.time.run(search, slice, control);
        };
        let remaining_sims = sims.saturating_sub(search.sims());
        search.run_until(remaining_sims, control.clock.now().saturating_add(slice), control);
        search.sims() < sims && !search.is_exhausted()
    }

    /// The used fraction of the budget, from 0 to 1: of a turn's time, or of a decision's
    /// simulations.
    pub fn used_fraction(&self) -> f32 {
        match self.bot.budget {
            Budget::Time(_) => self.time.used_fraction(),
            Budget::Sims(sims) => self.sims() as f32 / sims.max(1) as f32,
        }
    }

    /// How many simulations were run for the current decision.
    pub fn sims(&self) -> u64 {
        self.last.as_ref().filter(|_| self.forced.is_none()).map_or(0, |last| last.search.sims())
    }

    /// The advice by the simulations so far; `None` before the first request.
    pub fn advice(&mut self) -> Option<Advice<G::Action>> {
        let search = self.last.as_mut().map(|last| &mut last.search);
        self.forced.as_mut().or(search).map(DecisionSearch::advice)
    }

    /// Searches the current decision with the whole budget unless cancelled.
    ///
    /// # Errors
    /// If the seat is not to act.
    pub fn decide(
        &mut self,
        play: &Play<G>,
        seed: u64,
        control: SearchControl,
    ) -> Result<Advice<G::Action>, NotToAct> {
        self.begin(play, seed)?;
        while !control.is_cancelled() && self.step(Duration::MAX, control) {}
        self.advice().ok_or(NotToAct(self.seat))
    }
}
