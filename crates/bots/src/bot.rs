//! The bots: what they go by, how carefully they choose, and how much they think.

use rules::{Game, Seat, Turn};
use shelf::Chooser;
use thiserror::Error;

use crate::thought::Thought;
use crate::{Advice, Budget, Knowledge, Leash, SearchOptions};

/// What a bot goes by.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Strategy {
    /// Any legal action.
    Random,
    /// The action after which the position looks best.
    Greedy,
    /// The game's rules of thumb.
    Simple,
    /// The action with the best random playouts.
    Flat,
    /// Tree search.
    Search(SearchOptions),
}

/// How a bot chooses among what it has considered.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Care {
    /// Always the best.
    Full,
    /// Usually the best, but in one of so many decisions any action as often as it was visited.
    Slips(u32),
    /// Every action as often as it was visited.
    Little,
}

/// A player for any game.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Bot {
    /// What it goes by.
    pub strategy: Strategy,
    /// How it chooses among what it has considered.
    pub care: Care,
    /// How much it thinks: simulations for every decision, or time for a turn.
    pub budget: Budget,
    /// How many searches run side by side. They are merged in order, so that with a budget of
    /// simulations the answer does not depend on the machine.
    pub trees: usize,
}

/// The seat that a bot was asked about is not to act.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Error)]
#[error("seat {0} is not to act")]
pub struct NotToAct(pub Seat);

impl Bot {
    /// A careful bot with one tree.
    pub const fn new(strategy: Strategy, budget: Budget) -> Self {
        Self { strategy, care: Care::Full, budget, trees: 1 }
    }

    /// The same with another budget.
    #[must_use]
    pub const fn with_budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// Begins to think about what the seat should do. The thought can be stepped, asked and
    /// dropped at any moment.
    ///
    /// # Errors
    /// If the seat is not to act.
    pub fn begin<G: Knowledge>(
        &self,
        state: &G,
        seat: Seat,
        seed: u64,
    ) -> Result<Thought<G>, NotToAct> {
        match state.turn() {
            Turn::Seats(seats) if seats.contains(seat) => {}
            _ => return Err(NotToAct(seat)),
        }
        Ok(Thought::new(self, state, seat, seed))
    }

    /// Thinks for the bot's whole budget, unless the leash is pulled. With a budget of simulations
    /// the same state, seat and seed always give the same advice.
    ///
    /// # Errors
    /// If the seat is not to act.
    pub fn think<G: Knowledge>(
        &self,
        state: &G,
        seat: Seat,
        seed: u64,
        leash: Leash,
    ) -> Result<Advice<G::Action>, NotToAct> {
        let mut thought = self.begin(state, seat, seed)?;
        thought.run(self.budget, leash);
        Ok(thought.advice())
    }
}

impl Care {
    /// What is done in the end, by chance where the bot is not careful.
    pub(crate) fn choose<A: Copy + Ord>(
        self,
        mut advice: Advice<A>,
        chooser: &mut Chooser,
    ) -> Advice<A> {
        let slips = match self {
            Self::Full => false,
            Self::Slips(often) => chooser.below(often.max(1).into()) == 0,
            Self::Little => true,
        };
        let sum: u64 = advice.choices.iter().map(|choice| choice.visits).sum();
        if !slips || sum == 0 {
            return advice;
        }
        let mut share = chooser.below(sum);
        let slip = advice.choices.iter().find(|choice| {
            let found = share < choice.visits;
            share = share.wrapping_sub(choice.visits);
            found
        });
        if let Some(slip) = slip {
            (advice.action, advice.value) = (slip.action, slip.value);
        }
        advice
    }
}

/// What each action leads to at once, by the game's estimate.
pub(crate) fn greedy_choices<G: Knowledge>(state: &G, seat: Seat) -> Vec<crate::Choice<G::Action>> {
    let judge = |action| {
        let after = Game::after(state, seat.into(), action);
        let payoff = crate::values::Payoff::of(&after, 0.5);
        crate::Choice { action, visits: 1, value: payoff.wins, worth: payoff.worth.of(seat) }
    };
    state.legal(seat).into_iter().map(judge).collect()
}
