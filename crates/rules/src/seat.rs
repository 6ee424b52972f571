//! Seats, actors and turns.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The most seats a table can have in any game.
pub const MAX_SEATS: usize = 5;

/// A player's place at the table, numbered from 1, clockwise.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat with that index, counted from 0.
    ///
    /// # Panics
    /// If there can be no such seat at any table ([`MAX_SEATS`]).
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < MAX_SEATS, "a table has at most five seats");
        Self(index as u8)
    }

    /// The seat with that number, counted from 1; `None` if there can be no such seat.
    pub fn from_number(number: u64) -> Option<Self> {
        (1..=MAX_SEATS as u64).contains(&number).then(|| Self(number as u8 - 1))
    }

    /// The seat's index in an array, counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat's number for players, counted from 1.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The next seat clockwise at a table of that many players.
    #[inline]
    #[must_use]
    pub const fn left(self, players: u8) -> Self {
        if self.0 + 1 >= players { Self(0) } else { Self(self.0 + 1) }
    }

    /// All seats of a table of that many players, in order.
    #[inline]
    pub fn all(players: u8) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..players).map(Self)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.number())
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.number())
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u64::deserialize(deserializer)?;
        Self::from_number(number).ok_or_else(|| {
            de::Error::custom(format!("there is no seat {number}: seats are 1 to 5"))
        })
    }
}

/// A set of seats, iterated in ascending order.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// The set of one seat.
    #[inline]
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// Every seat of a table of that many players.
    #[inline]
    pub const fn all(players: u8) -> Self {
        Self(((1u16 << players) - 1) as u8)
    }

    /// The set with that seat added.
    #[inline]
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// The set without that seat.
    #[inline]
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// Whether the seat is in the set.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of seats in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The lowest seat, if there is one.
    #[inline]
    pub fn first(self) -> Option<Seat> {
        (self.0 != 0).then(|| Seat(self.0.trailing_zeros() as u8))
    }

    /// The seat at that index of the ascending list.
    #[inline]
    pub fn nth(self, index: usize) -> Option<Seat> {
        self.into_iter().nth(index)
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl IntoIterator for SeatSet {
    type Item = Seat;
    type IntoIter = SeatSetIter;

    fn into_iter(self) -> SeatSetIter {
        SeatSetIter(self)
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl Serialize for SeatSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de> Deserialize<'de> for SeatSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Seat>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// Iterates a [`SeatSet`].
#[derive(Clone, Debug)]
pub struct SeatSetIter(SeatSet);

impl Iterator for SeatSetIter {
    type Item = Seat;

    #[inline]
    fn next(&mut self) -> Option<Seat> {
        let seat = self.0.first()?;
        self.0 = self.0.without(seat);
        Some(seat)
    }
}

/// The actor of an action: a seat, or the dealer.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Actor {
    /// Chance: everything that is drawn or rolled.
    Dealer,
    /// A player.
    Seat(Seat),
}

impl From<Seat> for Actor {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dealer => f.write_str("*"),
            Self::Seat(seat) => seat.fmt(f),
        }
    }
}

/// The actors that may act now.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The dealer alone.
    Dealer,
    /// These seats, in any order; never empty.
    Seats(SeatSet),
    /// None: the game is over.
    Over,
}

impl Turn {
    /// Whether that actor may act now.
    #[inline]
    pub fn includes(self, actor: Actor) -> bool {
        match (self, actor) {
            (Self::Dealer, Actor::Dealer) => true,
            (Self::Seats(seats), Actor::Seat(seat)) => seats.contains(seat),
            _ => false,
        }
    }
}

impl Serialize for Turn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Dealer => serializer.serialize_str("*"),
            Self::Seats(seats) => seats.serialize(serializer),
            Self::Over => serializer.serialize_str("over"),
        }
    }
}

impl<'de> Deserialize<'de> for Turn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum SeatsOrText {
            Seats(SeatSet),
            Text(String),
        }
        match SeatsOrText::deserialize(deserializer)? {
            SeatsOrText::Seats(seats) if !seats.is_empty() => Ok(Self::Seats(seats)),
            SeatsOrText::Text(text) if text == "*" => Ok(Self::Dealer),
            SeatsOrText::Text(text) if text == "over" => Ok(Self::Over),
            _ => Err(de::Error::custom("a turn is a list of seats, \"*\" or \"over\"")),
        }
    }
}
