//! The largest full rectangle.

use crate::board::{Board, MARGIN};
use crate::load::{Laid, Load};
use crate::row::Row;

impl<T: Row, const N: usize> Board<T, N> {
    /// The size of the largest full rectangle.
    pub(crate) fn area(&self) -> u8 {
        let last = MARGIN + self.frame.height() - 1;
        self.area_through(MARGIN, last, !T::EMPTY, 0)
    }

    /// The size of the largest full rectangle after new spaces, where it was `before` without them.
    #[inline]
    pub(crate) fn area_with(&self, new: &Load, before: u8) -> u8 {
        let rows = || new.padded().iter().map(|laid| self.frame.row(laid.y));
        let (first, last) =
            rows().fold((N, 0), |(first, last), row| (first.min(row), last.max(row)));
        let column = |laid: &Laid| T::column(self.frame.column(laid.x));
        let columns = new.padded().iter().fold(T::EMPTY, |sum, laid| sum | column(laid));
        self.area_through(first, last, columns, before.into())
    }

    /// The largest full rectangle that has one of the rows from `first` to `last` and one of the
    /// columns; `best` if there is no larger one.
    ///
    /// For every pair of top and bottom row, the columns that are full between them are one `and`
    /// away from those of the pair before, and a rectangle better than the best one is a run of
    /// full columns of a known length.
    fn area_through(&self, first: usize, last: usize, columns: T, mut best: u32) -> u8 {
        for top in first + 1..=last {
            best = self.area_below(top, top, self.occupied[top], columns, best);
        }
        let mut full = !T::EMPTY;
        for top in (0..=first).rev() {
            full &= self.occupied[top];
            if (full & columns).is_empty() {
                break;
            }
            best = self.area_below(top, first, full, columns, best);
        }
        best as u8
    }

    /// The largest full rectangle that starts at row `top` and has one of the columns, where `full`
    /// are the columns without gaps from there to row `bottom`.
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

/// The larger of `best` and the widest run of columns times the height.
#[inline]
fn widest<T: Row>(full: T, height: u32, mut best: u32) -> u32 {
    let mut width = best / height + 1;
    if width > T::COLUMNS {
        return best;
    }
    let mut starts = full.runs(width);
    while !starts.is_empty() {
        best = width * height;
        starts &= full >> width;
        width += 1;
    }
    best
}
