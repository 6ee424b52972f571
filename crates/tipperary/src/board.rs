//! A picture of a display in bits: what is covered, and where a tile fits.
//!
//! A board is drawn from a display's list of spaces whenever it is needed, just wide enough for it,
//! so that an unbounded grid costs no more than the pieces that lie on it.

use crate::row::Row;
use crate::{Display, Point};

use crate::tile::{MOST_TILE_SPACES, Shape, TileSpace};

/// Rows that stay free above and below a display, so that a tile can lie there and still have a
/// free row beside it.
pub(crate) const MARGIN: usize = MOST_TILE_SPACES + 1;

/// How large a board a display needs.
///
/// A display of n spaces that hang together has at most n + 1 rows and columns together, so a wide
/// one is never tall.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Size {
    /// Up to 20 columns and 34 rows: nearly every display.
    Common,
    /// Up to 52 columns.
    Tall,
    /// More columns.
    Wide,
}

impl Size {
    #[inline]
    pub(crate) const fn of(columns: u8, rows: u8) -> Self {
        match (columns, rows) {
            (..=20, ..=34) => Self::Common,
            (..=52, _) => Self::Tall,
            _ => Self::Wide,
        }
    }
}

/// Calls a function with the row type and the number of rows that a display needs.
macro_rules! sized {
    ($display:expr, $function:ident($($argument:expr),*)) => {
        match $display.size() {
            $crate::board::Size::Common => $function::<u32, 48>($($argument),*),
            $crate::board::Size::Tall => $function::<u64, 116>($($argument),*),
            $crate::board::Size::Wide => $function::<u128, 72>($($argument),*),
        }
    };
}
pub(crate) use sized;

/// Which part of the unbounded grid a board shows.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Frame {
    left: i16,
    top: i16,
    /// How many rows there are between the margins.
    height: usize,
}

impl Frame {
    #[inline]
    pub(crate) fn of(display: &Display) -> Self {
        let (top, bottom) = display.rows();
        Self {
            left: i16::from(display.columns().0) - MOST_TILE_SPACES as i16,
            top: i16::from(top) - MARGIN as i16,
            height: (bottom - top) as usize + 1,
        }
    }

    #[inline]
    pub(crate) fn row(self, y: i8) -> usize {
        (i16::from(y) - self.top) as usize
    }

    #[inline]
    pub(crate) fn column(self, x: i8) -> u32 {
        (i16::from(x) - self.left) as u32
    }

    #[inline]
    pub(crate) fn point(self, row: usize, column: u32) -> Point {
        Point::new(self.left + column as i16, self.top + row as i16)
    }

    /// How many rows there are between the margins.
    #[inline]
    pub(crate) fn height(self) -> usize {
        self.height
    }
}

/// What is covered, in rows of bits.
pub(crate) struct Board<T, const N: usize> {
    pub(crate) frame: Frame,
    pub(crate) occupied: [T; N],
}

impl<T: Row, const N: usize> Board<T, N> {
    /// The board that shows a display.
    #[inline]
    pub(crate) fn of(display: &Display) -> Self {
        let frame = Frame::of(display);
        let mut occupied = [T::EMPTY; N];
        for space in display.spaces() {
            occupied[frame.row(space.y)] |= T::column(frame.column(space.x));
        }
        Self { frame, occupied }
    }

    /// What is covered, and the spaces beside it.
    #[inline]
    pub(crate) fn reach(&self) -> [T; N] {
        let mut reach = [T::EMPTY; N];
        for (near, row) in reach.iter_mut().zip(&self.occupied) {
            *near = row.widened();
        }
        let rows = self.frame.height + 2;
        let from = MARGIN - 1;
        for (near, row) in reach[from..][..rows].iter_mut().zip(&self.occupied[from + 1..]) {
            *near |= *row;
        }
        for (near, row) in reach[from..][..rows].iter_mut().zip(&self.occupied[from - 1..]) {
            *near |= *row;
        }
        reach
    }

    /// The free spaces beside what is covered, row by row.
    pub(crate) fn beside(&self) -> [T; N] {
        let mut beside = self.reach();
        for (near, row) in beside.iter_mut().zip(&self.occupied) {
            *near &= !*row;
        }
        beside
    }
}

/// Where a tile of one shape can lie: the top left corners of its bounding box.
pub(crate) struct Fits<T, const N: usize> {
    corners: [T; N],
    /// The board's row of the first of the corners' rows.
    first: usize,
    rows: usize,
}

impl<T: Row, const N: usize> Fits<T, N> {
    /// All places for a shape on a board, whose reach is given too.
    ///
    /// Every space of the tile is looked up for all places at once: a row of bits shifted by the
    /// space's offset says where that space would lie on something, or beside it.
    #[inline]
    pub(crate) fn of(board: &Board<T, N>, reach: &[T; N], shape: &Shape) -> Self {
        let first = MARGIN - usize::from(shape.height());
        let rows = board.frame.height + usize::from(shape.height()) + 1;
        let mut covered = [T::EMPTY; N];
        let mut corners = [T::EMPTY; N];
        for space in shape.spaces() {
            add_shifted(&mut covered[..rows], &board.occupied[first..], space);
            add_shifted(&mut corners[..rows], &reach[first..], space);
        }
        for (corner, covered) in corners[..rows].iter_mut().zip(&covered) {
            *corner &= !*covered;
        }
        Self { corners, first, rows }
    }

    /// How many places there are.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.corners[..self.rows].iter().map(|row| row.count() as usize).sum()
    }

    /// The places, row by row.
    #[inline]
    pub(crate) fn points(&self, frame: Frame) -> impl Iterator<Item = Point> {
        let rows = self.corners[..self.rows].iter().enumerate();
        rows.flat_map(move |(row, corners)| {
            corners.columns().map(move |column| frame.point(self.first + row, column))
        })
    }
}

#[inline]
fn add_shifted<T: Row>(sum: &mut [T], rows: &[T], space: &TileSpace) {
    let column = u32::from(space.x);
    for (sum, row) in sum.iter_mut().zip(&rows[usize::from(space.y)..]) {
        *sum |= *row >> column;
    }
}

/// The place with that number among those set, row by row.
#[inline]
pub(crate) fn nth<T: Row>(rows: &[T], mut number: usize) -> Option<(usize, u32)> {
    for (row, bits) in rows.iter().enumerate() {
        let count = bits.count() as usize;
        if number < count {
            return bits.columns().nth(number).map(|column| (row, column));
        }
        number -= count;
    }
    None
}

impl<T: Row, const N: usize> Fits<T, N> {
    /// The place with that number.
    #[inline]
    pub(crate) fn nth(&self, frame: Frame, number: usize) -> Option<Point> {
        let (row, column) = nth(&self.corners[..self.rows], number)?;
        Some(frame.point(self.first + row, column))
    }
}
