//! Bots for whichever game is on the table, spoken to in notation.

use rules::{Game, Seat};
use shelf::{AnyGame, with_game};

use crate::budget::{Budget, Leash, TurnBudget};
use crate::{Advice, Bot, Knowledge, NotToAct, Values};

/// An action that was considered, in notation.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedChoice {
    /// The action.
    pub action: String,
    /// How many simulations began with it.
    pub visits: u64,
    /// Each seat's expected share of the victory behind it.
    pub value: Vec<f64>,
    /// What it is worth to the seat, from 0 to 1.
    pub worth: f64,
}

/// What a bot would do, in notation, and its reasons.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedAdvice {
    /// The action.
    pub action: String,
    /// Each seat's expected share of the victory; they sum to one.
    pub value: Vec<f64>,
    /// How many simulations it rests on.
    pub sims: u64,
    /// Everything that was considered, the best first.
    pub choices: Vec<NamedChoice>,
}

/// A bot that plays whichever game is on the table. A budget of simulations is for every decision,
/// a budget of time for a whole turn.
#[derive(Clone, Debug)]
pub struct AnyPlayer {
    bot: Bot,
    turn: TurnBudget,
}

impl AnyPlayer {
    /// A bot that has not thought about anything yet.
    pub const fn new(bot: Bot) -> Self {
        Self { bot, turn: TurnBudget::new(bot.budget) }
    }

    /// The bot.
    pub const fn bot(&self) -> &Bot {
        &self.bot
    }

    /// What the seat should do now. With a budget of simulations the same position and seed always
    /// give the same advice.
    ///
    /// # Errors
    /// If the seat is not to act.
    pub fn advise(
        &mut self,
        game: &AnyGame,
        seat: Seat,
        seed: u64,
        leash: Leash,
    ) -> Result<NamedAdvice, NotToAct> {
        with_game!(game, play => self.advise_on(play.state(), seat, seed, leash))
    }

    fn advise_on<G: Knowledge>(
        &mut self,
        state: &G,
        seat: Seat,
        seed: u64,
        leash: Leash,
    ) -> Result<NamedAdvice, NotToAct> {
        let mut thought = self.bot.begin(state, seat, seed)?;
        match self.bot.budget {
            Budget::Sims(_) => thought.run(self.bot.budget, leash),
            Budget::Time(_) => self.turn.think(&mut thought, false, leash),
        }
        Ok(NamedAdvice::of(state, &thought.advice()))
    }
}

impl NamedAdvice {
    /// The advice about that position, in notation.
    pub fn of<G: Game>(state: &G, advice: &Advice<G::Action>) -> Self {
        let shares = |value: &Values| shares(value, state.players());
        let choices = advice.choices.iter().map(|choice| NamedChoice {
            action: state.write(choice.action),
            visits: choice.visits,
            value: shares(&choice.value),
            worth: choice.worth.into(),
        });
        Self {
            action: state.write(advice.action),
            value: shares(&advice.value),
            sims: advice.sims,
            choices: choices.collect(),
        }
    }
}

/// The shares of a table, with what rounding has left over taken out.
pub(crate) fn shares(value: &Values, players: u8) -> Vec<f64> {
    let shares: Vec<f64> = value.seats(players).iter().map(|&share| share.into()).collect();
    let sum: f64 = shares.iter().sum();
    if sum > 0.0 { shares.iter().map(|share| share / sum).collect() } else { shares }
}
