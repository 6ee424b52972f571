//! The largest full rectangle.

use crate::board::{Board, MARGIN};
use crate::placed_shape::PlacedShape;
use crate::row::Row;

impl<T: Row, const N: usize> Board<T, N> {
    /// The size of the largest full rectangle.
    pub(crate) fn area(&self) -> u8 {
        let last = MARGIN + self.frame.height() - 1;
        self.area_through(MARGIN, last, !T::EMPTY, 0)
    }

    /// The size of the largest full rectangle after new spaces; `before` is its size without them.
    #[inline]
    pub(crate) fn area_with(&self, new: &PlacedShape, before: u8) -> u8 {
        let first = self.frame.row(new.top);
        let last = first + usize::from(new.shape.height()) - 1;
        let columns = T::from((1 << new.shape.width()) - 1) << self.frame.column(new.left);
        self.area_through(first, last, columns, before.into())
    }

    /// The size of the largest full rectangle that includes one of the rows from `first` to `last` and
    /// one of the columns; `best` if there is no larger one.
    ///
    /// For every pair of top and bottom row, the columns that are full between them are one `and`
    /// away from those of the pair before, and a rectangle larger than the best one is a run of
    /// full columns of a known length.
    fn area_through(&self, first: usize, last: usize, columns: T, mut best: u32) -> u8 {
        let end = self.end_below(last, columns);
        for top in first + 1..=last {
            let full = self.occupied[top];
            if !better(full, (end - top) as u32, best).is_empty() {
                best = self.area_below(top, top, full, columns, best);
            }
        }
        let mut full = !T::EMPTY;
        for top in (0..=first).rev() {
            full &= self.occupied[top];
            if (full & columns).is_empty() {
                break;
            }
            if !better(full, (end - top) as u32, best).is_empty() {
                best = self.area_below(top, first, full, columns, best);
            }
        }
        best as u8
    }

    /// The first row below `row` to which none of the columns is full all the way down: no
    /// rectangle through `row` and one of the columns extends so far.
    #[inline]
    fn end_below(&self, row: usize, columns: T) -> usize {
        let mut full = columns;
        let rows = self.occupied[row..].iter().take_while(|below| {
            full &= **below;
            !full.is_empty()
        });
        row + rows.count()
    }

    /// The size of the largest full rectangle with top row `top` and one of the columns, where `full`
    /// are the columns that are full from there to row `bottom`.
    #[inline]
    fn area_below(&self, top: usize, bottom: usize, full: T, columns: T, mut best: u32) -> u32 {
        let mut full = full;
        for (height, row) in ((bottom - top) as u32 + 1..).zip(&self.occupied[bottom + 1..]) {
            let next = full & *row;
            if next != full {
                best = widest(full, height, best);
            }
            if (next & columns).is_empty() {
                break;
            }
            full = next;
        }
        best
    }
}

/// The starts of runs of columns that are wide enough for a rectangle of that height to be larger
/// than `best`.
#[inline]
fn better<T: Row>(full: T, height: u32, best: u32) -> T {
    let width = best / height + 1;
    if width > T::COLUMNS { T::EMPTY } else { full.runs(width) }
}

/// The larger of `best` and the widest run of columns times the height.
#[inline]
fn widest<T: Row>(full: T, height: u32, mut best: u32) -> u32 {
    let mut width = best / height + 1;
    let mut starts = better(full, height, best);
    while !starts.is_empty() {
        best = width * height;
        starts &= full >> width;
        width += 1;
    }
    best
}
