//! Seeded walks through random games.

use crate::{Actor, Game, Move, NoEvents, Play, Setup, Turn};

/// Reproducible random numbers for tests (`SplitMix64`). Real tables use another generator.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// A generator with that seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `sides`, which is not 0.
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(word ^ (word >> 31)) * sides as u128) >> 64) as usize
    }
}

/// A position of a random game, with the action that will be made in it.
#[derive(Clone, Debug)]
pub struct Step<'a, G: Game> {
    /// The state before the action.
    pub state: &'a G,
    /// The next action.
    pub next: Move<G::Action>,
}

/// A random action of an actor to act; `None` once the game is over.
fn random_move<G: Game>(state: &G, dice: &mut Dice) -> Option<Move<G::Action>> {
    match state.turn() {
        Turn::Over => None,
        Turn::Dealer => {
            let action = state.deal(&mut Vec::new(), |sum| dice.roll(sum as usize) as u32);
            Some(Move { actor: Actor::Dealer, action })
        }
        Turn::Seats(seats) => {
            let seat = seats.nth(dice.roll(seats.len())).expect("a turn has a seat");
            let legal = state.legal(seat);
            assert!(!legal.is_empty(), "{seat} is to act but has no legal action in {state:?}");
            Some(Move { actor: seat.into(), action: legal[dice.roll(legal.len())] })
        }
    }
}

/// Calls `look` for every position except the last of `games` random games of every setup.
pub fn visit<G: Game>(games: u64, mut look: impl FnMut(&Step<'_, G>)) {
    for setup in Setup::<G>::every() {
        for seed in 0..games {
            let mut dice = Dice::new(seed);
            let mut state = G::new(&setup);
            for action_count in 0.. {
                let Some(next) = random_move(&state, &mut dice) else { break };
                assert!(
                    action_count < G::INFO.max_actions,
                    "the game goes on after {action_count} actions"
                );
                look(&Step { state: &state, next });
                state.apply_unchecked(next.actor, next.action, &mut NoEvents);
            }
        }
    }
}

/// A whole random game with its record.
pub fn random_play<G: Game>(setup: Setup<G>, seed: u64) -> Play<G> {
    let mut dice = Dice::new(seed);
    let mut play = Play::new(setup);
    while let Some(next) = random_move(play.state(), &mut dice) {
        play.apply(next.actor, next.action, &mut NoEvents).expect("a listed action is legal");
    }
    play
}
