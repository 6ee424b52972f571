//! A bot at a table: remembers what it thought between its decisions and shares its time out over
//! the decisions of a turn.

use std::time::Duration;

use rules::{Actor, Move, Play, Seat, Setup, Silent};

use crate::budget::{Budget, Leash};
use crate::habits::habits;
use crate::thought::Thought;
use crate::turn::TurnTime;
use crate::{Advice, Bot, Knowledge, NotToAct};

/// A bot in a seat. It is shown the whole game whenever it is asked; if that goes on from where it
/// was asked last, it knows what is left of the turn's time and what it thought.
///
/// With a budget of simulations nothing is remembered: the same game and seed always give the same
/// advice.
#[derive(Clone, Debug)]
pub struct Player<G: Knowledge> {
    bot: Bot,
    seat: Seat,
    time: TurnTime,
    last: Option<Last<G>>,
    /// What is done now without a thought.
    forced: Option<Thought<G>>,
}

/// The last decision that was thought about.
#[derive(Clone, Debug)]
struct Last<G: Knowledge> {
    setup: Setup<G>,
    history: Vec<Move<G::Action>>,
    thought: Thought<G>,
}

impl<G: Knowledge> Last<G> {
    /// What was done since, if that game goes on from there.
    fn since<'a>(&self, play: &'a Play<G>) -> Option<&'a [Move<G::Action>]> {
        let since = play.history().strip_prefix(self.history.as_slice());
        since.filter(|_| self.setup == *play.setup())
    }
}

impl<G: Knowledge> Player<G> {
    /// A bot in that seat that has not been asked anything yet.
    pub const fn new(bot: Bot, seat: Seat) -> Self {
        let whole = match bot.budget {
            Budget::Time(time) => time,
            Budget::Sims(_) => Duration::ZERO,
        };
        Self { bot, seat, time: TurnTime::new(whole), last: None, forced: None }
    }

    /// The bot.
    pub const fn bot(&self) -> &Bot {
        &self.bot
    }

    /// The seat.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// How many positions are remembered.
    pub fn nodes(&self) -> usize {
        self.last.as_ref().map_or(0, |last| last.thought.nodes())
    }

    /// Begins to think about what to do now. The seed decides the bot's chances.
    ///
    /// # Errors
    /// If the seat is not to act.
    pub fn begin(&mut self, play: &Play<G>, seed: u64) -> Result<(), NotToAct> {
        let fresh = self.bot.begin(play.state(), self.seat, seed)?;
        if fresh.is_settled() {
            // What was thought is kept in step when there is something to think about again.
            self.forced = Some(fresh);
            return Ok(());
        }
        self.forced = None;
        let mut thought = self.recall(play).unwrap_or(fresh);
        thought.watch(habits(play));
        let (setup, history) = (*play.setup(), play.history().to_vec());
        self.last = Some(Last { setup, history, thought });
        self.time.begin::<G>();
        Ok(())
    }

    /// What is known about the position from before; also sees to what is left of the turn's time.
    fn recall(&mut self, play: &Play<G>) -> Option<Thought<G>> {
        let last = self.last.take();
        let Budget::Time(_) = self.bot.budget else { return None };
        let known = last.and_then(|last| Some((last.since(play)?, last.thought)));
        let Some((since, mut thought)) = known else {
            self.time.renew();
            return None;
        };
        if since.is_empty() {
            self.time.again();
        } else if self.has_begun_anew(thought.state(), since) {
            self.time.renew();
        }
        let in_step = thought.follow(since, play.state());
        in_step.then_some(thought)
    }

    /// Whether another turn of the seat has begun since that position.
    fn has_begun_anew(&self, before: &G, since: &[Move<G::Action>]) -> bool {
        let mut state = before.clone();
        let mut steps = since.iter();
        while let Some(&step) = steps.next() {
            state.apply_unchecked(step.actor, step.action, &mut Silent);
            let next = steps.as_slice().first();
            let own = next.is_none_or(|next| next.actor == Actor::Seat(self.seat));
            if own && state.opens_turn(self.seat, Some(step)) {
                return true;
            }
        }
        false
    }

    /// Thinks for no longer than `slice`; whether there is more to think about.
    pub fn step(&mut self, slice: Duration, leash: Leash) -> bool {
        let Some(Last { thought, .. }) = self.last.as_mut().filter(|_| self.forced.is_none())
        else {
            return false;
        };
        let Budget::Sims(sims) = self.bot.budget else {
            return self.time.think(thought, slice, leash);
        };
        let left = sims.saturating_sub(thought.sims());
        thought.run_until(left, leash.clock.now().saturating_add(slice), leash);
        thought.sims() < sims && !thought.is_settled()
    }

    /// How much of the budget is used up, from 0 to 1: of a turn's time, or of a decision's
    /// simulations.
    pub fn used(&self) -> f32 {
        match self.bot.budget {
            Budget::Time(_) => self.time.used(),
            Budget::Sims(sims) => self.sims() as f32 / sims.max(1) as f32,
        }
    }

    /// How many simulations were run for the decision at hand.
    pub fn sims(&self) -> u64 {
        self.last.as_ref().filter(|_| self.forced.is_none()).map_or(0, |last| last.thought.sims())
    }

    /// What to do by all that is known so far; `None` before anything was asked.
    pub fn advice(&mut self) -> Option<Advice<G::Action>> {
        let thought = self.last.as_mut().map(|last| &mut last.thought);
        self.forced.as_mut().or(thought).map(Thought::advice)
    }

    /// Decides what to do now, with the whole budget unless the leash is pulled.
    ///
    /// # Errors
    /// If the seat is not to act.
    pub fn decide(
        &mut self,
        play: &Play<G>,
        seed: u64,
        leash: Leash,
    ) -> Result<Advice<G::Action>, NotToAct> {
        self.begin(play, seed)?;
        while !leash.is_pulled() && self.step(Duration::MAX, leash) {}
        self.advice().ok_or(NotToAct(self.seat))
    }
}
