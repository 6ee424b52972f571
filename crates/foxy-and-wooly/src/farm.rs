//! The farm: nine slots in three rows, each for one sheep.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The number of slots.
pub(crate) const SLOTS: usize = 9;

/// A slot of a farm, 1 to 9: top row 1 2 3, middle 4 5 6, low 7 8 9.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Slot(u8);

impl Slot {
    /// The slot with that number, if there is one.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number as usize <= SLOTS { Some(Self(number)) } else { None }
    }

    /// The number printed on the slot, which is also its score.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    const fn bit(self) -> u16 {
        1 << (self.0 - 1)
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "slot {}", self.0)
    }
}

impl From<Slot> for u8 {
    fn from(slot: Slot) -> Self {
        slot.0
    }
}

impl TryFrom<u8> for Slot {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        Self::new(number).ok_or_else(|| format!("there is no slot {number}: slots are 1 to 9"))
    }
}

/// A row of the farm, with a gate at which a wolf can wait.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Row {
    Top,
    Mid,
    Low,
}

impl Row {
    /// All rows from top to bottom.
    pub const ALL: [Self; 3] = [Self::Top, Self::Mid, Self::Low];

    /// The name in notation.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Top => "top",
            Self::Mid => "mid",
            Self::Low => "low",
        }
    }
}

/// The side of the farms with the gates.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Gate {
    /// The lowest number of a row is nearest.
    Left,
    /// The highest number of a row is nearest.
    Right,
}

/// The direction in which a move token moves a sheep.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// Left or right.
    Horizontal,
    /// Up or down.
    Vertical,
    /// Diagonally.
    Diagonal,
}

impl Direction {
    /// All directions, in the order of legal lists.
    pub const ALL: [Self; 3] = [Self::Horizontal, Self::Vertical, Self::Diagonal];

    /// The name in notation.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Horizontal => "h",
            Self::Vertical => "v",
            Self::Diagonal => "d",
        }
    }

    /// The slots next to each slot in this direction.
    #[inline]
    const fn neighbours(self, slot: Slot) -> Sheep {
        const TABLE: [[u16; SLOTS]; 3] = neighbour_table();
        Sheep(TABLE[self as usize][slot.0 as usize - 1])
    }

    /// Whether a sheep can move between two slots with such a token.
    pub const fn joins(self, from: Slot, to: Slot) -> bool {
        self.neighbours(from).contains(to)
    }
}

const fn neighbour_table() -> [[u16; SLOTS]; 3] {
    let mut table = [[0; SLOTS]; 3];
    let mut from = 0;
    while from < SLOTS {
        let mut to = 0;
        while to < SLOTS {
            let across = (from % 3).abs_diff(to % 3);
            let down = (from / 3).abs_diff(to / 3);
            let direction = match (across, down) {
                (1, 0) => 0,
                (0, 1) => 1,
                (1, 1) => 2,
                _ => 3,
            };
            if direction < 3 {
                table[direction][from] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    table
}

/// The number of moves for every set of sheep.
const fn move_table() -> [[u8; 1 << SLOTS]; 3] {
    let neighbours = neighbour_table();
    let mut table = [[0; 1 << SLOTS]; 3];
    let mut direction = 0;
    while direction < 3 {
        let mut sheep = 0;
        while sheep < 1 << SLOTS {
            let mut from = 0;
            while from < SLOTS {
                if sheep & (1 << from) != 0 {
                    let targets = neighbours[direction][from] & !(sheep as u16);
                    table[direction][sheep] += targets.count_ones() as u8;
                }
                from += 1;
            }
            sheep += 1;
        }
        direction += 1;
    }
    table
}

/// The slots of a farm that hold a sheep; iterated in ascending order.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct Sheep(u16);

impl Sheep {
    /// A sheep in every slot.
    pub const ALL: Self = Self((1 << SLOTS) - 1);

    /// The number of sheep.
    #[inline]
    pub const fn count(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there is a sheep in the slot.
    #[inline]
    pub const fn contains(self, slot: Slot) -> bool {
        self.0 & slot.bit() != 0
    }

    /// Removes the sheep from a slot, if there is one.
    #[inline]
    pub fn remove(&mut self, slot: Slot) {
        self.0 &= !slot.bit();
    }

    /// Puts a sheep into a slot.
    #[inline]
    pub fn insert(&mut self, slot: Slot) {
        self.0 |= slot.bit();
    }

    /// The sheep nearest to the gate of a row, if the row holds any.
    #[inline]
    pub fn nearest(self, row: Row, gate: Gate) -> Option<Slot> {
        let in_row = Self(self.0 & 0b111 << (3 * row as u16));
        match gate {
            Gate::Left => in_row.lowest(),
            Gate::Right => in_row.highest(),
        }
    }

    /// The sheep that the wolves at the gates eat, with `waiting` wolves at each row.
    #[must_use]
    pub fn eaten_by(self, waiting: [u8; 3], gate: Gate) -> Self {
        let mut left = self;
        for (row, wolves) in Row::ALL.into_iter().zip(waiting) {
            for _ in 0..wolves {
                if let Some(slot) = left.nearest(row, gate) {
                    left.remove(slot);
                }
            }
        }
        Self(self.0 & !left.0)
    }

    /// The slots to which a sheep in `from` can move in that direction.
    #[inline]
    #[must_use]
    pub fn targets(self, direction: Direction, from: Slot) -> Self {
        Self(direction.neighbours(from).0 & !self.0)
    }

    /// The number of moves in that direction.
    #[inline]
    pub const fn moves(self, direction: Direction) -> usize {
        static TABLE: [[u8; 1 << SLOTS]; 3] = move_table();
        TABLE[direction as usize][self.0 as usize] as usize
    }

    fn lowest(self) -> Option<Slot> {
        (self.0 != 0).then(|| Slot(self.0.trailing_zeros() as u8 + 1))
    }

    /// The sheep in the slot with the highest number, if there is any.
    #[inline]
    pub fn highest(self) -> Option<Slot> {
        (self.0 != 0).then(|| Slot((16 - self.0.leading_zeros()) as u8))
    }
}

impl FromIterator<Slot> for Sheep {
    fn from_iter<I: IntoIterator<Item = Slot>>(slots: I) -> Self {
        slots.into_iter().fold(Self::default(), |mut sheep, slot| {
            sheep.insert(slot);
            sheep
        })
    }
}

impl IntoIterator for Sheep {
    type Item = Slot;
    type IntoIter = SheepIter;

    #[inline]
    fn into_iter(self) -> SheepIter {
        SheepIter(self)
    }
}

impl fmt::Debug for Sheep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// Iterates [`Sheep`].
#[derive(Clone, Debug)]
pub struct SheepIter(Sheep);

impl Iterator for SheepIter {
    type Item = Slot;

    #[inline]
    fn next(&mut self) -> Option<Slot> {
        let slot = self.0.lowest()?;
        self.0.0 &= self.0.0 - 1;
        Some(slot)
    }
}
