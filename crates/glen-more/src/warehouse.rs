//! The warehouse: five rows with the spaces 1, 2 and 3.

use crate::resource::Resource;

/// How many spaces a row has.
pub(crate) const ROW: u8 = 3;

/// How many spaces of each row are covered with coins. Buying covers the cheapest open space,
/// selling uncovers the dearest covered one.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Warehouse {
    covered: [u8; 5],
}

impl Warehouse {
    /// The warehouse at the start: with two or three people every row has a coin on its 1-space.
    pub(crate) const fn new(players: u8) -> Self {
        Self { covered: [if players <= 3 { 1 } else { 0 }; 5] }
    }

    /// A warehouse with so many covered spaces in each row; `None` if a row has fewer spaces.
    pub fn with_covered(covered: [u8; 5]) -> Option<Self> {
        covered.iter().all(|&spaces| spaces <= ROW).then_some(Self { covered })
    }

    /// How many spaces of the row are covered.
    #[inline]
    pub const fn covered(&self, resource: Resource) -> u8 {
        self.covered[resource.index()]
    }

    /// What a cube costs now; `None` if the row is full.
    #[inline]
    pub const fn price(&self, resource: Resource) -> Option<u8> {
        let covered = self.covered(resource);
        if covered < ROW { Some(covered + 1) } else { None }
    }

    /// What a cube sells for now; `None` if the row holds no coin.
    #[inline]
    pub const fn reward(&self, resource: Resource) -> Option<u8> {
        match self.covered(resource) {
            0 => None,
            covered => Some(covered),
        }
    }

    /// Takes the coins for a cube, and gives their number. The row must have an open space.
    #[inline]
    pub(crate) fn buy(&mut self, resource: Resource) -> u8 {
        let row = &mut self.covered[resource.index()];
        debug_assert!(*row < ROW, "a full row sells nothing");
        *row += 1;
        *row
    }

    /// Gives the coins for a cube, and their number. The row must hold a coin.
    #[inline]
    pub(crate) fn sell(&mut self, resource: Resource) -> u8 {
        let row = &mut self.covered[resource.index()];
        debug_assert!(*row > 0, "an empty row buys nothing");
        let reward = *row;
        *row -= 1;
        reward
    }
}

/// What the coins of a row are worth with so many covered spaces, 1 + 2 + …; none if the number is
/// negative, which stands for cubes that the row cannot take any more.
#[inline]
pub(crate) fn worth(covered: i16) -> u16 {
    let spaces = covered.max(0) as u16;
    spaces * (spaces + 1) / 2
}
