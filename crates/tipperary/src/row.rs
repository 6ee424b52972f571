//! A row of a board as bits, in the three widths that displays need.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXorAssign, Not, Shl, Shr};

/// A row of bits; bit 0 is the leftmost column.
pub(crate) trait Row:
    Copy
    + Eq
    + From<u8>
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number of columns.
    const COLUMNS: u32;
    /// No columns.
    const EMPTY: Self;
    /// The leftmost column.
    const FIRST: Self;

    /// The number of set columns.
    fn count(self) -> u32;

    /// The leftmost set column.
    fn first(self) -> u32;

    /// The row without the leftmost set column.
    fn without_first(self) -> Self;

    /// The set columns of two rows, row by row, each with the index of its row.
    #[inline]
    fn scan([first, second]: [Self; 2]) -> impl Iterator<Item = (usize, u32)> {
        let first = first.columns().map(|column| (0, column));
        first.chain(second.columns().map(|column| (1, column)))
    }

    /// One column.
    #[inline]
    fn column(column: u32) -> Self {
        Self::FIRST << column
    }

    /// Whether no column is set.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The set columns and those next to them.
    #[inline]
    fn widened(self) -> Self {
        self | self << 1 | self >> 1
    }

    /// The columns of `within` that are connected to these through `within`.
    #[inline]
    fn spread(self, within: Self) -> Self {
        let mut spread = self & within;
        loop {
            let wider = spread.widened() & within;
            if wider == spread {
                return spread;
            }
            spread = wider;
        }
    }

    /// The columns at which a run of that many set columns starts.
    #[inline]
    fn runs(self, length: u32) -> Self {
        let mut starts = self;
        let mut known = 1;
        while known * 2 <= length {
            starts &= starts >> known;
            known *= 2;
        }
        if known < length { starts & (starts >> (length - known)) } else { starts }
    }

    /// The set columns, from left to right. The length is exact, so that a list reserves room once.
    #[inline]
    fn columns(self) -> impl Iterator<Item = u32> {
        let mut left = self;
        (0..self.count()).map(move |_| {
            let column = left.first();
            left = left.without_first();
            column
        })
    }
}

macro_rules! row {
    ($($bits:ty $({ $($more:tt)* })?),*) => {$(
        impl Row for $bits {
            const COLUMNS: u32 = Self::BITS;
            const EMPTY: Self = 0;
            const FIRST: Self = 1;

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn without_first(self) -> Self {
                self & (self.wrapping_sub(1))
            }

            $($($more)*)?
        }
    )*};
}

row!(
    u32 {
        // Two rows in one word: the number of set columns is unpredictable, so there are fewer
        // mispredicted branches.
        #[inline]
        fn scan([first, second]: [Self; 2]) -> impl Iterator<Item = (usize, u32)> {
            let both = u64::from(first) | u64::from(second) << 32;
            both.columns().map(|bit| ((bit >> 5) as usize, bit & 31))
        }
    },
    u64,
    u128
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_start_where_enough_columns_follow() {
        for bits in 0..1u32 << 10 {
            for length in 1..=10 {
                let starts = (0..10).filter(|&start| {
                    (start..start + length).all(|column| bits & u32::column(column) != 0)
                });
                assert_eq!(
                    bits.runs(length).columns().collect::<Vec<_>>(),
                    starts.collect::<Vec<_>>()
                );
            }
        }
    }

    #[test]
    fn spreading_fills_whole_runs_only() {
        assert_eq!(0b0000_0100u32.spread(0b0110_1110), 0b0000_1110);
        assert_eq!(0b0001_0000u32.spread(0b0110_1110), 0);
        assert_eq!((1u128 << 127).spread(u128::MAX), u128::MAX);
    }
}
