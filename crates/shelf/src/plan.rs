//! Answers given in advance, for whichever game knows them.

use std::fmt;

use foxy_and_wooly::Plan;
use rules::{Game, NotationError, Refusal, Seat};

use crate::games::{AnyGame, GameId, Shelved};

/// An answer that somebody gives in advance. It is one of the games' own.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum AnyPlan {
    FoxyAndWooly(Plan),
}

impl GameId {
    /// Whether answers can be given in advance.
    pub const fn has_plans(self) -> bool {
        matches!(self, Self::FoxyAndWooly)
    }
}

impl AnyPlan {
    /// Reads the notation of a plan for that game.
    ///
    /// # Errors
    /// If it is none, or the game has no plans.
    pub fn read(game: GameId, text: &str) -> Result<Self, NotationError> {
        match game {
            GameId::FoxyAndWooly => text.parse().map(Self::FoxyAndWooly),
            GameId::Tipperary | GameId::GlenMore => {
                let title = game.info().title;
                Err(NotationError::new(format!("in {title} no answer can be given in advance")))
            }
        }
    }

    /// Whether it can be made now.
    ///
    /// # Errors
    /// If it would be about nothing.
    pub fn check(self, game: &AnyGame) -> Result<(), Refusal> {
        let Self::FoxyAndWooly(plan) = self;
        plan.check(state(game)?)
    }

    /// What the seat does now, in notation, if it is to act and the plan says what.
    pub fn answer(self, game: &AnyGame, seat: Seat) -> Option<String> {
        let (Self::FoxyAndWooly(plan), state) = (self, state(game).ok()?);
        plan.answer(state, seat).map(|action| state.write(action))
    }

    /// Whether nothing will come of it any more.
    pub fn is_over(self, game: &AnyGame) -> bool {
        let Self::FoxyAndWooly(plan) = self;
        state(game).is_ok_and(|state| plan.is_over(state))
    }

    /// The plan in words, a sentence.
    pub fn tell(self, game: &AnyGame) -> String {
        let Self::FoxyAndWooly(plan) = self;
        state(game).map_or_else(|_| plan.to_string(), |state| plan.tell(state))
    }
}

impl fmt::Display for AnyPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::FoxyAndWooly(plan) = self;
        plan.fmt(f)
    }
}

/// The position, if the plan is for this game.
fn state<G: Shelved>(game: &AnyGame) -> Result<&G, Refusal> {
    let play = G::play_of(game).ok_or("that plan is for another game")?;
    Ok(play.state())
}
