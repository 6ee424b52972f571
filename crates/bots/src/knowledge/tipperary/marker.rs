//! Who will have the largest flock.

use rules::{Game, Seat};
use shelf::tipperary::Tipperary;

/// Points for the marker of the largest flock.
pub(super) const MARKER: f32 = 5.0;
/// How much a flock grows in a round.
const GROWTH: f32 = 1.4;
/// How uncertain a lead is for every round that one of two seats still has: in 600 games it changed
/// by 1.8 sheep in the last round of both, by 5.7 in the last nine.
const SPREAD: f32 = 2.65;
/// What is left of it behind the last round.
const LEAST_SPREAD: f32 = 0.05;
/// Who has the marker keeps it in a tie.
const TIE: f32 = 0.5;

/// What a flock of that size, with so many rounds to grow, can expect of the marker.
pub(super) fn marker(state: &Tipperary, seat: Seat, flock: u8, left: u8) -> f32 {
    if state.players() == 1 {
        return 0.0;
    }
    let holds = |seat: Seat| if state.marker() == Some(seat) { TIE } else { 0.0 };
    let grown =
        |seat: Seat, flock: u8, left: u8| f32::from(flock) + GROWTH * f32::from(left) + holds(seat);
    let others = Seat::all(state.players()).filter(|&other| other != seat);
    let chances = others.map(|other| {
        let player = state.player(other);
        let theirs = state.rounds() - player.tiles().len() as u8;
        let lead = grown(seat, flock, left) - grown(other, player.display().flock(), theirs);
        let spread = SPREAD * f32::from(left + theirs) + LEAST_SPREAD;
        0.5 + 0.5 * lead / (lead * lead + spread).sqrt()
    });
    MARKER * chances.product::<f32>()
}
