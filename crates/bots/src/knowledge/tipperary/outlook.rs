//! What a display can be expected to end with.
//!
//! Most points come from one full rectangle, so a display is judged by the rectangle that it can
//! still become, among other signs. What each sign is worth in which round was learned from the
//! ends of games.

use shelf::tipperary::Components;

use super::field::{EXPLORATION, Field, Rows, near};
use super::ground::{GapCosts, Ground, best_ground};

/// A way to judge a display: the points that it can be expected to end with, so many rounds before
/// the end and with so many bonus tiles to be drawn.
pub(super) type Outlook = fn(&Components, &Field, left: u8, draws: u8) -> f32;

/// What a bonus tile that is still to be drawn counts.
const DRAW: f32 = 2.5;
/// More places than that for a third ruin count no more.
const MOST_RUINS: f32 = 3.0;
/// How many rounds a game has.
pub(super) const ROUNDS: f32 = 12.0;

const SIGNS: usize = 18;

/// What the signs are worth: at the end, more for the part of the game that is left, and more for
/// the square of that part. Least squares over 330,000 displays, after every round of 8,000 games.
const WORTH: [[f32; 3]; SIGNS] = [
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
];

/// The rectangle that the display will most likely become: gaps cost more towards the end.
pub(super) fn likely_ground(field: &Field, left: u8) -> Ground {
    let open = 0.9 + 0.5 * (1.0 - f32::from(left) / ROUNDS);
    Ground::best(field, GapCosts { open, tight: open + 0.45, closed: open + 0.6 })
}

/// What bots go by.
pub(super) fn learned(set: &Components, field: &Field, left: u8, draws: u8) -> f32 {
    let drawn = DRAW * f32::from(draws);
    if field.columns == 0 || left == 0 {
        return at_the_end(set, field) + drawn;
    }
    let early = f32::from(left) / ROUNDS;
    let worth = |[end, rising, curved]: [f32; 3]| end + early * (rising + early * curved);
    let signs = signs(set, field, left);
    let sum: f32 = signs.iter().zip(WORTH).map(|(sign, weights)| sign * worth(weights)).sum();
    f32::from(field.circles) + drawn + sum
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

fn signs(set: &Components, field: &Field, left: u8) -> [f32; SIGNS] {
    let barrel = set.track()[usize::from(field.whiskey)].value;
    // A full barrel needs no more grain.
    let thirsty = f32::from(u8::from(usize::from(field.whiskey) + 1 < set.track().len()));
    let ground = likely_ground(field, left);
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
