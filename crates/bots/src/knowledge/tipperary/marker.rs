//! The expected points for the marker of the largest flock.

use registry::tipperary::Tipperary;
use rules::{Game, Seat};

/// Points for the marker of the largest flock.
pub(super) const MARKER: f32 = 5.0;
/// The average growth of a flock per round.
const GROWTH: f32 = 1.4;
/// The variance of a lead per remaining round of either seat: leads changed by 1.8 sheep in
/// the last round of both, by 5.7 in the last nine.
const SPREAD: f32 = 2.65;
/// The variance after the last round.
const LEAST_SPREAD: f32 = 0.05;
/// The bonus of the marker's holder, who keeps it in a tie.
const TIE: f32 = 0.5;

/// The expected points for a flock of that size, with `rounds_left` rounds to grow.
pub(super) fn marker_points(state: &Tipperary, seat: Seat, flock: u8, rounds_left: u8) -> f32 {
    if state.players() == 1 {
        return 0.0;
    }
    let holds = |seat: Seat| if state.marker() == Some(seat) { TIE } else { 0.0 };
    let grown = |seat: Seat, flock: u8, rounds_left: u8| {
        f32::from(flock) + GROWTH * f32::from(rounds_left) + holds(seat)
    };
    let others = Seat::all(state.players()).filter(|&other| other != seat);
    let chances = others.map(|other| {
        let player = state.player(other);
        let theirs = state.rounds() - player.tiles().len() as u8;
        let lead = grown(seat, flock, rounds_left) - grown(other, player.display().flock(), theirs);
        let spread = SPREAD * f32::from(rounds_left + theirs) + LEAST_SPREAD;
        0.5 + 0.5 * lead / (lead * lead + spread).sqrt()
    });
    MARKER * chances.product::<f32>()
}
