//! The tokens: wolves and specials.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::farm::{Direction, Row, Slot};

/// The number of kinds of tokens.
pub(crate) const KINDS: usize = 22;
/// The number of kinds of wolves, which come first.
pub(crate) const WOLF_KINDS: usize = 12;
/// The number of kinds of special tokens.
pub(crate) const SPECIAL_KINDS: usize = KINDS - WOLF_KINDS;

/// A kind of token. [`Token::wolf`] and [`Token::special`] give its meaning.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Token {
    W1,
    W2,
    W3,
    W4,
    W5,
    W6,
    W7,
    W8,
    W9,
    Top,
    Mid,
    Low,
    MoveH,
    MoveV,
    MoveD,
    Gun,
    Steal,
    Flock,
    Pair8,
    Pair10,
    Solo12,
    Trade3,
}

const NAMES: [&str; KINDS] = [
    "w1", "w2", "w3", "w4", "w5", "w6", "w7", "w8", "w9", "top", "mid", "low", "move-h", "move-v",
    "move-d", "gun", "steal", "flock", "pair8", "pair10", "solo12", "trade3",
];

/// A wolf: one that attacks a slot at once, or one that waits at a row's gate.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Wolf {
    /// Attacks the slot with its number.
    Hungry(Slot),
    /// Waits at the gate of its row until all tokens are gone.
    Waiting(Row),
}

/// A special token.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Special {
    /// Moves a sheep to a neighbouring empty slot.
    Move(Direction),
    /// Makes a numbered wolf attack three slots lower.
    Gun,
    /// Takes up to two cubes from the field instead of paying one.
    Steal,
    /// One point for every surviving sheep.
    Flock,
    /// Two sheep for 8 points.
    Pair8,
    /// Two sheep and a cube for 10 points.
    Pair10,
    /// A sheep and three cubes for 12 points.
    Solo12,
    /// Three points for every two cubes.
    Trade3,
}

impl Token {
    /// All kinds, wolves first.
    pub const ALL: [Self; KINDS] = [
        Self::W1,
        Self::W2,
        Self::W3,
        Self::W4,
        Self::W5,
        Self::W6,
        Self::W7,
        Self::W8,
        Self::W9,
        Self::Top,
        Self::Mid,
        Self::Low,
        Self::MoveH,
        Self::MoveV,
        Self::MoveD,
        Self::Gun,
        Self::Steal,
        Self::Flock,
        Self::Pair8,
        Self::Pair10,
        Self::Solo12,
        Self::Trade3,
    ];

    /// The name in notation.
    pub const fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    /// The kind of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|token| token.name() == name)
    }

    /// Whether it is a wolf.
    #[inline]
    pub const fn is_wolf(self) -> bool {
        (self as usize) < WOLF_KINDS
    }

    /// The wolf's attack, if it is a wolf.
    #[inline]
    pub const fn wolf(self) -> Option<Wolf> {
        match (Slot::new(self as u8 + 1), self) {
            (Some(slot), _) => Some(Wolf::Hungry(slot)),
            (_, Self::Top) => Some(Wolf::Waiting(Row::Top)),
            (_, Self::Mid) => Some(Wolf::Waiting(Row::Mid)),
            (_, Self::Low) => Some(Wolf::Waiting(Row::Low)),
            _ => None,
        }
    }

    /// The special effect, if it is a special token.
    #[inline]
    pub fn special(self) -> Option<Special> {
        (self as usize).checked_sub(WOLF_KINDS).map(|index| Special::ALL[index])
    }
}

impl Special {
    /// All kinds, in the order of their tokens.
    pub const ALL: [Self; SPECIAL_KINDS] = [
        Self::Move(Direction::Horizontal),
        Self::Move(Direction::Vertical),
        Self::Move(Direction::Diagonal),
        Self::Gun,
        Self::Steal,
        Self::Flock,
        Self::Pair8,
        Self::Pair10,
        Self::Solo12,
        Self::Trade3,
    ];

    /// The index among the kinds of special tokens.
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Self::Move(direction) => direction as usize,
            Self::Gun => 3,
            Self::Steal => 4,
            Self::Flock => 5,
            Self::Pair8 => 6,
            Self::Pair10 => 7,
            Self::Solo12 => 8,
            Self::Trade3 => 9,
        }
    }

    /// The token with this effect.
    pub const fn token(self) -> Token {
        Token::ALL[WOLF_KINDS + self.index()]
    }

    /// The name in a sentence.
    pub const fn called(self) -> &'static str {
        match self {
            Self::Move(Direction::Horizontal) => "the sideways move",
            Self::Move(Direction::Vertical) => "the move up or down",
            Self::Move(Direction::Diagonal) => "the diagonal move",
            Self::Gun => "the gun",
            Self::Steal => "the thief",
            Self::Flock => "the flock",
            Self::Pair8 => "the pair for 8",
            Self::Pair10 => "the pair for 10",
            Self::Solo12 => "the lone sheep for 12",
            Self::Trade3 => "the cube trade",
        }
    }

    /// The effect in words, for players.
    pub const fn describe(self) -> &'static str {
        match self {
            Self::Move(Direction::Horizontal) => "moves a sheep left or right",
            Self::Move(Direction::Vertical) => "moves a sheep up or down",
            Self::Move(Direction::Diagonal) => "moves a sheep diagonally",
            Self::Gun => "a numbered wolf attacks three slots lower",
            Self::Steal => "take two cubes from the field instead of paying",
            Self::Flock => "+1 point for each surviving sheep",
            Self::Pair8 => "2 sheep for 8 points",
            Self::Pair10 => "2 sheep and a cube for 10 points",
            Self::Solo12 => "a sheep and 3 cubes for 12 points",
            Self::Trade3 => "3 points for every 2 cubes",
        }
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_is_a_wolf_or_special_under_its_own_name() {
        for (index, token) in Token::ALL.into_iter().enumerate() {
            assert_eq!(token as usize, index);
            assert_eq!(Token::named(token.name()), Some(token));
            assert_eq!(token.wolf().is_some(), token.is_wolf());
            assert_eq!(token.special().is_none(), token.is_wolf());
            assert_eq!(token.special().map_or(token, Special::token), token);
            assert_eq!(serde_json::to_value(token).unwrap(), token.name());
        }
    }
}
