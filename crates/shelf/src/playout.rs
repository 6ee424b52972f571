//! Random games, as fast as the rules allow.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::{Actor, Game, Move, Outcome, Seat, SeatSet, Silent, Turn, winners};

/// Quick repeatable choices for playouts and searches. Tables are dealt by [`crate::draw`].
#[derive(Clone, Debug)]
pub struct Chooser(Xoshiro256PlusPlus);

impl Chooser {
    /// Choices that are the same for the same seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `sides` (which is not 0), each equally likely.
    #[inline]
    pub fn below(&mut self, sides: u64) -> u64 {
        // Lemire's method: the high half of a product, with the few unfair products rejected.
        let mut product = u128::from(self.0.next_u64()) * u128::from(sides);
        if (product as u64) < sides {
            let unfair = sides.wrapping_neg() % sides;
            while (product as u64) < unfair {
                product = u128::from(self.0.next_u64()) * u128::from(sides);
            }
        }
        (product >> 64) as u64
    }

    /// One of the seats, each equally likely; a single one costs no choice.
    #[inline]
    pub fn one_of(&mut self, seats: SeatSet) -> Option<Seat> {
        let first = seats.first()?;
        if seats == SeatSet::only(first) {
            return Some(first);
        }
        seats.nth(self.below(seats.len() as u64) as usize)
    }
}

/// What came of some random games.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Playouts {
    /// How many were played.
    pub games: u64,
    /// How many actions they had, the dealer's included.
    pub actions: u64,
}

/// Plays random games: the dealer by its probabilities, among several seats one uniformly, then
/// one of its actions uniformly. Buffers are kept between games.
#[derive(Clone, Debug)]
pub struct Playout<G: Game> {
    chooser: Chooser,
    actions: Vec<G::Action>,
    outcomes: Vec<Outcome<G::Action>>,
}

impl<G: Game> Playout<G> {
    /// A player of random games that are the same for the same seed.
    pub fn new(seed: u64) -> Self {
        Self { chooser: Chooser::new(seed), actions: Vec::new(), outcomes: Vec::new() }
    }

    /// A random action for whoever may act; `None` if the game is over.
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

    /// Plays one random action; `false` if the game is over.
    #[inline]
    pub fn step(&mut self, state: &mut G) -> bool {
        let Some(Move { actor, action }) = self.choose(state) else { return false };
        state.apply_unchecked(actor, action, &mut Silent);
        true
    }

    /// Plays on to the end and gives the number of actions.
    #[inline]
    pub fn finish(&mut self, state: &mut G) -> u64 {
        let mut actions = 0;
        while self.step(state) {
            actions += 1;
        }
        actions
    }

    /// Plays whole games from that state on, final scores included.
    pub fn play(&mut self, start: &G, games: u64) -> Playouts {
        let mut played = Playouts { games, actions: 0 };
        for _ in 0..games {
            let mut state = start.clone();
            played.actions += self.finish(&mut state);
            let seats = Seat::all(state.players());
            std::hint::black_box(winners(seats.map(|seat| state.score(seat))));
        }
        played
    }
}
