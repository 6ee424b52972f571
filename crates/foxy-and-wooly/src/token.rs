//! The tokens: wolves and specials.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::farm::{Direction, Row, Slot};

/// How many kinds of wolves there are.
pub(crate) const WOLF_KINDS: usize = 12;
/// How many kinds of special tokens there are.
pub(crate) const SPECIAL_KINDS: usize = 10;

/// A wolf: one that attacks a slot at once, or one that waits at a row's gate.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wolf {
    /// Attacks the slot with its number.
    Hungry(Slot),
    /// Waits at the gate of its row until all tokens are gone.
    Waiting(Row),
}

/// A special token.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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

/// Any token.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub enum Token {
    /// Nobody wants it.
    Wolf(Wolf),
    /// Somebody may want it.
    Special(Special),
}

const WOLF_NAMES: [&str; WOLF_KINDS] =
    ["w1", "w2", "w3", "w4", "w5", "w6", "w7", "w8", "w9", "top", "mid", "low"];
const SPECIAL_NAMES: [&str; SPECIAL_KINDS] =
    ["move-h", "move-v", "move-d", "gun", "steal", "flock", "pair8", "pair10", "solo12", "trade3"];

impl Wolf {
    /// Its place among the kinds of wolves.
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Self::Hungry(slot) => slot.number() as usize - 1,
            Self::Waiting(row) => 9 + row as usize,
        }
    }

    /// The kind at that place.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        match Slot::new(index as u8 + 1) {
            Some(slot) => Self::Hungry(slot),
            None => Self::Waiting(Row::ALL[index - 9]),
        }
    }
}

impl Special {
    /// All kinds, in the order of legal lists.
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

    /// Its place among the kinds of specials.
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

    /// The name in notation.
    pub const fn name(self) -> &'static str {
        SPECIAL_NAMES[self.index()]
    }

    /// The kind of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|special| special.name() == name)
    }

    /// What it does, for players.
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

impl Token {
    /// All kinds, wolves first.
    pub fn all() -> impl Iterator<Item = Self> {
        let wolves = (0..WOLF_KINDS).map(|index| Self::Wolf(Wolf::from_index(index)));
        wolves.chain(Special::ALL.map(Self::Special))
    }

    /// The name in notation.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wolf(wolf) => WOLF_NAMES[wolf.index()],
            Self::Special(special) => special.name(),
        }
    }

    /// The kind of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|token| token.name() == name)
    }

    /// Whether it is a wolf.
    #[inline]
    pub const fn is_wolf(self) -> bool {
        matches!(self, Self::Wolf(_))
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<Token> for &'static str {
    fn from(token: Token) -> Self {
        token.name()
    }
}

impl TryFrom<String> for Token {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Self::named(&name).ok_or_else(|| format!("there is no token {name:?}"))
    }
}
