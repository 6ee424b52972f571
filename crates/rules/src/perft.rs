//! Counting action sequences: two readings of the rules that count the same mostly are the same.

use thiserror::Error;

use crate::{Actor, Game, Seat, Turn};

/// The count would take too long.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there are more than {limit} action sequences: ask for a smaller depth")]
pub struct PerftTooLarge {
    /// How many were allowed.
    pub limit: u64,
}

/// The number of action sequences of that length; those that end early count once.
///
/// # Errors
/// If there are more than `limit`.
pub fn perft<G: Game>(game: &G, depth: u32, limit: u64) -> Result<u64, PerftTooLarge> {
    if depth == 0 {
        return Ok(1);
    }
    let mut nodes = 0;
    let mut add = |actor: Actor, actions: Vec<G::Action>| {
        if depth == 1 {
            nodes += actions.len() as u64;
        } else {
            for action in actions {
                nodes += perft(&game.after(actor, action), depth - 1, limit.saturating_sub(nodes))?;
            }
        }
        if nodes > limit { Err(PerftTooLarge { limit }) } else { Ok(()) }
    };
    match game.turn() {
        Turn::Over => return Ok(1),
        Turn::Dealer => {
            let outcomes = game.outcomes();
            add(Actor::Dealer, outcomes.into_iter().map(|outcome| outcome.action).collect())?;
        }
        Turn::Seats(seats) => {
            seats.into_iter().try_for_each(|seat: Seat| add(seat.into(), game.legal(seat)))?;
        }
    }
    Ok(nodes)
}
