//! Plans for any game: answers that a player gives in advance.

use std::fmt;

use foxy_and_wooly::Plan;
use rules::{Game, NotationError, Refusal, Seat};

use crate::games::{AnyGame, GameId, RegisteredGame};

/// A plan of one of the games.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum AnyPlan {
    FoxyAndWooly(Plan),
}

impl GameId {
    /// Whether the game has plans.
    pub const fn has_plans(self) -> bool {
        matches!(self, Self::FoxyAndWooly)
    }
}

impl AnyPlan {
    /// Parses the notation of a plan for that game.
    ///
    /// # Errors
    /// If the text is no plan, or the game has no plans.
    pub fn read(game: GameId, text: &str) -> Result<Self, NotationError> {
        match game {
            GameId::FoxyAndWooly => text.parse().map(Self::FoxyAndWooly),
            GameId::Tipperary | GameId::GlenMore => {
                let title = game.info().title;
                Err(NotationError::new(format!("in {title} no answer can be given in advance")))
            }
        }
    }

    /// Checks that the plan is possible in a position.
    ///
    /// # Errors
    /// If the plan could not apply any more.
    pub fn check(self, game: &AnyGame) -> Result<(), Refusal> {
        let Self::FoxyAndWooly(plan) = self;
        plan.check(state(game)?)
    }

    /// The seat's action by the plan in notation, if it is to act and the plan applies.
    pub fn answer(self, game: &AnyGame, seat: Seat) -> Option<String> {
        let (Self::FoxyAndWooly(plan), state) = (self, state(game).ok()?);
        plan.answer(state, seat).map(|action| state.write(action))
    }

    /// Whether the plan cannot apply any more.
    pub fn is_over(self, game: &AnyGame) -> bool {
        let Self::FoxyAndWooly(plan) = self;
        state(game).is_ok_and(|state| plan.is_over(state))
    }

    /// The plan as a sentence.
    pub fn describe(self, game: &AnyGame) -> String {
        let Self::FoxyAndWooly(plan) = self;
        state(game).map_or_else(|_| plan.to_string(), |state| plan.describe(state))
    }
}

impl fmt::Display for AnyPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::FoxyAndWooly(plan) = self;
        plan.fmt(f)
    }
}

/// The position, if the plan is for this game.
fn state<G: RegisteredGame>(game: &AnyGame) -> Result<&G, Refusal> {
    let play = G::play_of(game).ok_or("that plan is for another game")?;
    Ok(play.state())
}
