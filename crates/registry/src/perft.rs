//! Counting action sequences, without beginning what cannot be finished.

use rules::{Game, PerftTooLarge, moves};

use crate::Chooser;

/// How many random games are looked at first.
const PROBES: u64 = 32;
/// Each estimates how many positions a count has to look at, and is right on average. So it comes
/// to so many times too much with a probability of one in so many at most, and all of them do with
/// one of 1 in 4³².
const FAR_TOO_MANY: u64 = 4;

/// The number of action sequences of that length; those that end early count once.
pub(crate) fn perft<G: Game>(game: &G, depth: u32, limit: u64) -> Result<u64, PerftTooLarge> {
    let far_too_many = limit.saturating_mul(FAR_TOO_MANY);
    if (0..PROBES).all(|seed| estimate(game, depth, far_too_many, seed) >= far_too_many) {
        return Err(PerftTooLarge { limit });
    }
    rules::perft(game, depth, limit)
}

/// How many positions have to be looked at if all lines branch as a random one does (Knuth's
/// estimate), or `most` if there are more.
fn estimate<G: Game>(game: &G, depth: u32, most: u64, seed: u64) -> u64 {
    let (mut chooser, mut state) = (Chooser::new(seed), game.clone());
    let (mut lines, mut looked_at) = (1_u64, 0_u64);
    for _ in 0..depth {
        if state.is_over() || looked_at >= most {
            break;
        }
        looked_at = looked_at.saturating_add(lines);
        let moves = moves(&state);
        let Some(last) = (moves.len() as u64).checked_sub(1) else { break };
        lines = lines.saturating_mul(last + 1);
        let (actor, action) = moves[chooser.below(last + 1) as usize];
        state = state.after(actor, action);
    }
    looked_at.min(most)
}

#[cfg(test)]
mod tests {
    use crate::{AnyGame, GameId, NewGame, Registry};

    #[test]
    fn a_count_that_no_machine_finishes_is_refused_before_it_begins() {
        for game in GameId::ALL {
            let game = AnyGame::new(&Registry::new(), &NewGame::of(game, 2)).unwrap();
            // It would not come to an end before this limit either.
            assert!(game.perft(95, 1_000_000_000_000_000).is_err(), "{:?}", game.id());
            assert!(game.perft(u32::MAX, 1_000_000_000_000_000).is_err(), "{:?}", game.id());
        }
    }

    #[test]
    fn counts_within_the_limit_are_made() {
        let game = AnyGame::new(&Registry::new(), &NewGame::of(GameId::FoxyAndWooly, 2)).unwrap();
        assert_eq!((game.perft(3, 101), game.perft(3, 100).is_err()), (Ok(1080), true));
    }
}
