//! Random games, as fast as the rules allow.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::{Actor, Game, Move, NoEvents, Outcome, Seat, SeatSet, Turn, winners};

/// A fast seeded random number generator for playouts and searches. Tables use [`crate::draw`].
#[derive(Clone, Debug)]
pub struct Chooser(Xoshiro256PlusPlus);

impl Chooser {
    /// A generator with that seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A uniform number below `sides` (which is not 0).
    #[inline]
    pub fn below(&mut self, sides: u64) -> u64 {
        // Lemire's method: the high half of a product, with the few unfair products rejected.
        let mut product = u128::from(self.0.next_u64()) * u128::from(sides);
        if (product as u64) < sides {
            let rejected = sides.wrapping_neg() % sides;
            while (product as u64) < rejected {
                product = u128::from(self.0.next_u64()) * u128::from(sides);
            }
        }
        (product >> 64) as u64
    }

    /// A uniformly random seat; no random number is drawn for a single one.
    #[inline]
    pub fn one_of(&mut self, seats: SeatSet) -> Option<Seat> {
        let first = seats.first()?;
        if seats == SeatSet::only(first) {
            return Some(first);
        }
        seats.nth(self.below(seats.len() as u64) as usize)
    }
}

/// Statistics of random games.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayoutStats {
    /// The number of games.
    pub games: u64,
    /// The number of their actions, the dealer's included.
    pub actions: u64,
}

/// Plays random games: the dealer by its probabilities, among several seats a uniform one, then
/// a uniform one of its actions. Buffers are reused between games.
#[derive(Clone, Debug)]
pub struct Playout<G: Game> {
    chooser: Chooser,
    actions: Vec<G::Action>,
    outcomes: Vec<Outcome<G::Action>>,
}

impl<G: Game> Playout<G> {
    /// A player of random games with that seed.
    pub fn new(seed: u64) -> Self {
        Self { chooser: Chooser::new(seed), actions: Vec::new(), outcomes: Vec::new() }
    }

    /// A random action of an actor that may act; `None` if the game is over.
    #[inline]
    pub fn choose(&mut self, state: &G) -> Option<Move<G::Action>> {
        let Self { chooser, actions, outcomes } = self;
        match state.turn() {
            Turn::Over => None,
            Turn::Dealer => {
                let action = state.deal(outcomes, |sum| chooser.below(sum.into()) as u32);
                Some(Move { actor: Actor::Dealer, action })
            }
            Turn::Seats(seats) => {
                let seat = chooser.one_of(seats)?;
                let action = state.pick(seat, actions, |len| chooser.below(len as u64) as usize);
                Some(Move { actor: Actor::Seat(seat), action })
            }
        }
    }

    /// Makes one random action; `false` if the game is over.
    #[inline]
    pub fn step(&mut self, state: &mut G) -> bool {
        let Some(Move { actor, action }) = self.choose(state) else { return false };
        state.apply_unchecked(actor, action, &mut NoEvents);
        true
    }

    /// Plays to the end and returns the number of actions.
    #[inline]
    pub fn finish(&mut self, state: &mut G) -> u64 {
        let mut actions = 0;
        while self.step(state) {
            actions += 1;
        }
        actions
    }

    /// Plays whole games from that state, including the final scores.
    pub fn play(&mut self, start: &G, games: u64) -> PlayoutStats {
        let mut played = PlayoutStats { games, actions: 0 };
        for _ in 0..games {
            let mut state = start.clone();
            played.actions += self.finish(&mut state);
            let seats = Seat::all(state.players());
            std::hint::black_box(winners(seats.map(|seat| state.score(seat))));
        }
        played
    }
}
