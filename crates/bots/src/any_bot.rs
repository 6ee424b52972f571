//! Bots for a game whose type is not known at compile time, with actions in notation.

use std::any::Any;
use std::fmt;

use registry::{AnyGame, with_game};
use rules::{Game, Seat};

use crate::{Advice, Bot, Knowledge, NotToAct, SearchControl, SeatedBot, Values};

/// A considered action, in notation.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedChoice {
    /// The action.
    pub action: String,
    /// The number of its simulations.
    pub visits: u64,
    /// Each seat's expected share of the victory after it.
    pub value: Vec<f64>,
    /// Its utility to the seat, from 0 to 1.
    pub utility: f64,
}

/// The advised action in notation, with the considered ones.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedAdvice {
    /// The action.
    pub action: String,
    /// Each seat's expected share of the victory; they sum to one.
    pub value: Vec<f64>,
    /// The number of simulations.
    pub sims: u64,
    /// The considered actions, the best first.
    pub choices: Vec<NamedChoice>,
}

/// A bot for any game, with its [`SeatedBot`] for the current one.
pub struct AnySeatedBot {
    bot: Bot,
    seated: Option<Box<dyn ErasedSeatedBot>>,
}

/// Leaves the search tree out: its `Debug` code would be sent to browsers.
impl fmt::Debug for AnySeatedBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnySeatedBot").field("bot", &self.bot).finish_non_exhaustive()
    }
}

/// A [`SeatedBot`] for some game.
trait ErasedSeatedBot: Any + Send {
    fn nodes(&self) -> usize;
}

impl<G: Knowledge> ErasedSeatedBot for SeatedBot<G> {
    fn nodes(&self) -> usize {
        Self::nodes(self)
    }
}

impl AnySeatedBot {
    /// A bot without a search tree.
    pub const fn new(bot: Bot) -> Self {
        Self { bot, seated: None }
    }

    /// The bot.
    pub const fn bot(&self) -> &Bot {
        &self.bot
    }

    /// How many nodes its trees hold.
    pub fn nodes(&self) -> usize {
        self.seated.as_ref().map_or(0, |seated| seated.nodes())
    }

    /// The seated bot for that game and seat; a new one if the last was for another game or seat.
    ///
    /// # Panics
    /// Never: the value was inserted by this function.
    pub fn seated<G: Knowledge>(&mut self, seat: Seat) -> &mut SeatedBot<G> {
        let last = self.seated.take().and_then(|last| (last as Box<dyn Any>).downcast().ok());
        let seated = last.map_or_else(|| SeatedBot::<G>::new(self.bot, seat), |last| *last);
        let seated = if seated.seat() == seat { seated } else { SeatedBot::new(self.bot, seat) };
        let seated: &mut dyn Any = self.seated.insert(Box::new(seated)).as_mut();
        seated.downcast_mut().expect("it was put there")
    }

    /// Searches the seat's decision. With a budget of simulations the same game and seed always
    /// give the same advice.
    ///
    /// # Errors
    /// If the seat is not to act.
    pub fn advise(
        &mut self,
        game: &AnyGame,
        seat: Seat,
        seed: u64,
        control: SearchControl,
    ) -> Result<NamedAdvice, NotToAct> {
        with_game!(game, play => {
            let advice = self.seated(seat).decide(play, seed, control)?;
            Ok(NamedAdvice::of(play.state(), &advice))
        })
    }
}

impl NamedAdvice {
    /// The advice for that position, in notation.
    pub fn of<G: Game>(state: &G, advice: &Advice<G::Action>) -> Self {
        let shares = |value: &Values| shares(value, state.players());
        let choices = advice.choices.iter().map(|choice| NamedChoice {
            action: state.write(choice.action),
            visits: choice.visits,
            value: shares(&choice.value),
            utility: choice.utility.into(),
        });
        Self {
            action: state.write(advice.action),
            value: shares(&advice.value),
            sims: advice.sims,
            choices: choices.collect(),
        }
    }
}

/// The shares of a table's seats, normalised to a sum of one.
pub(crate) fn shares(value: &Values, players: u8) -> Vec<f64> {
    let shares: Vec<f64> = value.seats(players).iter().map(|&share| share.into()).collect();
    let sum: f64 = shares.iter().sum();
    if sum > 0.0 { shares.iter().map(|share| share / sum).collect() } else { shares }
}
