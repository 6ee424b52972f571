//! Evaluation of displays.
//!
//! Most points come from one full rectangle, so the rectangle that a display is filling is the
//! main feature among others. The coefficients were fitted to games in two ways: the best
//! predictor of the final points is not the evaluation that leads to the most points.

use registry::tipperary::Components;

use super::bitboard::{BitDisplay, EXPLORATION, Rows, with_neighbours};
use super::target_rectangle::{GapCosts, TargetRectangle, best_rectangle_points};

/// An evaluation in points of a display with `rounds_left` rounds to play and `draws` bonus tiles to draw.
pub(super) type Evaluation = fn(&Components, &BitDisplay, rounds_left: u8, draws: u8) -> f32;

/// The most spaces for a third ruin that count.
const MAX_RUIN_SPACES: f32 = 3.0;
/// The number of rounds of a game.
pub(super) const ROUNDS: f32 = 12.0;

const FEATURE_COUNT: usize = 18;

/// A coefficient as a quadratic in the remaining part of the game: constant, linear, quadratic.
type Coefficient = [f32; 3];

/// The coefficients of an evaluation.
struct Weights {
    /// The value of a bonus tile still to be drawn.
    draw: Coefficient,
    /// The cost of a gap in the target rectangle; the additional cost with three covered neighbours,
    /// and with four.
    open: Coefficient,
    tight: f32,
    closed: f32,
    features: [Coefficient; FEATURE_COUNT],
}

/// Predicts the final points: least squares over 330,000 displays, after every round of 8,000
/// games.
static PREDICTION: Weights = Weights {
    draw: [2.5, 0.0, 0.0],
    open: [1.4, -0.5, 0.0],
    tight: 0.45,
    closed: 0.6,
    features: [
        [-6.51, 86.587, 10.851], // constant
        [1.033, -0.47, 0.748],   // points of the barrel
        [0.988, 0.155, 0.12],    // largest flock
        [4.888, -8.401, 5.889],  // explored part of the surroundings
        [0.928, -1.31, -0.676],  // value of the target rectangle
        [3.221, -0.616, -0.644], // towers
        [-0.069, 0.441, -0.163], // spaces with sheep
        [-0.006, 0.305, 0.283],  // free spaces beside grain
        [0.032, 0.606, -0.018],  // free spaces beside distilleries
        [-0.047, 0.9, -0.581],   // free spaces beside bogs
        [-0.25, 0.06, -0.56],    // length of the outline
        [-0.049, 0.846, -0.688], // grain
        [0.1, -0.324, 1.393],    // distilleries
        [0.112, 1.299, -0.166],  // covered spaces
        [-0.132, -0.056, 0.814], // spaces of the target rectangle
        [0.131, 0.97, -2.526],   // gaps of the target rectangle
        [-0.762, -1.676, 1.192], // enclosed gaps of the target rectangle
        [-0.106, 2.276, -1.246], // free spaces that complete three ruins
    ],
};

/// Ranks placements: followed in every round it gives the highest final points. Found by local
/// search from the coefficients above in 5,000,000 games. Its values are not points.
static POLICY: Weights = Weights {
    draw: [5.34, -3.23, 0.0],
    open: [0.89, 0.0, 0.0],
    tight: 0.65,
    closed: 0.53,
    features: [
        [0.0, 0.0, 0.0],      // constant
        [0.87, 3.09, -2.51],  // points of the barrel
        [0.86, 4.81, -4.55],  // largest flock
        [5.2, -6.12, 3.32],   // explored part of the surroundings
        [1.04, -0.81, -1.46], // value of the target rectangle
        [4.19, 4.76, -5.92],  // towers
        [0.26, -1.13, 1.84],  // spaces with sheep
        [0.09, 1.21, -0.03],  // free spaces beside grain
        [-0.27, 3.32, -1.97], // free spaces beside distilleries
        [0.03, 2.23, -1.92],  // free spaces beside bogs
        [-0.1, -2.37, 1.92],  // length of the outline
        [-0.13, -0.37, 0.26], // grain
        [0.31, -1.63, 2.74],  // distilleries
        [-0.18, 5.69, -3.99], // covered spaces
        [-0.04, -0.58, 1.32], // spaces of the target rectangle
        [-0.12, 2.02, -3.3],  // gaps of the target rectangle
        [-1.03, -4.07, 3.58], // enclosed gaps of the target rectangle
        [-0.19, 3.84, -2.16], // free spaces that complete three ruins
    ],
};

/// The target rectangle of a display by the policy's coefficients.
pub(super) fn target_rectangle(display: &BitDisplay, rounds_left: u8) -> TargetRectangle {
    POLICY.target(display, remaining(rounds_left))
}

/// The predicted final points of a display.
pub(super) fn predicted_points(
    set: &Components,
    display: &BitDisplay,
    rounds_left: u8,
    draws: u8,
) -> f32 {
    PREDICTION.evaluate(set, display, rounds_left, draws)
}

/// The value of a display for the policy, comparable within one round only.
pub(super) fn policy_value(
    set: &Components,
    display: &BitDisplay,
    rounds_left: u8,
    draws: u8,
) -> f32 {
    POLICY.evaluate(set, display, rounds_left, draws)
}

impl Weights {
    fn evaluate(&self, set: &Components, display: &BitDisplay, rounds_left: u8, draws: u8) -> f32 {
        let remaining = remaining(rounds_left);
        let drawn = coefficient_at(self.draw, remaining) * f32::from(draws);
        if display.columns == 0 || rounds_left == 0 {
            return final_points(set, display) + drawn;
        }
        let features = features(set, display, rounds_left, &self.target(display, remaining));
        let sum: f32 = features
            .iter()
            .zip(self.features)
            .map(|(feature, coefficient)| feature * coefficient_at(coefficient, remaining))
            .sum();
        f32::from(display.circles) + drawn + sum
    }

    /// The rectangle with the highest estimated points.
    fn target(&self, display: &BitDisplay, remaining: f32) -> TargetRectangle {
        let open = coefficient_at(self.open, remaining);
        TargetRectangle::best(
            display,
            GapCosts { open, tight: open + self.tight, closed: open + self.closed },
        )
    }
}

/// The part of the game that remains with that many rounds.
fn remaining(rounds_left: u8) -> f32 {
    f32::from(rounds_left) / ROUNDS
}

/// The value of a coefficient with that part of the game remaining.
fn coefficient_at([end, rising, curved]: Coefficient, remaining: f32) -> f32 {
    end + remaining * (rising + remaining * curved)
}

/// The points of a finished display.
pub(super) fn final_points(set: &Components, display: &BitDisplay) -> f32 {
    if display.columns == 0 {
        return 0.0;
    }
    let barrel = set.track()[usize::from(display.whiskey)].value;
    let parts = [barrel, display.circles, display.flock, best_rectangle_points(display)];
    parts.into_iter().map(f32::from).sum()
}

/// The expected points for an enclosed hometown.
pub(super) fn expected_exploration(display: &BitDisplay, rounds_left: u8) -> f32 {
    let missing = display.unexplored();
    let within_reach = missing <= 3 * rounds_left + display.towers;
    let part = 1.0 - f32::from(missing) / 18.0;
    if within_reach { f32::from(EXPLORATION) * part } else { 0.0 }
}

fn features(
    set: &Components,
    display: &BitDisplay,
    rounds_left: u8,
    target: &TargetRectangle,
) -> [f32; FEATURE_COUNT] {
    let barrel = set.track()[usize::from(display.whiskey)].value;
    // With a full barrel grain and distilleries are worth nothing.
    let barrel_not_full = f32::from(u8::from(usize::from(display.whiskey) + 1 < set.track().len()));
    let [sheep, by_grain, by_distilleries, by_bogs, outline, grain, distilleries, covered, ruins] =
        counts(display).map(|count| count as f32);
    [
        1.0,
        f32::from(barrel),
        f32::from(display.flock),
        expected_exploration(display, rounds_left),
        target.value,
        f32::from(display.towers),
        sheep,
        barrel_not_full * by_grain,
        barrel_not_full * by_distilleries,
        by_bogs,
        outline,
        barrel_not_full * grain,
        barrel_not_full * distilleries,
        covered,
        target.spaces as f32,
        target.gaps as f32,
        target.closed as f32,
        ruins.min(MAX_RUIN_SPACES),
    ]
}

/// Sums of several counts over all rows.
fn counts(display: &BitDisplay) -> [u32; 9] {
    let mut sums = [0; 9];
    for row in display.top - 1..=display.bottom + 1 {
        let covered = display.covered[row];
        let free_beside = |rows: &Rows| with_neighbours(rows, row) & !covered;
        let outline = (covered ^ covered << 1).count_ones()
            + (covered ^ display.covered[row - 1]).count_ones();
        let counts = [
            display.sheep[row].count_ones(),
            free_beside(&display.grain).count_ones(),
            free_beside(&display.distillery).count_ones(),
            free_beside(&display.bog).count_ones(),
            outline,
            display.grain[row].count_ones(),
            display.distillery[row].count_ones(),
            covered.count_ones(),
            (completes_line_of_three(&display.ruin, row) & !covered).count_ones(),
        ];
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    sums
}

/// The spaces of a row where a third ruin would complete a line of three.
fn completes_line_of_three(rows: &Rows, row: usize) -> u32 {
    let at = |by| rows.get(row.wrapping_add_signed(by)).copied().unwrap_or(0);
    let [above, over, here, below, under] = [-2, -1, 0, 1, 2].map(at);
    let along = here << 1 & here << 2 | here >> 1 & here >> 2 | here << 1 & here >> 1;
    along | above & over | below & under | over & below
}
