//! Heuristics for Tipperary: the value of a display, and simulated games of one seat.
//!
//! Seats interact little, so a trial plays one seat's game to its end on bitboards
//! ([`bitboard`]), with the same heuristics in every round ([`evaluation`], [`placement_score`]) and
//! the tiles left in the bag ([`solo_game`]). The other seats are evaluated as they stand. Towers
//! are planned exactly at the end.

mod baseline;
mod bitboard;
mod evaluation;
mod marker;
mod placement_score;
mod solo_game;
mod target_rectangle;
#[cfg(test)]
mod tests;

use registry::Chooser;
use registry::tipperary::{Action, Stage, Tipperary};
use rules::{Game, Move, Seat};

use super::{Knowledge, highest_scored, weights_from_scores};
use crate::Values;
use crate::sort::{WeightedIndex, sort_by_weight, weighted_indices};
use baseline::baseline_value;
use evaluation::{policy_value, predicted_points};
use marker::marker_points;
use solo_game::SoloGame;

/// The number of actions, the highest ranked, that are evaluated one round ahead.
const MAX_LOOKAHEAD_ACTIONS: usize = 128;

impl Knowledge for Tipperary {
    const DECISIVE_MARGIN: f32 = 25.0;
    const SEARCHES_PAST_DEALER: bool = false;
    const USES_TRIALS: bool = true;
    const DECISION_TIME_SHARE: f32 = 0.7;

    fn estimate(&self) -> Values {
        Values::from_fn(self.players(), |seat| {
            let solo_game = SoloGame::of(self, seat, baseline_value);
            solo_game.evaluate()
                + baseline::marker_points(self, seat, solo_game.flock(), solo_game.rounds_left())
        })
    }

    /// Towers follow the exact plan.
    fn prune(&self, seat: Seat, actions: &mut Vec<Action>) {
        if self.stage() == Stage::Towers && actions.len() > 1 {
            actions.clear();
            actions.push(planned_tower(self, seat));
        }
    }

    fn rank(&self, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
        let solo_game = SoloGame::of(self, seat, policy_value);
        weights.clear();
        weights.extend(actions.iter().map(|&action| solo_game.evaluate_after(action)));
        apply_lookahead(&solo_game, actions, weights);
        weights_from_scores(weights, 0.6);
    }

    fn playout_action(&self, seat: Seat, _: &mut Chooser, buffer: &mut Vec<Action>) -> Action {
        if self.stage() == Stage::Towers {
            return planned_tower(self, seat);
        }
        self.legal_into(seat, buffer);
        let solo_game = SoloGame::of(self, seat, policy_value);
        highest_scored(buffer.iter().map(|&action| (solo_game.evaluate_after(action), action)))
    }

    fn play_trial(&self, seat: Seat, trial: u64, random: &mut Chooser) -> Values {
        Values::from_fn(self.players(), |other| {
            let mut solo_game = SoloGame::of(self, other, predicted_points);
            let evaluation = if other == seat {
                solo_game.play_to_end(trial, random)
            } else {
                solo_game.evaluate()
            };
            evaluation + marker_points(self, other, solo_game.flock(), solo_game.rounds_left())
        })
    }

    fn ends_turn(&self, seat: Seat, action: Action) -> bool {
        SoloGame::of(&self.after(seat.into(), action), seat, policy_value).has_taken_gains()
    }

    fn starts_turn(&self, seat: Seat, _: Option<Move<Action>>) -> bool {
        self.stage() == Stage::Place && self.player(seat).tiles().len() < self.round().into()
    }
}

/// Evaluates the best actions one round ahead. The others keep their order behind these.
fn apply_lookahead(solo_game: &SoloGame, actions: &[Action], values: &mut [f32]) {
    let mut order: Vec<WeightedIndex> = weighted_indices(values).collect();
    sort_by_weight(&mut order);
    let (with_neighbours, others) = order.split_at(order.len().min(MAX_LOOKAHEAD_ACTIONS));
    let last = with_neighbours.last().map_or(0.0, |it| it.weight);
    let mut least = f32::INFINITY;
    for it in with_neighbours {
        let evaluation = solo_game.evaluate_lookahead(actions[it.index as usize]);
        values[it.index as usize] = evaluation;
        least = least.min(evaluation);
    }
    for it in others {
        values[it.index as usize] += least - last;
    }
}

/// The next tower of the best plan.
fn planned_tower(state: &Tipperary, seat: Seat) -> Action {
    state.tower_plan(seat).places().first().map_or(Action::Done, |&at| Action::Tower(at))
}
