//! What a display promises.
//!
//! Most points come from one full rectangle, so a display is judged by the rectangle that it can
//! still become, among other signs. What each sign is worth in which round was learned from games,
//! in two ways: what tells best how a display ends is not what leads to the best end.

use shelf::tipperary::Components;

use super::field::{EXPLORATION, Field, Rows, near};
use super::ground::{GapCosts, Ground, best_ground};

/// A way to judge a display, in points, so many rounds before the end and with so many bonus tiles
/// to be drawn.
pub(super) type Outlook = fn(&Components, &Field, left: u8, draws: u8) -> f32;

/// More places than that for a third ruin count no more.
const MOST_RUINS: f32 = 3.0;
/// How many rounds a game has.
pub(super) const ROUNDS: f32 = 12.0;

const SIGNS: usize = 18;

/// A worth that changes in the course of a game: at the end, more for the part of the game that is
/// left, and more for the square of that part.
type Worth = [f32; 3];

/// What a display is judged by.
struct Weights {
    /// What a bonus tile that is still to be drawn counts.
    draw: Worth,
    /// What a gap of the best ground costs; how much more with three covered neighbours, and with
    /// four.
    open: Worth,
    tight: f32,
    closed: f32,
    signs: [Worth; SIGNS],
}

/// What to expect: least squares over 330,000 displays, after every round of 8,000 games.
static EXPECTED: Weights = Weights {
    draw: [2.5, 0.0, 0.0],
    open: [1.4, -0.5, 0.0],
    tight: 0.45,
    closed: 0.6,
    signs: [
        [-6.51, 86.587, 10.851], // always
        [1.033, -0.47, 0.748],   // the barrel's points
        [0.988, 0.155, 0.12],    // the largest flock
        [4.888, -8.401, 5.889],  // how much of the surroundings is explored
        [0.928, -1.31, -0.676],  // what the best ground promises
        [3.221, -0.616, -0.644], // towers
        [-0.069, 0.441, -0.163], // spaces with sheep
        [-0.006, 0.305, 0.283],  // free places beside grain
        [0.032, 0.606, -0.018],  // free places beside distilleries
        [-0.047, 0.9, -0.581],   // free places beside bogs
        [-0.25, 0.06, -0.56],    // the length of the outline
        [-0.049, 0.846, -0.688], // grain
        [0.1, -0.324, 1.393],    // distilleries
        [0.112, 1.299, -0.166],  // spaces covered
        [-0.132, -0.056, 0.814], // spaces of the best ground
        [0.131, 0.97, -2.526],   // its gaps
        [-0.762, -1.676, 1.192], // those that are closed in
        [-0.106, 2.276, -1.246], // places for a third ruin in line
    ],
};

/// What to play by: where it is followed in every round, displays end with the most points, by
/// trying out many weights near those above in 5,000,000 games. It does not tell how many points.
static PLAYED: Weights = Weights {
    draw: [5.34, -3.23, 0.0],
    open: [0.89, 0.0, 0.0],
    tight: 0.65,
    closed: 0.53,
    signs: [
        [0.0, 0.0, 0.0],      // always
        [0.87, 3.09, -2.51],  // the barrel's points
        [0.86, 4.81, -4.55],  // the largest flock
        [5.2, -6.12, 3.32],   // how much of the surroundings is explored
        [1.04, -0.81, -1.46], // what the best ground promises
        [4.19, 4.76, -5.92],  // towers
        [0.26, -1.13, 1.84],  // spaces with sheep
        [0.09, 1.21, -0.03],  // free places beside grain
        [-0.27, 3.32, -1.97], // free places beside distilleries
        [0.03, 2.23, -1.92],  // free places beside bogs
        [-0.1, -2.37, 1.92],  // the length of the outline
        [-0.13, -0.37, 0.26], // grain
        [0.31, -1.63, 2.74],  // distilleries
        [-0.18, 5.69, -3.99], // spaces covered
        [-0.04, -0.58, 1.32], // spaces of the best ground
        [-0.12, 2.02, -3.3],  // its gaps
        [-1.03, -4.07, 3.58], // those that are closed in
        [-0.19, 3.84, -2.16], // places for a third ruin in line
    ],
};

/// The rectangle that a display will most likely become, to play by.
pub(super) fn likely_ground(field: &Field, left: u8) -> Ground {
    PLAYED.ground(field, early(left))
}

/// The points that a display can be expected to end with.
pub(super) fn expected(set: &Components, field: &Field, left: u8, draws: u8) -> f32 {
    EXPECTED.judge(set, field, left, draws)
}

/// How good a display is to play on with, compared with others in the same round.
pub(super) fn played(set: &Components, field: &Field, left: u8, draws: u8) -> f32 {
    PLAYED.judge(set, field, left, draws)
}

impl Weights {
    fn judge(&self, set: &Components, field: &Field, left: u8, draws: u8) -> f32 {
        let early = early(left);
        let drawn = at(self.draw, early) * f32::from(draws);
        if field.columns == 0 || left == 0 {
            return at_the_end(set, field) + drawn;
        }
        let signs = signs(set, field, left, &self.ground(field, early));
        let sum: f32 =
            signs.iter().zip(self.signs).map(|(sign, worth)| sign * at(worth, early)).sum();
        f32::from(field.circles) + drawn + sum
    }

    /// The rectangle that promises most.
    fn ground(&self, field: &Field, early: f32) -> Ground {
        let open = at(self.open, early);
        Ground::best(field, GapCosts { open, tight: open + self.tight, closed: open + self.closed })
    }
}

/// The part of the game that is left with so many rounds.
fn early(left: u8) -> f32 {
    f32::from(left) / ROUNDS
}

/// What a worth comes to with that part of the game left.
fn at([end, rising, curved]: Worth, early: f32) -> f32 {
    end + early * (rising + early * curved)
}

/// The points of a display that nothing is added to.
pub(super) fn at_the_end(set: &Components, field: &Field) -> f32 {
    if field.columns == 0 {
        return 0.0;
    }
    let barrel = set.track()[usize::from(field.whiskey)].value;
    let parts = [barrel, field.circles, field.flock, best_ground(field)];
    parts.into_iter().map(f32::from).sum()
}

/// The part of the points for an enclosed hometown that one may count on.
pub(super) fn explored(field: &Field, left: u8) -> f32 {
    let missing = field.unexplored();
    let within_reach = missing <= 3 * left + field.towers;
    let part = 1.0 - f32::from(missing) / 18.0;
    if within_reach { f32::from(EXPLORATION) * part } else { 0.0 }
}

fn signs(set: &Components, field: &Field, left: u8, ground: &Ground) -> [f32; SIGNS] {
    let barrel = set.track()[usize::from(field.whiskey)].value;
    // A full barrel needs no more grain.
    let thirsty = f32::from(u8::from(usize::from(field.whiskey) + 1 < set.track().len()));
    let [sheep, by_grain, by_distilleries, by_bogs, outline, grain, distilleries, covered, ruins] =
        counts(field).map(|count| count as f32);
    [
        1.0,
        f32::from(barrel),
        f32::from(field.flock),
        explored(field, left),
        ground.promise,
        f32::from(field.towers),
        sheep,
        thirsty * by_grain,
        thirsty * by_distilleries,
        by_bogs,
        outline,
        thirsty * grain,
        thirsty * distilleries,
        covered,
        ground.spaces as f32,
        ground.gaps as f32,
        ground.closed as f32,
        ruins.min(MOST_RUINS),
    ]
}

/// Spaces of several kinds, row by row.
fn counts(field: &Field) -> [u32; 9] {
    let mut sums = [0; 9];
    for row in field.top - 1..=field.bottom + 1 {
        let covered = field.covered[row];
        let free_beside = |rows: &Rows| near(rows, row) & !covered;
        let outline =
            (covered ^ covered << 1).count_ones() + (covered ^ field.covered[row - 1]).count_ones();
        let counts = [
            field.sheep[row].count_ones(),
            free_beside(&field.grain).count_ones(),
            free_beside(&field.distillery).count_ones(),
            free_beside(&field.bog).count_ones(),
            outline,
            field.grain[row].count_ones(),
            field.distillery[row].count_ones(),
            covered.count_ones(),
            (third_in_line(&field.ruin, row) & !covered).count_ones(),
        ];
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    sums
}

/// The places of a row where a third one would make a line of three.
fn third_in_line(rows: &Rows, row: usize) -> u32 {
    let at = |by| rows.get(row.wrapping_add_signed(by)).copied().unwrap_or(0);
    let [above, over, here, below, under] = [-2, -1, 0, 1, 2].map(at);
    let along = here << 1 & here << 2 | here >> 1 & here >> 2 | here << 1 & here >> 1;
    along | above & over | below & under | over & below
}
