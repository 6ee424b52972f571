//! The dealer's draws: the only random choices at a table, reproducible with the table's key.
//!
//! Every draw has a number, and every number its own stream of ChaCha20 under the key. The legal
//! dealer actions, in the order of their notations' bytes, divide the numbers below their common
//! denominator among them; an unbiased random number selects the action.

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use rules::{Actor, Game, Notation, Play, Turn, common_denominator};
use sha2::{Digest, Sha256};

/// The key of a table's draws.
#[derive(Clone, PartialEq, Eq)]
pub struct Key([u8; 32]);

impl Key {
    /// The key of a table: a hash of the server's seed, the contributions of the players' clients (in
    /// seat order), and the table's id.
    pub fn table(seed: &[u8; 32], contributions: &[[u8; 32]], table: &str) -> Self {
        let mut hash = Sha256::new();
        hash.update(seed);
        for contribution in contributions {
            hash.update(contribution);
        }
        hash.update(table);
        Self(hash.finalize().into())
    }

    /// The key of a day's deal of a game, the same for everyone. The date is UTC, such as
    /// `2026-11-15`.
    pub fn today(game: &str, date: &str) -> Self {
        Self(Sha256::digest(format!("bellwether/{game}/{date}")).into())
    }

    /// The key of the protocol's `roll`.
    pub fn roll(seed: u64) -> Self {
        Self(Sha256::digest(seed.to_string()).into())
    }

    /// A uniform number below `sides` (which is not 0) from that stream.
    fn below(&self, stream: u64, sides: u64) -> u64 {
        let mut words = ChaCha20Rng::from_seed(self.0);
        words.set_stream(stream);
        let fair = u64::MAX - (u64::MAX % sides + 1) % sides;
        loop {
            let word = words.next_u64();
            if word <= fair {
                return word % sides;
            }
        }
    }
}

/// The dealer's action for draw number `number`; `None` if the dealer is not to act.
pub fn draw<G: Game>(key: &Key, number: u64, state: &G) -> Option<G::Action> {
    draw_from_stream(key, state, |_| number)
}

/// The dealer's action of the day's deal: draws are numbered separately for each verb, so that one
/// player's extra draws do not change another's tiles.
pub fn draw_today<G: Game>(key: &Key, play: &Play<G>) -> Option<G::Action> {
    let set = play.setup().set();
    draw_from_stream(key, play.state(), |verb| {
        let dealt = play.history().iter().filter(|step| step.actor == Actor::Dealer);
        let before = dealt.filter(|step| self::verb(&step.action.text(set)) == verb).count();
        let mut hash = Sha256::new();
        hash.update(verb);
        hash.update((before as u64).to_le_bytes());
        let digest: [u8; 32] = hash.finalize().into();
        digest.iter().take(8).rev().fold(0, |stream, &byte| stream << 8 | u64::from(byte))
    })
}

/// The first word of a notation.
fn verb(notation: &str) -> &str {
    notation.split(' ').next().unwrap_or_default()
}

fn draw_from_stream<G: Game>(
    key: &Key,
    state: &G,
    stream: impl FnOnce(&str) -> u64,
) -> Option<G::Action> {
    if state.turn() != Turn::Dealer {
        return None;
    }
    let outcomes = state.outcomes();
    let (sides, unit) = common_denominator(&outcomes);
    let set = state.setup().set();
    let mut named: Vec<_> =
        outcomes.iter().map(|outcome| (outcome.action.text(set), outcome)).collect();
    named.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    let stream = stream(verb(&named.first()?.0));
    let mut share = key.below(stream, sides);
    named.into_iter().find_map(|(_, outcome)| {
        let width = u64::from(outcome.weight) / unit;
        let contains_share = share < width;
        share = share.wrapping_sub(width);
        contains_share.then_some(outcome.action)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_is_equally_likely() {
        let key = Key::roll(1);
        let mut seen = [0u32; 6];
        (0..6000).for_each(|stream| seen[key.below(stream, 6) as usize] += 1);
        assert!(seen.iter().all(|&count| (850..1150).contains(&count)), "{seen:?}");
    }

    #[test]
    fn one_side_leaves_no_choice() {
        assert!((0..100).all(|stream| Key::roll(2).below(stream, 1) == 0));
    }

    #[test]
    fn a_stream_and_a_key_give_the_same_word_as_the_cipher() {
        // The first block of ChaCha20 under the all-zero key and nonce is published with RFC 8439
        // (appendix A.1, vector 1): 76 b8 e0 ad a0 f1 3d 90 …
        let first = u64::from_le_bytes([0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90]);
        assert_eq!(Key([0; 32]).below(0, u64::MAX), first % u64::MAX);
    }
}
