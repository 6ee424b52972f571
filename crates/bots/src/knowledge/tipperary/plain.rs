//! What anybody would go by: the greedy baseline does.

use rules::{Game, Seat};
use shelf::tipperary::{Components, Tipperary};

use super::field::Field;
use super::ground::{GapCosts, Ground};
use super::marker::MARKER;
use super::outlook::{ROUNDS, at_the_end, explored};

const FLOCK: f32 = 1.1;
const SHEEP: f32 = 0.1;
const TOWER: f32 = 3.0;
const DRAW: f32 = 2.5;
/// How much of the exploration counts before it is complete.
const EXPLORED: f32 = 0.8;
/// The barrel's next spaces.
const BARREL: f32 = 0.3;
/// How much a flock grows in a round.
const FLOCK_GROWTH: f32 = 0.5;

/// What is there counts as it stands, and a gap costs the more the fewer rounds are left.
pub(super) fn plain(set: &Components, field: &Field, left: u8, draws: u8) -> f32 {
    let drawn = DRAW * f32::from(draws);
    if field.columns == 0 || left == 0 {
        return at_the_end(set, field) + drawn;
    }
    let early = f32::from(left) / ROUNDS;
    let open = 0.9 + 1.2 * (1.0 - early);
    let costs = GapCosts { open, tight: open + 0.4, closed: open + 0.6 };
    let barrel = f32::from(set.track()[usize::from(field.whiskey)].value);
    let exploration = if field.unexplored() == 0 { 1.0 } else { EXPLORED } * explored(field, left);
    let sheep: u32 = field.sheep.iter().map(|row| row.count_ones()).sum();
    barrel * (1.0 + BARREL * early)
        + f32::from(field.circles)
        + drawn
        + FLOCK * f32::from(field.flock)
        + exploration
        + Ground::best(field, costs).promise
        + TOWER * f32::from(field.towers)
        + SHEEP * sheep as f32
}

/// The marker counts half for equal flocks, and wholly two sheep ahead.
pub(super) fn marker(state: &Tipperary, seat: Seat, flock: u8, left: u8) -> f32 {
    if state.players() == 1 {
        return 0.0;
    }
    let grown = |flock: u8, left: u8| f32::from(flock) + FLOCK_GROWTH * f32::from(left);
    let others = Seat::all(state.players()).filter(|&other| other != seat).map(|other| {
        let player = state.player(other);
        grown(player.display().flock(), state.rounds() - player.tiles().len() as u8)
    });
    let lead = grown(flock, left) - others.fold(0.0, f32::max);
    MARKER * (0.5 + 0.25 * lead).clamp(0.0, 1.0)
}
