//! The ground that a rectangle may cover.

use shelf::tipperary::Land;

use super::field::{EXPLORATION, Field, Laid, SIDE, beside};

/// How many parts of a point ground is reckoned in.
const GRAIN: f32 = 64.0;

/// What a gap costs: with up to two covered neighbours, with three, and with four.
#[derive(Copy, Clone)]
pub(super) struct GapCosts {
    pub(super) open: f32,
    pub(super) tight: f32,
    pub(super) closed: f32,
}

/// A rectangle that a display may become.
#[derive(Copy, Clone, Default)]
pub(super) struct Ground {
    /// Its covered spaces, less what its gaps cost.
    pub(super) promise: f32,
    pub(super) spaces: u32,
    pub(super) gaps: u32,
    /// Gaps with four covered neighbours.
    pub(super) closed: u32,
    top: usize,
    bottom: usize,
    columns: u32,
}

/// Where a rectangle lies: rows and columns, the last ones included.
#[derive(Copy, Clone, Default)]
struct Bounds {
    top: usize,
    bottom: usize,
    left: usize,
    right: usize,
}

impl Ground {
    /// The rectangle that promises most.
    pub(super) fn best(field: &Field, costs: GapCosts) -> Self {
        let first = field.columns.trailing_zeros() as usize;
        let width = SIDE - field.columns.leading_zeros() as usize - first;
        let worth = worth(field, costs, first, width);
        let (mut most, mut bounds) = (0, Bounds::default());
        for top in field.top..=field.bottom {
            let mut sums = [0_i32; SIDE];
            for (bottom, row) in (top..).zip(&worth[top..=field.bottom]) {
                let (mut run, mut left) = (0, 0);
                for (right, (sum, worth)) in sums[..width].iter_mut().zip(row).enumerate() {
                    *sum += worth;
                    if run <= 0 {
                        (run, left) = (0, right);
                    }
                    run += *sum;
                    if run > most {
                        (most, bounds) = (run, Bounds { top, bottom, left, right });
                    }
                }
            }
        }
        Self { promise: most as f32 / GRAIN, ..Self::within(field, bounds, first) }
    }

    /// The spaces that it has in a row.
    #[inline]
    pub(super) const fn row(&self, row: usize) -> u32 {
        if self.top <= row && row <= self.bottom { self.columns } else { 0 }
    }

    fn within(field: &Field, bounds: Bounds, first: usize) -> Self {
        let Bounds { top, bottom, left, right } = bounds;
        let columns = u32::MAX >> (SIDE - 1 - (right - left)) << (first + left);
        let mut ground = Self { top, bottom, columns, ..Self::default() };
        for row in top..=bottom {
            let covered = field.covered[row];
            let gaps = columns & !covered;
            let around =
                covered << 1 & covered >> 1 & field.covered[row - 1] & field.covered[row + 1];
            ground.spaces += columns.count_ones();
            ground.gaps += gaps.count_ones();
            ground.closed += (gaps & around).count_ones();
        }
        ground
    }
}

/// What each space brings to a rectangle.
fn worth(field: &Field, costs: GapCosts, first: usize, width: usize) -> [[i32; SIDE]; SIDE] {
    let GapCosts { open, tight, closed } = costs;
    let costs = [open, open, open, tight, closed].map(|cost| (-cost * GRAIN) as i32);
    let mut worth = [[0_i32; SIDE]; SIDE];
    for (row, worth) in (field.top..).zip(&mut worth[field.top..=field.bottom]) {
        for (place, slot) in worth[..width].iter_mut().enumerate() {
            let bit = 1 << (first + place);
            let laid = Laid { row, bit, land: Land::Meadow };
            *slot = if field.covered[row] & bit != 0 {
                GRAIN as i32
            } else {
                costs[usize::from(beside(&field.covered, laid))]
            };
        }
    }
    worth
}

/// The points of rectangle and exploration once all towers stand.
pub(super) fn best_ground(field: &Field) -> u8 {
    let (towers, missing) = (field.towers, field.unexplored());
    if missing == 0 {
        return largest(field, towers) + EXPLORATION;
    }
    let plain = largest(field, towers);
    if missing > towers {
        return plain;
    }
    plain.max(largest(field, towers - missing) + EXPLORATION)
}

/// The largest rectangle with no more gaps than that.
fn largest(field: &Field, gaps: u8) -> u8 {
    let first = field.columns.trailing_zeros() as usize;
    let width = SIDE - field.columns.leading_zeros() as usize - first;
    let mut best = 0;
    for top in field.top..=field.bottom {
        let mut counts = [0_u8; SIDE];
        for (height, row) in (1..).zip(&field.covered[top..=field.bottom]) {
            let (mut left, mut cost) = (0, 0);
            for right in 0..width {
                counts[right] += u8::from(row >> (first + right) & 1 == 0);
                cost += counts[right];
                while cost > gaps {
                    cost -= counts[left];
                    left += 1;
                }
                best = best.max((right + 1 - left) * height);
            }
        }
    }
    best as u8
}
