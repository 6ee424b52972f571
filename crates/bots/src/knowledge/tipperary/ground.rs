//! The ground that a rectangle may cover.

use super::field::{EXPLORATION, Field, SIDE};

/// How many parts of a point ground is reckoned in.
const GRAIN: f32 = 64.0;

/// So many rectangles are reckoned side by side.
const LANES: usize = 8;

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

/// What an open gap brings to a rectangle, and how much more other spaces do.
struct Prices {
    open: i16,
    tight: i16,
    closed: i16,
    covered: i16,
}

impl Prices {
    fn of(GapCosts { open, tight, closed }: GapCosts) -> Self {
        let [open, tight, closed, covered] =
            [-open, -tight, -closed, 1.0].map(|points| (points * GRAIN) as i16);
        Self { open, tight: tight - open, closed: closed - open, covered: covered - open }
    }
}

/// For every byte its bits, each as a number without or with all bits set.
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

impl Ground {
    /// The rectangle that promises most.
    pub(super) fn best(field: &Field, costs: GapCosts) -> Self {
        let first = field.columns.trailing_zeros() as usize;
        let width = SIDE - field.columns.leading_zeros() as usize - first;
        let prices = Prices::of(costs);
        let mut bands = [Band::EMPTY; SIDE / LANES];
        for bottom in field.top..=field.bottom {
            let worth = worth(field, bottom, first, &prices);
            let begun = bottom - field.top;
            for (index, band) in bands[..=begun / LANES].iter_mut().enumerate() {
                band.add(&worth[..width], bottom, begun - index * LANES);
            }
        }
        let mut most = 0;
        let mut rows = (field.top, field.top);
        for (top, (best, bottom)) in (field.top..).zip(bands.iter().flat_map(Band::best)) {
            if best > most {
                (most, rows) = (best, (top, bottom));
            }
        }
        let columns = best_columns(field, rows, first, width, &prices);
        Self { promise: f32::from(most) / GRAIN, ..Self::within(field, rows, columns) }
    }

    /// The spaces that it has in a row.
    #[inline]
    pub(super) const fn row(&self, row: usize) -> u32 {
        if self.top <= row && row <= self.bottom { self.columns } else { 0 }
    }

    fn within(field: &Field, (top, bottom): (usize, usize), columns: u32) -> Self {
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

/// What each space of a row brings to a rectangle, from the first column in use.
fn worth(field: &Field, row: usize, first: usize, prices: &Prices) -> [i16; SIDE] {
    let covered = field.covered[row];
    let [left, right, above, below] =
        [covered << 1, covered >> 1, field.covered[row - 1], field.covered[row + 1]];
    let closed = left & right & above & below & !covered;
    let tight = (left & right & (above ^ below) | above & below & (left ^ right)) & !covered;
    let mut worth = [prices.open; SIDE];
    for (band, worth) in worth.chunks_exact_mut(LANES).enumerate() {
        let masks = |row: u32| &MASKS[(row >> first >> (band * LANES)) as usize & 0xff];
        let (covered, closed, tight) = (masks(covered), masks(closed), masks(tight));
        for (lane, worth) in worth.iter_mut().enumerate() {
            *worth += covered[lane] & prices.covered
                | closed[lane] & prices.closed
                | tight[lane] & prices.tight;
        }
    }
    worth
}

/// Rectangles that begin at [`LANES`] rows, one below the other, reckoned side by side.
#[derive(Copy, Clone)]
struct Band {
    /// What each column brings down to the last row that was added.
    sums: [[i16; LANES]; SIDE],
    /// The most that a rectangle brings, and its last row.
    most: [i16; LANES],
    bottom: [i16; LANES],
}

impl Band {
    const EMPTY: Self = Self { sums: [[0; LANES]; SIDE], most: [0; LANES], bottom: [0; LANES] };

    /// Adds a row, before which so many rectangles have begun; one more begins with it.
    #[inline]
    fn add(&mut self, worth: &[i16], row: usize, begun: usize) {
        let lanes = |count: usize| &MASKS[0xff >> (LANES - count.min(LANES))];
        let (old, all) = (lanes(begun), lanes(begun + 1));
        let (mut run, mut best) = ([0_i16; LANES], [0_i16; LANES]);
        for (sums, &worth) in self.sums.iter_mut().zip(worth) {
            for lane in 0..LANES {
                sums[lane] = (sums[lane] & old[lane]) + worth;
                run[lane] = run[lane].max(0) + sums[lane];
                best[lane] = best[lane].max(run[lane]);
            }
        }
        for lane in 0..LANES {
            let best = best[lane] & all[lane];
            let better = -i16::from(best > self.most[lane]);
            self.bottom[lane] = row as i16 & better | self.bottom[lane] & !better;
            self.most[lane] = self.most[lane].max(best);
        }
    }

    fn best(&self) -> impl Iterator<Item = (i16, usize)> {
        self.most.iter().zip(&self.bottom).map(|(&most, &bottom)| (most, bottom as usize))
    }
}

/// The columns of the best rectangle between two rows.
fn best_columns(
    field: &Field,
    (top, bottom): (usize, usize),
    first: usize,
    width: usize,
    prices: &Prices,
) -> u32 {
    let mut sums = [0; SIDE];
    for row in top..=bottom {
        let worth = worth(field, row, first, prices);
        sums.iter_mut().zip(worth).for_each(|(sum, worth)| *sum += worth);
    }
    let (mut most, mut columns) = (0, (0, 0));
    let (mut run, mut left) = (0, 0);
    for (right, sum) in sums[..width].iter().enumerate() {
        if run <= 0 {
            (run, left) = (0, right);
        }
        run += sum;
        if run > most {
            (most, columns) = (run, (left, right));
        }
    }
    let (left, right) = columns;
    u32::MAX >> (SIDE - 1 - (right - left)) << (first + left)
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
        // Rectangles that begin here cannot be larger than those that were found.
        if (field.bottom + 1 - top) * width <= best {
            break;
        }
        let mut counts = [0_u8; SIDE];
        for (height, row) in (1..).zip(&field.covered[top..=field.bottom]) {
            let free = !row >> first;
            for (place, count) in counts[..width].iter_mut().enumerate() {
                *count += (free >> place & 1) as u8;
            }
            if height * width > best {
                best = best.max(height * widest(&counts[..width], gaps));
            }
        }
    }
    best as u8
}

/// The most columns in a row that have no more gaps than that.
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
