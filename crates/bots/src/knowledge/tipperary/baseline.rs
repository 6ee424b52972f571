//! The evaluation of the greedy baseline bot: hand-written weights.

use registry::tipperary::{Components, Tipperary};
use rules::{Game, Seat};

use super::bitboard::BitDisplay;
use super::evaluation::{ROUNDS, expected_exploration, final_points};
use super::marker::MARKER;
use super::target_rectangle::{GapCosts, TargetRectangle};

const FLOCK: f32 = 1.1;
const SHEEP: f32 = 0.1;
const TOWER: f32 = 3.0;
const DRAW: f32 = 2.5;
/// The part of the exploration that counts before it is complete.
const EXPLORED: f32 = 0.8;
/// The additional value of the barrel's position early in the game.
const BARREL: f32 = 0.3;
/// The assumed growth of a flock per round.
const FLOCK_GROWTH: f32 = 0.5;

/// Current points, plus a target rectangle whose gaps cost more the fewer rounds are left.
pub(super) fn baseline_value(
    set: &Components,
    display: &BitDisplay,
    rounds_left: u8,
    draws: u8,
) -> f32 {
    let drawn = DRAW * f32::from(draws);
    if display.columns == 0 || rounds_left == 0 {
        return final_points(set, display) + drawn;
    }
    let remaining = f32::from(rounds_left) / ROUNDS;
    let open = 0.9 + 1.2 * (1.0 - remaining);
    let costs = GapCosts { open, tight: open + 0.4, closed: open + 0.6 };
    let barrel = f32::from(set.track()[usize::from(display.whiskey)].value);
    let exploration = if display.unexplored() == 0 { 1.0 } else { EXPLORED }
        * expected_exploration(display, rounds_left);
    let sheep: u32 = display.sheep.iter().map(|row| row.count_ones()).sum();
    barrel * (1.0 + BARREL * remaining)
        + f32::from(display.circles)
        + drawn
        + FLOCK * f32::from(display.flock)
        + exploration
        + TargetRectangle::best(display, costs).value
        + TOWER * f32::from(display.towers)
        + SHEEP * sheep as f32
}

/// The marker counts half for equal flocks, fully with a lead of two sheep.
pub(super) fn marker_points(state: &Tipperary, seat: Seat, flock: u8, rounds_left: u8) -> f32 {
    if state.players() == 1 {
        return 0.0;
    }
    let grown =
        |flock: u8, rounds_left: u8| f32::from(flock) + FLOCK_GROWTH * f32::from(rounds_left);
    let others = Seat::all(state.players()).filter(|&other| other != seat).map(|other| {
        let player = state.player(other);
        grown(player.display().flock(), state.rounds() - player.tiles().len() as u8)
    });
    let lead = grown(flock, rounds_left) - others.fold(0.0, f32::max);
    MARKER * (0.5 + 0.25 * lead).clamp(0.0, 1.0)
}
