//! What a bot knows about a game beyond its rules.
//!
//! Every method has a plain default, so that a new game can be searched at once; a game overrides
//! what the arena has shown to help.

mod foxy_and_wooly;
mod glen_more;
mod tipperary;

use rules::{Actor, Game, Move, Seat, Silent, Turn};
use shelf::Chooser;

use crate::Values;

/// How often playouts slip where a game does not say otherwise.
const SLIPS: f32 = 0.1;

/// Turns how good actions look into weights: 1 for the best, less the further an action is behind.
fn weigh_by_distance(weights: &mut [f32], steepness: f32) {
    let best = weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for weight in weights {
        let behind = 1.0 + steepness * (best - *weight);
        *weight = 1.0 / (behind * behind);
    }
}

/// The action that looks best, among equals the first in their order.
fn best_looking<A: Ord>(judged: impl Iterator<Item = (f32, A)>) -> A {
    let best = judged.max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(&a.1)));
    best.expect("the seat is to act").1
}

/// A game, and what helps to play it well.
pub trait Knowledge: Game {
    /// So many points ahead of everybody are a commanding lead.
    const MARGIN: f32 = 15.0;

    /// How much of a playout's worth is the distance in points instead of the victory, unless a
    /// search is told otherwise.
    const MARGIN_WEIGHT: f32 = 0.3;

    /// Whether a search tree goes on behind the dealer's actions. Where a draw changes what can be
    /// done altogether, a playout from there on tells more.
    const BEHIND_DEALER: bool = true;

    /// Whether a search tries the seat's actions one against the other by [`Knowledge::foresee`]
    /// instead of growing a tree: where what comes next hangs more on luck than on the others.
    const FORESEES: bool = false;

    /// Whether it pays to watch who goes by the rule of thumb, as [`Knowledge::habit`] tells it.
    const WATCHES: bool = false;

    /// How much of the time that is left for a turn goes into its next decision: all of it where
    /// a turn is one action, less where it is a sequence.
    const TURN_SHARE: f32 = 1.0;

    /// The points each seat can be expected to end with. A greedy bot goes by this, and so do
    /// playouts that are cut short.
    fn estimate(&self) -> Values {
        Values::each(self.players(), |seat| self.score(seat).total() as f32)
    }

    /// Takes out of a seat's legal actions those that are never worth a thought. Never all.
    fn prune(&self, _seat: Seat, _actions: &mut Vec<Self::Action>) {}

    /// Clears `weights` and fills it with how promising each action is before any search, compared
    /// with the others: a positive number each.
    fn rank(&self, _seat: Seat, actions: &[Self::Action], weights: &mut Vec<f32>) {
        weights.clear();
        weights.resize(actions.len(), 1.0);
    }

    /// What a sensible player does here without much thought, for playouts. `buffer` is scratch
    /// space.
    #[inline]
    fn reply(
        &self,
        seat: Seat,
        chooser: &mut Chooser,
        buffer: &mut Vec<Self::Action>,
    ) -> Self::Action {
        self.pick(seat, buffer, |len| chooser.below(len as u64) as usize)
    }

    /// How often a playout leaves a decision to chance, from 0 to 1, unless a search is told
    /// otherwise.
    fn slips(&self) -> f32 {
        SLIPS
    }

    /// What whoever goes by the rule of thumb does here; `None` where there is none, or where it does
    /// not pay to know who does.
    fn habit(&self, _seat: Seat) -> Option<Self::Action> {
        None
    }

    /// Plays on in the game's own quick way and gives the points that each seat can then be
    /// expected to end with, for a search on behalf of `seat`. Luck comes from the chooser;
    /// `trial` counts from 0, so that what is drawn first can be spread evenly over all trials.
    fn foresee(&self, _seat: Seat, _trial: u64, _luck: &mut Chooser) -> Values {
        self.estimate()
    }

    /// Whether the seat's decision now is the first of its turn; `last` is what was done before it.
    fn opens_turn(&self, seat: Seat, last: Option<Move<Self::Action>>) -> bool {
        last.is_none_or(|last| last.actor != Actor::Seat(seat))
    }

    /// Whether the seat has nothing more to decide in its turn after that action, whatever is drawn.
    fn ends_turn(&self, seat: Seat, action: Self::Action) -> bool {
        let (actor, mut state) = (Actor::Seat(seat), self.clone());
        let mut last = Move { actor, action };
        loop {
            state.apply_unchecked(actor, last.action, &mut Silent);
            let goes_on = matches!(state.turn(), Turn::Seats(seats) if seats.contains(seat));
            if !goes_on || state.opens_turn(seat, Some(last)) {
                return true;
            }
            let Some(only) = state.only_choice(seat) else { return false };
            last.action = only;
        }
    }

    // What follows from the above.

    /// The only action of the seat, which is to act, that is worth a thought; `None` if there are
    /// several.
    fn only_choice(&self, seat: Seat) -> Option<Self::Action> {
        let mut actions = self.legal(seat);
        self.prune(seat, &mut actions);
        if let [only] = actions.as_slice() { Some(*only) } else { None }
    }
}
