//! Playouts: the dealer's actions are sampled, the seats' are random or the heuristic's.

use registry::Chooser;
use rules::{Actor, NoEvents, Outcome, Seat, Turn};

use crate::Knowledge;

/// A random number in `0.0..1.0`.
#[inline]
pub(crate) fn unit_fraction(chooser: &mut Chooser) -> f32 {
    const STEPS: u64 = 1 << 24;
    chooser.below(STEPS) as f32 / STEPS as f32
}

/// Runs playouts. Its buffers are reused, so that no playout allocates.
#[derive(Clone, Debug)]
pub(crate) struct PlayoutRunner<G: Knowledge> {
    pub(crate) chooser: Chooser,
    actions: Vec<G::Action>,
    outcomes: Vec<Outcome<G::Action>>,
    /// The probability of a random decision, from 0 to 1.
    random_rate: f32,
}

impl<G: Knowledge> PlayoutRunner<G> {
    pub(crate) fn new(seed: u64, random_rate: f32) -> Self {
        let chooser = Chooser::new(seed);
        Self { chooser, actions: Vec::new(), outcomes: Vec::new(), random_rate }
    }

    /// Makes a sampled action of the dealer, whose turn it is.
    #[inline]
    pub(crate) fn play_dealer(&mut self, state: &mut G) {
        let Self { chooser, outcomes, .. } = self;
        let action = state.deal(outcomes, |sum| chooser.below(sum.into()) as u32);
        state.apply_unchecked(Actor::Dealer, action, &mut NoEvents);
    }

    /// Makes an action of a seat, whose turn it is.
    #[inline]
    pub(crate) fn play_seat(&mut self, state: &mut G, seat: Seat) {
        let Self { chooser, actions, .. } = self;
        let random_rate = self.random_rate;
        let is_random =
            random_rate >= 1.0 || random_rate > 0.0 && unit_fraction(chooser) < random_rate;
        let action = if is_random {
            state.pick(seat, actions, |len| chooser.below(len as u64) as usize)
        } else {
            state.playout_action(seat, chooser, actions)
        };
        state.apply_unchecked(Actor::Seat(seat), action, &mut NoEvents);
    }

    /// Plays on to the end, or for that many decisions.
    #[inline]
    pub(crate) fn play_out(&mut self, state: &mut G, horizon: u32) {
        let mut remaining = horizon;
        loop {
            match state.turn() {
                Turn::Over => return,
                Turn::Dealer => self.play_dealer(state),
                Turn::Seats(_) if remaining == 0 => return,
                Turn::Seats(seats) => {
                    let seat = self.chooser.one_of(seats).expect("a seat is to act");
                    self.play_seat(state, seat);
                    remaining -= 1;
                }
            }
        }
    }
}
