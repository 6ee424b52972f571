//! Counting action sequences: two readings of the rules that count the same mostly are the same.

use thiserror::Error;

use crate::{Actor, Game, Turn};

/// The count would take too long.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("more than {limit} positions would have to be looked at: ask for a smaller depth")]
pub struct PerftTooLarge {
    /// How many were allowed.
    pub limit: u64,
}

/// The number of action sequences of that length; those that end early count once.
///
/// # Errors
/// If more than `limit` positions would have to be looked at. The last action of a sequence needs
/// no position of its own.
pub fn perft<G: Game>(game: &G, depth: u32, limit: u64) -> Result<u64, PerftTooLarge> {
    let mut counter = Counter { looked_at: 0, limit };
    counter.sequences(game, depth)
}

struct Counter {
    looked_at: u64,
    limit: u64,
}

impl Counter {
    fn sequences<G: Game>(&mut self, game: &G, depth: u32) -> Result<u64, PerftTooLarge> {
        if depth == 0 || game.is_over() {
            return Ok(1);
        }
        self.looked_at += 1;
        if self.looked_at > self.limit {
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
