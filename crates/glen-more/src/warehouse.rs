//! The warehouse: five rows with the spaces 1, 2 and 3.

use crate::resource::Resource;

/// The number of spaces of a row.
pub(crate) const ROW: u8 = 3;

/// The number of spaces of each row that are covered with coins. Buying covers the cheapest open
/// space, selling uncovers the most expensive covered one.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Warehouse {
    covered: [u8; 5],
}

impl Warehouse {
    /// The warehouse at the start: for two or three players every row has a coin on its 1-space.
    pub(crate) const fn new(players: u8) -> Self {
        Self { covered: [if players <= 3 { 1 } else { 0 }; 5] }
    }

    /// A warehouse with that many covered spaces in each row; `None` if a row has fewer spaces.
    pub fn with_covered(covered: [u8; 5]) -> Option<Self> {
        covered.iter().all(|&spaces| spaces <= ROW).then_some(Self { covered })
    }

    /// The number of covered spaces of the row.
    #[inline]
    pub const fn covered(&self, resource: Resource) -> u8 {
        self.covered[resource.index()]
    }

    /// The price of a cube; `None` if the row is full.
    #[inline]
    pub const fn price(&self, resource: Resource) -> Option<u8> {
        let covered = self.covered(resource);
        if covered < ROW { Some(covered + 1) } else { None }
    }

    /// The coins for a sold cube; `None` if the row has no coins.
    #[inline]
    pub const fn reward(&self, resource: Resource) -> Option<u8> {
        match self.covered(resource) {
            0 => None,
            covered => Some(covered),
        }
    }

    /// Covers a space and returns the price. The row must have an open space.
    #[inline]
    pub(crate) fn buy(&mut self, resource: Resource) -> u8 {
        let row = &mut self.covered[resource.index()];
        debug_assert!(*row < ROW, "a full row sells nothing");
        *row += 1;
        *row
    }

    /// Uncovers a space and returns the coins. The row must have a coin.
    #[inline]
    pub(crate) fn sell(&mut self, resource: Resource) -> u8 {
        let row = &mut self.covered[resource.index()];
        debug_assert!(*row > 0, "an empty row buys nothing");
        let reward = *row;
        *row -= 1;
        reward
    }
}

/// The coins on a row with that many covered spaces, 1 + 2 + …; 0 for negative numbers, which stand
/// for cubes that do not fit into the row.
#[inline]
pub(crate) fn worth(covered: i16) -> u16 {
    let spaces = covered.max(0) as u16;
    spaces * (spaces + 1) / 2
}
