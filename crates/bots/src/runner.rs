//! Plays on from a position: the dealer by chance, the seats by chance or by what is known.

use rules::{Actor, Outcome, Seat, Silent, Turn};
use shelf::Chooser;

use crate::Knowledge;

/// A number from 0 up to, but not including, 1.
#[inline]
pub(crate) fn fraction(chooser: &mut Chooser) -> f32 {
    const STEPS: u64 = 1 << 24;
    chooser.below(STEPS) as f32 / STEPS as f32
}

/// Makes the choices of playouts. Its buffers are kept, so that no playout allocates.
#[derive(Clone, Debug)]
pub(crate) struct Runner<G: Knowledge> {
    pub(crate) chooser: Chooser,
    actions: Vec<G::Action>,
    outcomes: Vec<Outcome<G::Action>>,
    /// How often a seat's decision is left to chance, from 0 to 1.
    slips: f32,
}

impl<G: Knowledge> Runner<G> {
    pub(crate) fn new(seed: u64, slips: f32) -> Self {
        let chooser = Chooser::new(seed);
        Self { chooser, actions: Vec::new(), outcomes: Vec::new(), slips }
    }

    /// Lets the dealer act, whose turn it is.
    #[inline]
    pub(crate) fn deal(&mut self, state: &mut G) {
        let Self { chooser, outcomes, .. } = self;
        let action = state.deal(outcomes, |sum| chooser.below(sum.into()) as u32);
        state.apply_unchecked(Actor::Dealer, action, &mut Silent);
    }

    /// Lets a seat act, whose turn it is.
    #[inline]
    pub(crate) fn reply(&mut self, state: &mut G, seat: Seat) {
        let Self { chooser, actions, .. } = self;
        let slips = self.slips;
        let by_chance = slips >= 1.0 || slips > 0.0 && fraction(chooser) < slips;
        let action = if by_chance {
            state.pick(seat, actions, |len| chooser.below(len as u64) as usize)
        } else {
            state.reply(seat, chooser, actions)
        };
        state.apply_unchecked(Actor::Seat(seat), action, &mut Silent);
    }

    /// Plays on to the end, or for that many decisions.
    #[inline]
    pub(crate) fn finish(&mut self, state: &mut G, horizon: u32) {
        let mut left = horizon;
        loop {
            match state.turn() {
                Turn::Over => return,
                Turn::Dealer => self.deal(state),
                Turn::Seats(_) if left == 0 => return,
                Turn::Seats(seats) => {
                    let seat = self.chooser.one_of(seats).expect("somebody is to act");
                    self.reply(state, seat);
                    left -= 1;
                }
            }
        }
    }
}
