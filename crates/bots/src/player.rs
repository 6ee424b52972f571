//! A bot at a table: remembers what it thought between its decisions and shares its time out over
//! the actions of a turn.

use rules::{Actor, Seat};

use crate::budget::{Leash, TurnBudget};
use crate::thought::Thought;
use crate::{Advice, Bot, Knowledge};

/// A bot in a seat, for one game.
#[derive(Clone, Debug)]
pub struct Player<G: Knowledge> {
    bot: Bot,
    seat: Seat,
    seed: u64,
    budget: TurnBudget,
    thought: Option<Thought<G>>,
    /// What was done at the table since the last decision.
    since: Vec<(Actor, G::Action)>,
}

impl<G: Knowledge> Player<G> {
    /// A bot in that seat. The seed decides its chances.
    pub const fn new(bot: Bot, seat: Seat, seed: u64) -> Self {
        let budget = TurnBudget::new(bot.budget);
        Self { bot, seat, seed, budget, thought: None, since: Vec::new() }
    }

    /// Hears what somebody, or the bot itself, has done.
    pub fn hear(&mut self, actor: Actor, action: G::Action) {
        self.since.push((actor, action));
    }

    /// Decides what to do in that position, in which the seat is to act.
    pub fn decide(&mut self, state: &G, leash: Leash) -> Option<Advice<G::Action>> {
        let goes_on = self.since.last().is_some_and(|(actor, _)| *actor == Actor::Seat(self.seat));
        let mut thought = self.recall(state)?;
        if thought.is_settled() {
            return Some(thought.advice());
        }
        self.budget.think(&mut thought, goes_on, leash);
        let advice = thought.advice();
        self.thought = Some(thought);
        Some(advice)
    }

    /// What is known about the position from before, or a new thought.
    fn recall(&mut self, state: &G) -> Option<Thought<G>> {
        let since = std::mem::take(&mut self.since);
        self.seed = self.seed.wrapping_add(1);
        let fresh = self.bot.begin(state, self.seat, self.seed).ok()?;
        if fresh.is_settled() {
            // A forced action is made at once; what was thought is kept in step.
            self.since = since;
            return Some(fresh);
        }
        let known = self.thought.take().and_then(|mut known| {
            let in_step = known.follow(&since, state);
            in_step.then_some(known)
        });
        Some(known.unwrap_or(fresh))
    }
}
