//! A seat's display: a sorted list of covered spaces.
//!
//! The grid is unbounded, but the number of pieces is not. Algorithms that need a grid build a
//! bitboard from the list (see [`crate::board`]).

use crate::board::{Size, sized};
use crate::components::{BONUS_TILES, TOWERS};
use crate::layers::{LayerBoard, MAX_LOW_ROWS, layer};
use crate::placed_shape::{PlacedLand, PlacedShape};
use crate::row::Row;
use crate::tile::MAX_TILE_SPACES;
use crate::{Land, Point};

/// The most rounds a game can have.
pub(crate) const MAX_ROUNDS: usize = 12;
/// The most spaces a display can have: hometown, tiles, bonus tiles and towers.
pub(crate) const MAX_SPACES: usize =
    9 + MAX_ROUNDS * MAX_TILE_SPACES + BONUS_TILES as usize + TOWERS as usize;

/// The town spaces of a hometown.
pub(crate) const TOWN_SPACES: [(i8, i8); 6] = [(1, 0), (2, 0), (1, 1), (2, 1), (1, 2), (2, 2)];
/// The landscape spaces of a hometown.
pub(crate) const HOME_LANDS: [(i8, i8); 3] = [(0, 1), (3, 1), (3, 2)];

/// The content of a space.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ground {
    /// A landscape.
    Land(Land),
    /// One of the six inner spaces of the hometown.
    Town,
    /// A meadow with a wooden sheep.
    WoodenSheep,
    /// A tower.
    Tower,
}

/// A covered space.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Space {
    pub(crate) y: i8,
    pub(crate) x: i8,
    ground: Ground,
    /// The layer of the ground, and whether this is a bonus tile. Precomputed, because branches on
    /// the kind of ground are unpredictable.
    mark: u8,
}

/// The bit of [`Space::mark`] for a bonus tile.
const BONUS: u8 = 0x80;

impl Space {
    const UNUSED: Self = Self::new(0, 0, Ground::Town, false);

    pub(crate) const fn new(x: i8, y: i8, ground: Ground, bonus: bool) -> Self {
        Self { y, x, ground, mark: layer(ground) as u8 | if bonus { BONUS } else { 0 } }
    }

    /// Its layer in a [`LayerBoard`].
    #[inline]
    pub(crate) const fn layer(self) -> usize {
        (self.mark & !BONUS) as usize
    }

    /// Its position.
    pub fn point(self) -> Point {
        Point::new(self.x.into(), self.y.into())
    }

    /// Its content.
    pub const fn ground(self) -> Ground {
        self.ground
    }

    /// Whether it is a bonus tile.
    pub const fn is_bonus(self) -> bool {
        self.mark & BONUS != 0
    }

    /// Whether a wooden sheep can be placed on it.
    #[inline]
    pub(crate) fn has_room_for_sheep(self) -> bool {
        self.ground == Ground::Land(Land::Meadow)
    }

    #[inline]
    fn place(self) -> (i8, i8) {
        (self.y, self.x)
    }
}

/// A seat's display.
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct Display {
    spaces: [Space; MAX_SPACES],
    len: u8,
    left: i8,
    right: i8,
    /// The number of meadows without a wooden sheep.
    meadows: u8,
    circles: u16,
    /// Which of the spaces around the hometown are covered, see [`surrounding_bit`].
    surrounding: u32,
    /// The largest full rectangle.
    pub(crate) area: u8,
    /// The largest flock.
    pub(crate) flock: u8,
}

impl std::fmt::Debug for Display {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.spaces()).finish()
    }
}

impl Display {
    /// The display of a seat without a hometown.
    pub(crate) const EMPTY: Self = Self {
        spaces: [Space::UNUSED; MAX_SPACES],
        len: 0,
        left: 0,
        right: 0,
        meadows: 0,
        circles: 0,
        surrounding: 0,
        area: 0,
        flock: 0,
    };

    /// The covered spaces, row by row.
    #[inline]
    pub fn spaces(&self) -> &[Space] {
        &self.spaces[..usize::from(self.len)]
    }

    /// The space at a position, if it is covered.
    pub fn at(&self, point: Point) -> Option<Space> {
        let place = (i8::try_from(point.y).ok()?, i8::try_from(point.x).ok()?);
        self.find(place).ok().map(|index| self.spaces[index])
    }

    /// Whether a position is free and next to a covered one.
    pub(crate) fn is_beside(&self, point: Point) -> bool {
        self.at(point).is_none() && point.neighbours().iter().any(|&near| self.at(near).is_some())
    }

    fn find(&self, place: (i8, i8)) -> Result<usize, usize> {
        self.spaces().binary_search_by_key(&place, |space| space.place())
    }

    /// The first and the last used column.
    #[inline]
    pub(crate) fn columns(&self) -> (i8, i8) {
        (self.left, self.right)
    }

    /// The first and the last used row.
    #[inline]
    pub(crate) fn rows(&self) -> (i8, i8) {
        match self.spaces() {
            [] => (0, 0),
            [first, .., last] => (first.y, last.y),
            [only] => (only.y, only.y),
        }
    }

    /// The size of board it needs.
    #[inline]
    pub(crate) fn size(&self) -> Size {
        let (top, bottom) = self.rows();
        Size::of((self.right - self.left) as u8 + 1, (bottom - top) as u8 + 1)
    }

    /// Whether the smallest layer board is enough for it.
    #[inline]
    pub(crate) fn is_low(&self) -> bool {
        let (top, bottom) = self.rows();
        self.size() == Size::Common && usize::from((bottom - top) as u8) < MAX_LOW_ROWS
    }

    /// The number of meadows without a wooden sheep.
    #[inline]
    pub const fn meadows(&self) -> u8 {
        self.meadows
    }

    /// The points of its stone circles.
    #[inline]
    pub const fn circles(&self) -> u16 {
        self.circles
    }

    /// The size of its largest full rectangle.
    #[inline]
    pub const fn area(&self) -> u8 {
        self.area
    }

    /// The number of sheep in its largest flock.
    #[inline]
    pub const fn flock(&self) -> u8 {
        self.flock
    }

    /// How many of the 18 spaces around the hometown are not covered.
    #[inline]
    pub const fn unexplored(&self) -> u8 {
        18 - (self.surrounding & SURROUNDING).count_ones() as u8
    }

    /// How many of the 18 spaces around the hometown would not be covered after new ones.
    #[inline]
    pub(crate) fn unexplored_with(&self, new: &PlacedShape) -> u8 {
        let bits = new.padded().map(|placed| surrounding_bit(placed.x, placed.y));
        let surrounding = bits.fold(self.surrounding, |surrounding, bit| surrounding | bit);
        18 - (surrounding & SURROUNDING).count_ones() as u8
    }

    /// Adds spaces that are not covered yet, given row by row.
    ///
    /// A merge from the back: every space moves at most once.
    pub(crate) fn add(&mut self, new: impl DoubleEndedIterator<Item = Space> + ExactSizeIterator) {
        let mut old = usize::from(self.len);
        let mut slot = old + new.len();
        self.len = slot as u8;
        for space in new.rev() {
            slot -= 1;
            while old > 0 && self.spaces[old - 1].place() > space.place() {
                self.spaces[slot] = self.spaces[old - 1];
                slot -= 1;
                old -= 1;
            }
            self.spaces[slot] = space;
            self.update_counts(space);
        }
    }

    #[inline]
    fn update_counts(&mut self, space: Space) {
        self.left = self.left.min(space.x);
        self.right = self.right.max(space.x);
        self.surrounding |= surrounding_bit(space.x, space.y);
        if let Ground::Land(land) = space.ground {
            self.circles += u16::from(land.points());
            self.meadows += u8::from(land == Land::Meadow);
        }
    }

    /// Covers a meadow with a bonus tile.
    pub(crate) fn cover(&mut self, placed: PlacedLand) {
        let Ok(index) = self.find((placed.y, placed.x)) else { return };
        self.spaces[index] = Space::new(placed.x, placed.y, Ground::Land(placed.land), true);
        self.circles += u16::from(placed.land.points());
        self.meadows -= u8::from(placed.land != Land::Meadow);
    }

    /// Adds a tower on a free space.
    pub(crate) fn add_tower(&mut self, x: i8, y: i8) {
        self.add([Space::new(x, y, Ground::Tower, false)].into_iter());
    }

    /// Computes its largest rectangle and its largest flock from scratch.
    pub(crate) fn measure(&mut self) {
        (self.area, self.flock) = sized!(self, measure(self));
    }

    /// Puts a wooden sheep onto a meadow.
    pub(crate) fn add_sheep(&mut self, x: i8, y: i8) {
        let Ok(index) = self.find((y, x)) else { return };
        let bonus = self.spaces[index].is_bonus();
        self.spaces[index] = Space::new(x, y, Ground::WoodenSheep, bonus);
        self.meadows -= 1;
    }
}

fn measure<T: Row, const N: usize>(display: &Display) -> (u8, u8) {
    LayerBoard::<T, N>::with(display, |layers| (layers.board.area(), layers.flock(display)))
}

/// The 18 spaces around the hometown, diagonals included, as [`surrounding_bit`] numbers them.
const SURROUNDING: u32 = {
    let rows = [0b01_1110, 0b11_0011, 0b10_0001, 0b10_0011, 0b11_1110];
    let mut bits = 0;
    let mut row = 0;
    while row < rows.len() {
        bits |= rows[row] << (6 * row);
        row += 1;
    }
    bits
};

/// The bit of a position in the box of six columns and five rows around the hometown; 0 elsewhere.
#[inline]
const fn surrounding_bit(x: i8, y: i8) -> u32 {
    let (column, row) = (x.wrapping_add(1) as u8, y.wrapping_add(1) as u8);
    if column < 6 && row < 5 { 1 << (6 * row + column) } else { 0 }
}

/// Whether a position is one of the 18 around the hometown.
#[inline]
pub(crate) const fn is_surrounding(x: i8, y: i8) -> bool {
    surrounding_bit(x, y) & SURROUNDING != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spaces_around_the_hometown_are_eighteen() {
        let home: Vec<_> = TOWN_SPACES.iter().chain(&HOME_LANDS).copied().collect();
        let near =
            |x: i8, y: i8| home.iter().any(|&(a, b)| a.abs_diff(x) <= 1 && b.abs_diff(y) <= 1);
        let mut count = 0;
        for (x, y) in (-9..9).flat_map(|x| (-9..9).map(move |y| (x, y))) {
            assert_eq!(is_surrounding(x, y), near(x, y) && !home.contains(&(x, y)), "{x},{y}");
            count += u8::from(is_surrounding(x, y));
        }
        assert_eq!(count, 18);
    }
}
