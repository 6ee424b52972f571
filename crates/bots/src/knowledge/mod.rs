//! Game-specific heuristics for the search.
//!
//! Every method has a game-independent default, so that a new game can be searched at once; a game
//! overrides what improves play in the arena.

mod foxy_and_wooly;
mod glen_more;
mod tipperary;

use registry::Chooser;
use rules::{Actor, Game, Move, NoEvents, Seat, Turn};

use crate::Values;

/// The default probability of a random decision in playouts.
const RANDOM_RATE: f32 = 0.1;

/// Turns scores into weights: 1 for the best action, less the further a score is behind.
fn weights_from_scores(weights: &mut [f32], steepness: f32) {
    let best = weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for weight in weights {
        let behind = 1.0 + steepness * (best - *weight);
        *weight = 1.0 / (behind * behind);
    }
}

/// The action with the highest score, among equals the first in their order.
fn highest_scored<A: Ord>(scored: impl Iterator<Item = (f32, A)>) -> A {
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(&a.1)));
    best.expect("the seat is to act").1
}

/// A game with heuristics for the search.
pub trait Knowledge: Game {
    /// The lead in points at which the victory is nearly certain.
    const DECISIVE_MARGIN: f32 = 15.0;

    /// The default weight of the distance in points in the utility of a playout; the rest is the
    /// victory.
    const MARGIN_WEIGHT: f32 = 0.3;

    /// Whether the tree continues after the dealer's actions. Without it a playout starts there, which
    /// is better where a draw changes the legal actions altogether.
    const SEARCHES_PAST_DEALER: bool = true;

    /// Whether the seat's actions are compared by paired trials of [`Knowledge::play_trial`] instead of
    /// a tree: for games that depend on luck more than on the opponents.
    const USES_TRIALS: bool = false;

    /// Whether opponents are modelled by [`Knowledge::predicted_action`].
    const MODELS_OPPONENTS: bool = false;

    /// The share of a turn's remaining time that its next decision gets: 1 where a turn is one
    /// action, less where it is a sequence.
    const DECISION_TIME_SHARE: f32 = 1.0;

    /// The points that each seat is expected to end with. Used by greedy bots and for playouts that
    /// are cut short.
    fn estimate(&self) -> Values {
        Values::from_fn(self.players(), |seat| self.score(seat).total() as f32)
    }

    /// Removes actions that are never worth searching from a seat's legal actions. At least one stays.
    fn prune(&self, _seat: Seat, _actions: &mut Vec<Self::Action>) {}

    /// Clears `weights` and fills it with the prior of each action: positive numbers, not yet
    /// normalised.
    fn rank(&self, _seat: Seat, actions: &[Self::Action], weights: &mut Vec<f32>) {
        weights.clear();
        weights.resize(actions.len(), 1.0);
    }

    /// The action of the playout policy: a quick heuristic. `buffer` is scratch space.
    #[inline]
    fn playout_action(
        &self,
        seat: Seat,
        chooser: &mut Chooser,
        buffer: &mut Vec<Self::Action>,
    ) -> Self::Action {
        self.pick(seat, buffer, |len| chooser.below(len as u64) as usize)
    }

    /// The probability of a random decision in playouts, from 0 to 1, unless the search's options
    /// set it.
    fn random_rate(&self) -> f32 {
        RANDOM_RATE
    }

    /// The action that a seat playing by the heuristic makes here; `None` where there is no heuristic,
    /// or where opponents are not modelled.
    fn predicted_action(&self, _seat: Seat) -> Option<Self::Action> {
        None
    }

    /// Plays the game to its end in a simplified way and returns the points that each seat is then
    /// expected to have, for a search on behalf of `seat`. Random numbers come from `luck`;
    /// `trial` counts from 0, so that the first draws can be stratified over the trials.
    fn play_trial(&self, _seat: Seat, _trial: u64, _luck: &mut Chooser) -> Values {
        self.estimate()
    }

    /// Whether the seat's current decision is the first of its turn; `last` is the action before it.
    fn starts_turn(&self, seat: Seat, last: Option<Move<Self::Action>>) -> bool {
        last.is_none_or(|last| last.actor != Actor::Seat(seat))
    }

    /// Whether the seat has no further decision in its turn after that action, whatever is drawn.
    fn ends_turn(&self, seat: Seat, action: Self::Action) -> bool {
        let (actor, mut state) = (Actor::Seat(seat), self.clone());
        let mut last = Move { actor, action };
        loop {
            state.apply_unchecked(actor, last.action, &mut NoEvents);
            let goes_on = matches!(state.turn(), Turn::Seats(seats) if seats.contains(seat));
            if !goes_on || state.starts_turn(seat, Some(last)) {
                return true;
            }
            let Some(only) = state.only_candidate(seat) else { return false };
            last.action = only;
        }
    }

    // Provided methods.

    /// The only action that [`Knowledge::prune`] leaves to the seat, which is to act; `None` if there
    /// are several.
    fn only_candidate(&self, seat: Seat) -> Option<Self::Action> {
        let mut actions = self.legal(seat);
        self.prune(seat, &mut actions);
        if let [only] = actions.as_slice() { Some(*only) } else { None }
    }
}
