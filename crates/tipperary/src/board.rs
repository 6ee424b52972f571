//! A display as a bitboard: which spaces are covered, and where a tile fits.
//!
//! A board is built from a display's list of spaces whenever it is needed, just large enough for
//! it, so that an unbounded grid costs no more than the pieces on it.

use crate::placed_shape::PlacedShape;
use crate::row::Row;
use crate::{Action, Display, Point};

use crate::tile::{MAX_TILE_SPACES, Shape, TileSpace};

/// Free rows above and below a display: room for a tile there with a free row beyond it.
pub(crate) const MARGIN: usize = MAX_TILE_SPACES + 1;

/// The size of the board that a display needs.
///
/// A connected display of n spaces has at most n + 1 rows and columns together, so a wide
/// one is never tall.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Size {
    /// Up to 20 columns and 25 rows: nearly every display.
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
            (..=20, ..=25) => Self::Common,
            (..=52, _) => Self::Tall,
            _ => Self::Wide,
        }
    }
}

/// Calls a function with the row type and the number of rows of the board for a display.
macro_rules! sized {
    ($display:expr, $function:ident($($argument:expr),*)) => {
        match $display.size() {
            $crate::board::Size::Common => $function::<u32, 48>($($argument),*),
            $crate::board::Size::Tall => $function::<u64, 116>($($argument),*),
            $crate::board::Size::Wide => $function::<u128, 80>($($argument),*),
        }
    };
}
pub(crate) use sized;

/// The part of the unbounded grid that a board shows.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Frame {
    left: isize,
    top: isize,
    /// The number of rows between the margins.
    height: usize,
}

impl Frame {
    #[inline]
    pub(crate) fn of(display: &Display) -> Self {
        let (top, bottom) = display.rows();
        Self {
            left: isize::from(display.columns().0) - MAX_TILE_SPACES as isize,
            top: isize::from(top) - MARGIN as isize,
            height: (bottom - top) as usize + 1,
        }
    }

    #[inline]
    pub(crate) fn row(self, y: i8) -> usize {
        (isize::from(y) - self.top) as usize
    }

    #[inline]
    pub(crate) fn column(self, x: i8) -> u32 {
        (isize::from(x) - self.left) as u32
    }

    #[inline]
    pub(crate) fn point(self, row: usize, column: u32) -> Point {
        Point::new(self.left as i16 + column as i16, self.top as i16 + row as i16)
    }

    /// The number of rows between the margins.
    #[inline]
    pub(crate) fn height(self) -> usize {
        self.height
    }
}

/// The covered spaces as bits.
pub(crate) struct Board<T, const N: usize> {
    pub(crate) frame: Frame,
    pub(crate) occupied: [T; N],
}

impl<T: Row, const N: usize> Board<T, N> {
    /// The board of a display.
    #[inline]
    pub(crate) fn of(display: &Display) -> Self {
        let frame = Frame::of(display);
        let mut occupied = [T::EMPTY; N];
        for space in display.spaces() {
            occupied[frame.row(space.y)] |= T::column(frame.column(space.x));
        }
        Self { frame, occupied }
    }

    /// The row and the column of the top left corner of a piece.
    #[inline]
    pub(crate) fn corner(&self, new: &PlacedShape) -> (usize, T) {
        (self.frame.row(new.top), T::column(self.frame.column(new.left)))
    }

    /// The rows of a piece, each with the columns that it covers.
    #[inline]
    fn covered<'a>(&'a mut self, new: &PlacedShape<'a>) -> impl Iterator<Item = (&'a mut T, T)> {
        let column = self.frame.column(new.left);
        let rows = self.occupied[self.frame.row(new.top)..].iter_mut();
        rows.zip(new.shape.rows()).map(move |(row, columns)| (row, T::from(*columns) << column))
    }

    /// Covers the spaces of a piece.
    #[inline]
    pub(crate) fn cover(&mut self, new: &PlacedShape) {
        self.covered(new).for_each(|(row, columns)| *row |= columns);
    }

    /// Frees the spaces of a piece.
    #[inline]
    pub(crate) fn uncover(&mut self, new: &PlacedShape) {
        self.covered(new).for_each(|(row, columns)| *row &= !columns);
    }

    /// Whether a piece fits: on free spaces, one of them next to the display.
    #[inline]
    pub(crate) fn fits(&self, new: &PlacedShape) -> bool {
        // Outside of these bounds a piece cannot touch the display.
        let from = self.frame.row(new.top).wrapping_sub(1);
        let rows = self.occupied.get(from..).and_then(<[T]>::first_chunk::<{ MARGIN + 1 }>);
        let column = self.frame.column(new.left);
        let Some(rows) = rows.filter(|_| column < T::COLUMNS) else { return false };
        let (mut overlap, mut touch) = (T::EMPTY, T::EMPTY);
        for (near, columns) in rows.windows(3).zip(new.shape.rows()) {
            let columns = T::from(*columns) << column;
            overlap |= near[1] & columns;
            touch |= (near[0] | near[1].widened() | near[2]) & columns;
        }
        overlap.is_empty() && !touch.is_empty()
    }

    /// The covered spaces and all next to them.
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

    /// The free spaces next to covered ones, row by row.
    pub(crate) fn beside(&self) -> [T; N] {
        let mut beside = self.reach();
        for (near, row) in beside.iter_mut().zip(&self.occupied) {
            *near &= !*row;
        }
        beside
    }
}

/// The number of rows that are processed together: as many as fit the machine's registers.
const BLOCK: usize = 8;

/// The placements of one shape on a board: the top left corners of its bounding box.
///
/// Every space of the shape is checked for a whole block of corners at once: rows of bits, shifted
/// by the space's offset, tell which corners would put that space on a covered one, or next to one.
pub(crate) struct Fits<'a, T, const N: usize> {
    board: &'a Board<T, N>,
    reach: &'a [T; N],
    shape: &'a Shape,
}

impl<'a, T: Row, const N: usize> Fits<'a, T, N> {
    /// The placements of a shape on a board with the given reach.
    #[inline]
    pub(crate) fn of(board: &'a Board<T, N>, reach: &'a [T; N], shape: &'a Shape) -> Self {
        Self { board, reach, shape }
    }

    /// The first row of each block of rows that can have placements.
    #[inline]
    fn blocks(&self) -> impl Iterator<Item = usize> + use<T, N> {
        let height = usize::from(self.shape.height());
        let first = MARGIN - height;
        let end = MARGIN + self.board.frame.height + 1;
        (first..end).step_by(BLOCK)
    }

    /// The placements in a block of rows.
    #[inline(never)] // Compiled on its own, the loop is vectorised.
    fn corners(&self, first: usize) -> [T; BLOCK] {
        let mut covered = [T::EMPTY; BLOCK];
        let mut corners = [T::EMPTY; BLOCK];
        for &space in self.shape.spaces() {
            let row = first + usize::from(space.y);
            add_shifted(&mut covered, &self.board.occupied[row..row + BLOCK], space);
            add_shifted(&mut corners, &self.reach[row..row + BLOCK], space);
        }
        for (corner, covered) in corners.iter_mut().zip(&covered) {
            *corner &= !*covered;
        }
        corners
    }

    /// The number of placements.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.blocks().map(|first| count(&self.corners(first))).sum()
    }

    /// Adds the actions of the placements to a list, row by row.
    #[inline]
    pub(crate) fn list(&self, out: &mut Vec<Action>, action: impl Fn(Point) -> Action) {
        let frame = self.board.frame;
        for first in self.blocks() {
            let corners = self.corners(first);
            for row in (0..BLOCK).step_by(2) {
                let places = T::scan([corners[row], corners[row + 1]]);
                out.extend(
                    places.map(|(next, column)| action(frame.point(first + row + next, column))),
                );
            }
        }
    }

    /// The placement at an index.
    #[inline]
    pub(crate) fn nth(&self, mut number: usize) -> Option<Point> {
        for first in self.blocks() {
            let corners = self.corners(first);
            let here = count(&corners);
            if number < here {
                let (row, column) = nth(&corners, number)?;
                return Some(self.board.frame.point(first + row, column));
            }
            number -= here;
        }
        None
    }
}

#[inline]
fn add_shifted<T: Row>(sum: &mut [T; BLOCK], rows: &[T], space: TileSpace) {
    let column = u32::from(space.x);
    for (sum, row) in sum.iter_mut().zip(rows) {
        *sum |= *row >> column;
    }
}

/// The number of set bits.
#[inline]
pub(crate) fn count<T: Row>(rows: &[T]) -> usize {
    rows.iter().map(|row| row.count()).sum::<u32>() as usize
}

/// The set bit at an index, row by row.
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
