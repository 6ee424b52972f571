//! Plans: answers that a player gives in advance. Their notation, the action they lead to, and when
//! they end.

use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use rules::notation::{Words, number};
use rules::{Game, NotationError, Refusal, Seat};

use crate::action::Action;
use crate::event::token_name;
use crate::state::{FoxyAndWooly, Phase};
use crate::token::Token;

/// "While that wolf is offered to me with fewer than that many cubes on the field, chase it."
///
/// The wolf is named by its place on the field, because a component set may have two alike.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Plan {
    /// The wolf's place on the field, from 1.
    pub place: NonZeroU8,
    /// The number of cubes on the field from which it is not chased any more.
    pub below: NonZeroU8,
}

impl Plan {
    /// Checks that the plan is possible in a position.
    ///
    /// # Errors
    /// If the field has no such wolf, or it is gone.
    pub fn check(self, state: &FoxyAndWooly) -> Result<(), Refusal> {
        let place = self.place;
        let token = self.token(state).ok_or_else(|| format!("there is no token {place}"))?;
        if !token.is_wolf() {
            let name = token_name(token);
            return Err(format!("token {place} is {name}: only wolves are chased").into());
        }
        if self.is_over(state) {
            return Err(format!("{} is gone", token_name(token)).into());
        }
        Ok(())
    }

    /// The seat's action by the plan, if it is to act and the plan applies.
    pub fn answer(self, state: &FoxyAndWooly, seat: Seat) -> Option<Action> {
        let offered = state.token()?.is_wolf() && state.place() + 1 == self.place();
        let wanted = offered && state.pot() < self.below.get();
        (wanted && state.check(seat.into(), Action::Chase).is_ok()).then_some(Action::Chase)
    }

    /// Whether the wolf is gone, so that the plan cannot apply any more.
    pub fn is_over(self, state: &FoxyAndWooly) -> bool {
        match state.phase() {
            Phase::Dealing | Phase::First => false,
            Phase::Bidding => state.place() >= self.place(),
            Phase::Attacks | Phase::Finish | Phase::Over => true,
        }
    }

    /// The plan as a sentence.
    pub fn describe(self, state: &FoxyAndWooly) -> String {
        let wolf = self.token(state).map_or_else(|| format!("token {}", self.place), token_name);
        match self.below.get() {
            1 => format!("Chase {wolf} while no cube lies on the field."),
            below => format!("Chase {wolf} while fewer than {below} cubes lie on the field."),
        }
    }

    fn place(self) -> usize {
        self.place.get().into()
    }

    fn token(self, state: &FoxyAndWooly) -> Option<Token> {
        state.field().get(self.place() - 1).copied()
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "chase {} below {}", self.place, self.below)
    }
}

impl FromStr for Plan {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut words = Words::new(text);
        expect(&mut words, "chase")?;
        let place = count(words.next("the wolf's place on the field")?, "a place")?;
        expect(&mut words, "below")?;
        let below = count(words.next("the number of cubes")?, "a number of cubes")?;
        words.done(Self { place, below })
    }
}

fn expect(words: &mut Words<'_>, word: &str) -> Result<(), NotationError> {
    match words.next("the plan")? {
        found if found == word => Ok(()),
        _ => Err(NotationError::new("a plan looks like `chase 4 below 5`")),
    }
}

fn count(word: &str, what: &str) -> Result<NonZeroU8, NotationError> {
    let value = number(word, u8::MAX.into(), what)? as u8;
    NonZeroU8::new(value).ok_or_else(|| NotationError::new(format!("{what} is at least 1")))
}
