//! Perft: counts action sequences. Equal counts of two implementations are strong evidence that
//! their rules agree.

use thiserror::Error;

use crate::{Actor, Game, Turn};

/// The error of a count that visits too many positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("more than {limit} positions would have to be looked at: ask for a smaller depth")]
pub struct PerftTooLarge {
    /// The most positions that were allowed.
    pub limit: u64,
}

/// The number of action sequences of that length; shorter ones that end the game count once.
///
/// # Errors
/// If more than `limit` positions would be visited. The last action of a sequence is counted
/// without visiting its position.
pub fn perft<G: Game>(game: &G, depth: u32, limit: u64) -> Result<u64, PerftTooLarge> {
    let mut counter = Counter { visited: 0, limit };
    counter.sequences(game, depth)
}

struct Counter {
    visited: u64,
    limit: u64,
}

impl Counter {
    fn sequences<G: Game>(&mut self, game: &G, depth: u32) -> Result<u64, PerftTooLarge> {
        if depth == 0 || game.is_over() {
            return Ok(1);
        }
        self.visited += 1;
        if self.visited > self.limit {
            return Err(PerftTooLarge { limit: self.limit });
        }
        let moves = moves(game);
        if depth == 1 {
            return Ok(moves.len() as u64);
        }
        moves.into_iter().try_fold(0, |sum, (actor, action)| {
            Ok(sum + self.sequences(&game.after(actor, action), depth - 1)?)
        })
    }
}

/// All that may be done now, by whom.
pub fn moves<G: Game>(game: &G) -> Vec<(Actor, G::Action)> {
    match game.turn() {
        Turn::Over => Vec::new(),
        Turn::Dealer => {
            let outcomes = game.outcomes().into_iter();
            outcomes.map(|outcome| (Actor::Dealer, outcome.action)).collect()
        }
        Turn::Seats(seats) => {
            let of_seat = |seat| {
                let actions = game.legal(seat).into_iter();
                actions.map(move |action| (Actor::Seat(seat), action))
            };
            seats.into_iter().flat_map(of_seat).collect()
        }
    }
}
