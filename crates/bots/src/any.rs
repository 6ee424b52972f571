//! Bots for whichever game is on the table, spoken to in notation.

use std::any::Any;
use std::fmt;

use rules::{Game, Seat};
use shelf::{AnyGame, with_game};

use crate::{Advice, Bot, Knowledge, Leash, NotToAct, Player, Values};

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

/// A bot that plays whichever game is on the table, and remembers what a [`Player`] does.
pub struct AnyPlayer {
    bot: Bot,
    player: Option<Box<dyn Remembers>>,
}

/// What is remembered is not shown: a page would be sent the words for all of it.
impl fmt::Debug for AnyPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyPlayer").field("bot", &self.bot).finish_non_exhaustive()
    }
}

/// A player of some game.
trait Remembers: Any + Send {
    fn nodes(&self) -> usize;
}

impl<G: Knowledge> Remembers for Player<G> {
    fn nodes(&self) -> usize {
        Self::nodes(self)
    }
}

impl AnyPlayer {
    /// A bot that has not thought about anything yet.
    pub const fn new(bot: Bot) -> Self {
        Self { bot, player: None }
    }

    /// The bot.
    pub const fn bot(&self) -> &Bot {
        &self.bot
    }

    /// How many positions are remembered.
    pub fn nodes(&self) -> usize {
        self.player.as_ref().map_or(0, |player| player.nodes())
    }

    /// The player of a game in that seat, a new one if it was another game or seat until now.
    ///
    /// # Panics
    /// Never: what it looks for has just been put there.
    pub fn playing<G: Knowledge>(&mut self, seat: Seat) -> &mut Player<G> {
        let known = self.player.take().and_then(|known| (known as Box<dyn Any>).downcast().ok());
        let player = known.map_or_else(|| Player::<G>::new(self.bot, seat), |known| *known);
        let player = if player.seat() == seat { player } else { Player::new(self.bot, seat) };
        let player: &mut dyn Any = self.player.insert(Box::new(player)).as_mut();
        player.downcast_mut().expect("it was put there")
    }

    /// What the seat should do now. With a budget of simulations the same game and seed always
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
        with_game!(game, play => {
            let advice = self.playing(seat).decide(play, seed, leash)?;
            Ok(NamedAdvice::of(play.state(), &advice))
        })
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
