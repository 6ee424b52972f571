//! What a display can be expected to end with.
//!
//! Most points come from one full rectangle, so a display is judged by the rectangle that it can
//! still become: covered spaces count for it, gaps against it, the more the fewer rounds are left
//! and the tighter they are. The weights were found by playing whole games.

use shelf::tipperary::{Components, Land};

use super::field::{EXPLORATION, Field, Laid, Rows, SIDE, beside, near};

/// How many parts of a point the rectangle is reckoned in.
const GRAIN: f32 = 64.0;

/// What a display is judged by. Weights named `early` count for the rounds that are left, as a part
/// of the whole game; the others always.
#[derive(Copy, Clone, Debug)]
pub(super) struct Taste {
    /// What a gap in the rectangle costs, and how much more at the end.
    pub(super) gap: f32,
    pub(super) gap_late: f32,
    /// How much more it costs with three or four covered neighbours.
    pub(super) tight: f32,
    pub(super) closed: f32,
    /// How much of the exploration counts before it is complete.
    pub(super) explore: f32,
    pub(super) tower: f32,
    pub(super) flock: f32,
    /// Sheep outside the largest flock.
    pub(super) stray: f32,
    /// Meadows beside sheep.
    pub(super) graze_early: f32,
    /// Free places beside grain and beside distilleries.
    pub(super) grain_early: f32,
    pub(super) distillery_early: f32,
    pub(super) ruin_early: f32,
    pub(super) bog_early: f32,
    /// The length of the outline.
    pub(super) outline: f32,
    pub(super) outline_early: f32,
    /// A bonus tile to be drawn.
    pub(super) draw: f32,
    /// The barrel's next spaces.
    pub(super) barrel_early: f32,
    /// At a glance: what each neighbour of a kind counts.
    pub(super) touch: f32,
    pub(super) still: f32,
    pub(super) flocking: f32,
    pub(super) marsh: f32,
    pub(super) wall: f32,
}

/// What anybody would go by: the greedy baseline does.
pub(super) const PLAIN: Taste = Taste {
    gap: 0.9,
    gap_late: 1.2,
    tight: 0.4,
    closed: 0.6,
    explore: 0.8,
    tower: 3.0,
    flock: 1.1,
    stray: 0.1,
    graze_early: 0.0,
    grain_early: 0.0,
    distillery_early: 0.0,
    ruin_early: 0.0,
    bog_early: 0.0,
    outline: 0.0,
    outline_early: 0.0,
    draw: 2.5,
    barrel_early: 0.3,
    touch: 1.0,
    still: 3.0,
    flocking: 0.7,
    marsh: 1.5,
    wall: 0.5,
};

/// The weights that are played with.
pub(super) const TASTE: Taste = Taste {
    gap: 0.9,
    gap_late: 0.5,
    tight: 0.45,
    closed: 0.6,
    explore: 0.8,
    tower: 4.5,
    flock: 2.2,
    stray: 0.1,
    graze_early: 0.0,
    grain_early: 0.045,
    distillery_early: 0.06,
    ruin_early: 0.0,
    bog_early: 0.06,
    outline: -0.03,
    outline_early: 0.0,
    draw: 2.5,
    barrel_early: 0.3,
    touch: 1.0,
    still: 3.0,
    flocking: 0.7,
    marsh: 1.15,
    wall: 0.55,
};

impl Taste {
    /// The points that a display can be expected to end with, `left` rounds before the end, with
    /// `draws` bonus tiles to come.
    pub(super) fn outlook(&self, set: &Components, field: &Field, left: u8, draws: u8) -> f32 {
        let track = set.track();
        let barrel = f32::from(track[usize::from(field.whiskey)].value);
        if field.columns == 0 {
            return 0.0;
        }
        let sure = barrel + f32::from(field.circles) + self.draw * f32::from(draws);
        if left == 0 {
            return sure + f32::from(field.flock) + f32::from(best_ground(field));
        }
        let early = f32::from(left) / 12.0;
        let missing = f32::from(field.unexplored());
        let exploration = match missing {
            0.0 => f32::from(EXPLORATION),
            _ if missing > 3.0 * f32::from(left) + f32::from(field.towers) => 0.0,
            _ => self.explore * f32::from(EXPLORATION) * (1.0 - missing / 18.0),
        };
        let gap = self.gap + self.gap_late * (1.0 - early);
        let rectangle = promise(field, gap, self.tight, self.closed);
        sure + self.flock * f32::from(field.flock)
            + exploration
            + rectangle
            + self.tower * f32::from(field.towers)
            + self.barrel_early * early * barrel
            + self.prospects(field, early)
    }

    /// What may still come of single spaces.
    fn prospects(&self, field: &Field, early: f32) -> f32 {
        let mut sum = [0; 7];
        for row in field.top - 1..=field.bottom + 1 {
            let covered = field.covered[row];
            let beside = |rows: &Rows| near(rows, row) & !covered;
            let outline = (covered ^ covered << 1).count_ones()
                + (covered ^ field.covered[row - 1]).count_ones();
            let bits = [
                field.sheep[row].count_ones(),
                (field.meadow[row] & near(&field.sheep, row)).count_ones(),
                beside(&field.grain).count_ones(),
                beside(&field.distillery).count_ones(),
                beside(&field.ruin).count_ones(),
                beside(&field.bog).count_ones(),
                outline,
            ];
            for (sum, bits) in sum.iter_mut().zip(bits) {
                *sum += bits;
            }
        }
        let weights = [
            self.stray,
            self.graze_early * early,
            self.grain_early * early,
            self.distillery_early * early,
            self.ruin_early * early,
            self.bog_early * early,
            self.outline + self.outline_early * early,
        ];
        sum.iter().zip(weights).map(|(&count, weight)| count as f32 * weight).sum()
    }
}

/// The most that any rectangle promises: its covered spaces less what its gaps cost.
fn promise(field: &Field, gap: f32, tight: f32, closed: f32) -> f32 {
    let costs = [gap, gap, gap, gap + tight, gap + closed].map(|cost| (-cost * GRAIN) as i32);
    let first = field.columns.trailing_zeros() as usize;
    let width = SIDE - field.columns.leading_zeros() as usize - first;
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
    let mut best = 0;
    for top in field.top..=field.bottom {
        let mut sums = [0_i32; SIDE];
        for row in &worth[top..=field.bottom] {
            let mut run = 0;
            for (sum, worth) in sums[..width].iter_mut().zip(row) {
                *sum += worth;
                run = run.max(0) + *sum;
                best = best.max(run);
            }
        }
    }
    best as f32 / GRAIN
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
