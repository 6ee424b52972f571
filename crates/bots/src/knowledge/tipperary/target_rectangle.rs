//! The rectangle that a display is filling, for the score of its largest rectangle.

use super::bitboard::{BitDisplay, EXPLORATION, SIDE};

/// The number of fixed-point units per point.
const FIXED_POINT: f32 = 64.0;

/// The number of rectangles that are summed in parallel, one per SIMD lane.
const LANES: usize = 8;

/// The cost of a gap with up to two covered neighbours, with three, and with four.
#[derive(Copy, Clone)]
pub(super) struct GapCosts {
    pub(super) open: f32,
    pub(super) tight: f32,
    pub(super) closed: f32,
}

/// A rectangle that a display may fill.
#[derive(Copy, Clone, Default)]
pub(super) struct TargetRectangle {
    /// The number of its covered spaces minus the cost of its gaps.
    pub(super) value: f32,
    pub(super) spaces: u32,
    pub(super) gaps: u32,
    /// The number of gaps with four covered neighbours.
    pub(super) closed: u32,
    top: usize,
    bottom: usize,
    columns: u32,
}

/// The value of an open gap in a rectangle, and the differences of other spaces to it.
struct RelativeValues {
    open: i16,
    tight: i16,
    closed: i16,
    covered: i16,
}

impl RelativeValues {
    fn of(GapCosts { open, tight, closed }: GapCosts) -> Self {
        let [open, tight, closed, covered] =
            [-open, -tight, -closed, 1.0].map(|points| (points * FIXED_POINT) as i16);
        Self { open, tight: tight - open, closed: closed - open, covered: covered - open }
    }
}

/// The bits of every byte, each as a lane of zeros or ones.
static MASKS: [[i16; LANES]; 256] = {
    let mut masks = [[0; LANES]; 256];
    let mut byte = 0;
    while byte < masks.len() {
        let mut lane = 0;
        while lane < LANES {
            masks[byte][lane] = -((byte >> lane & 1) as i16);
            lane += 1;
        }
        byte += 1;
    }
    masks
};

impl TargetRectangle {
    /// The rectangle with the highest estimated points.
    pub(super) fn best(display: &BitDisplay, costs: GapCosts) -> Self {
        let first = display.columns.trailing_zeros() as usize;
        let width = SIDE - display.columns.leading_zeros() as usize - first;
        let values = RelativeValues::of(costs);
        let mut bands = [Band::EMPTY; SIDE / LANES];
        for bottom in display.top..=display.bottom {
            let space_values = space_values(display, bottom, first, &values);
            let rectangles_begun = bottom - display.top;
            for (index, band) in bands[..=rectangles_begun / LANES].iter_mut().enumerate() {
                band.add(&space_values[..width], bottom, rectangles_begun - index * LANES);
            }
        }
        let mut highest = 0;
        let mut rows = (display.top, display.top);
        for (top, (best, bottom)) in (display.top..).zip(bands.iter().flat_map(Band::best)) {
            if best > highest {
                (highest, rows) = (best, (top, bottom));
            }
        }
        let columns = best_columns(display, rows, first, width, &values);
        Self { value: f32::from(highest) / FIXED_POINT, ..Self::within(display, rows, columns) }
    }

    /// Its spaces in a row.
    #[inline]
    pub(super) const fn row(&self, row: usize) -> u32 {
        if self.top <= row && row <= self.bottom { self.columns } else { 0 }
    }

    fn within(display: &BitDisplay, (top, bottom): (usize, usize), columns: u32) -> Self {
        let mut target = Self { top, bottom, columns, ..Self::default() };
        for row in top..=bottom {
            let covered = display.covered[row];
            let gaps = columns & !covered;
            let around =
                covered << 1 & covered >> 1 & display.covered[row - 1] & display.covered[row + 1];
            target.spaces += columns.count_ones();
            target.gaps += gaps.count_ones();
            target.closed += (gaps & around).count_ones();
        }
        target
    }
}

/// The value of each space of a row in a rectangle, from the first used column.
fn space_values(
    display: &BitDisplay,
    row: usize,
    first: usize,
    values: &RelativeValues,
) -> [i16; SIDE] {
    let covered = display.covered[row];
    let [left, right, above, below] =
        [covered << 1, covered >> 1, display.covered[row - 1], display.covered[row + 1]];
    let closed = left & right & above & below & !covered;
    let tight = (left & right & (above ^ below) | above & below & (left ^ right)) & !covered;
    let mut space_values = [values.open; SIDE];
    for (band, space_values) in space_values.chunks_exact_mut(LANES).enumerate() {
        let masks = |row: u32| &MASKS[(row >> first >> (band * LANES)) as usize & 0xff];
        let (covered, closed, tight) = (masks(covered), masks(closed), masks(tight));
        for (lane, space_values) in space_values.iter_mut().enumerate() {
            *space_values += covered[lane] & values.covered
                | closed[lane] & values.closed
                | tight[lane] & values.tight;
        }
    }
    space_values
}

/// Rectangles that begin at [`LANES`] consecutive rows, summed in parallel.
#[derive(Copy, Clone)]
struct Band {
    /// The sum of each column down to the last added row.
    sums: [[i16; LANES]; SIDE],
    /// The highest sum of a rectangle, and its last row.
    highest: [i16; LANES],
    bottom: [i16; LANES],
}

impl Band {
    const EMPTY: Self = Self { sums: [[0; LANES]; SIDE], highest: [0; LANES], bottom: [0; LANES] };

    /// Adds a row. `rectangles_begun` rectangles have begun before it; one more begins with it.
    #[inline]
    fn add(&mut self, space_values: &[i16], row: usize, rectangles_begun: usize) {
        let lanes = |count: usize| &MASKS[0xff >> (LANES - count.min(LANES))];
        let (old, all) = (lanes(rectangles_begun), lanes(rectangles_begun + 1));
        let (mut run, mut best) = ([0_i16; LANES], [0_i16; LANES]);
        for (sums, &space_values) in self.sums.iter_mut().zip(space_values) {
            for lane in 0..LANES {
                sums[lane] = (sums[lane] & old[lane]) + space_values;
                run[lane] = run[lane].max(0) + sums[lane];
                best[lane] = best[lane].max(run[lane]);
            }
        }
        for lane in 0..LANES {
            let best = best[lane] & all[lane];
            let better = -i16::from(best > self.highest[lane]);
            self.bottom[lane] = row as i16 & better | self.bottom[lane] & !better;
            self.highest[lane] = self.highest[lane].max(best);
        }
    }

    fn best(&self) -> impl Iterator<Item = (i16, usize)> {
        self.highest.iter().zip(&self.bottom).map(|(&highest, &bottom)| (highest, bottom as usize))
    }
}

/// The columns of the best rectangle between two rows.
fn best_columns(
    display: &BitDisplay,
    (top, bottom): (usize, usize),
    first: usize,
    width: usize,
    values: &RelativeValues,
) -> u32 {
    let mut sums = [0; SIDE];
    for row in top..=bottom {
        let space_values = space_values(display, row, first, values);
        sums.iter_mut().zip(space_values).for_each(|(sum, space_values)| *sum += space_values);
    }
    let (mut highest, mut columns) = (0, (0, 0));
    let (mut run, mut left) = (0, 0);
    for (right, sum) in sums[..width].iter().enumerate() {
        if run <= 0 {
            (run, left) = (0, right);
        }
        run += sum;
        if run > highest {
            (highest, columns) = (run, (left, right));
        }
    }
    let (left, right) = columns;
    u32::MAX >> (SIDE - 1 - (right - left)) << (first + left)
}

/// The points of the largest rectangle and the exploration with all towers built.
pub(super) fn best_rectangle_points(display: &BitDisplay) -> u8 {
    let (towers, missing) = (display.towers, display.unexplored());
    if missing == 0 {
        return largest(display, towers) + EXPLORATION;
    }
    let without_exploration = largest(display, towers);
    if missing > towers {
        return without_exploration;
    }
    without_exploration.max(largest(display, towers - missing) + EXPLORATION)
}

/// The spaces of the largest rectangle with at most that many gaps.
fn largest(display: &BitDisplay, gaps: u8) -> u8 {
    let first = display.columns.trailing_zeros() as usize;
    let width = SIDE - display.columns.leading_zeros() as usize - first;
    let mut best = 0;
    for top in display.top..=display.bottom {
        // A rectangle that begins here or later cannot be larger than the best one.
        if (display.bottom + 1 - top) * width <= best {
            break;
        }
        let mut counts = [0_u8; SIDE];
        for (height, row) in (1..).zip(&display.covered[top..=display.bottom]) {
            let free = !row >> first;
            for (locate, count) in counts[..width].iter_mut().enumerate() {
                *count += (free >> locate & 1) as u8;
            }
            if height * width > best {
                best = best.max(height * widest(&counts[..width], gaps));
            }
        }
    }
    best as u8
}

/// The most consecutive columns with at most that many gaps.
fn widest(counts: &[u8], gaps: u8) -> usize {
    let (mut left, mut cost, mut widest) = (0, 0, 0);
    for (right, count) in counts.iter().enumerate() {
        cost += count;
        while cost > gaps {
            cost -= counts[left];
            left += 1;
        }
        widest = widest.max(right + 1 - left);
    }
    widest
}
