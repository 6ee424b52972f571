//! Tipperary: what a display promises, and how a seat's game may go on.
//!
//! Everybody plays on a display of their own, so a playout plays one seat's game on with a
//! quick picture of its display ([`field`]), the same rules of thumb in every round ([`outlook`],
//! [`sight`]) and the tiles that the bag still holds ([`solo`]). The others count by what they
//! promise now. At the end towers are put up exactly.

mod field;
mod ground;
mod marker;
mod outlook;
mod plain;
mod sight;
mod solo;
#[cfg(test)]
mod tests;

use rules::{Game, Move, Seat};
use shelf::Chooser;
use shelf::tipperary::{Action, Stage, Tipperary};

use super::{Knowledge, best_looking, weigh_by_distance};
use crate::Values;
use crate::weighed::{Weighed, heaviest_first, weighed};
use marker::marker;
use outlook::{expected, played};
use plain::plain;
use solo::Solo;

/// So many actions are judged by what the next round can make of them, the most promising ones.
const LOOKED_BEYOND: usize = 128;

impl Knowledge for Tipperary {
    const MARGIN: f32 = 25.0;
    const BEHIND_DEALER: bool = false;
    const FORESEES: bool = true;
    const TURN_SHARE: f32 = 0.7;

    fn estimate(&self) -> Values {
        Values::each(self.players(), |seat| {
            let solo = Solo::of(self, seat, plain);
            solo.outlook() + plain::marker(self, seat, solo.flock(), solo.left())
        })
    }

    /// Towers are put up by an exact plan.
    fn prune(&self, seat: Seat, actions: &mut Vec<Action>) {
        if self.stage() == Stage::Towers && actions.len() > 1 {
            actions.clear();
            actions.push(planned_tower(self, seat));
        }
    }

    fn rank(&self, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
        let solo = Solo::of(self, seat, played);
        weights.clear();
        weights.extend(actions.iter().map(|&action| solo.outlook_after(action)));
        look_beyond(&solo, actions, weights);
        weigh_by_distance(weights, 0.6);
    }

    fn reply(&self, seat: Seat, _: &mut Chooser, buffer: &mut Vec<Action>) -> Action {
        if self.stage() == Stage::Towers {
            return planned_tower(self, seat);
        }
        self.legal_into(seat, buffer);
        let solo = Solo::of(self, seat, played);
        best_looking(buffer.iter().map(|&action| (solo.outlook_after(action), action)))
    }

    fn foresee(&self, seat: Seat, trial: u64, luck: &mut Chooser) -> Values {
        Values::each(self.players(), |other| {
            let mut solo = Solo::of(self, other, expected);
            let outlook = if other == seat { solo.play_on(trial, luck) } else { solo.outlook() };
            outlook + marker(self, other, solo.flock(), solo.left())
        })
    }

    fn ends_turn(&self, seat: Seat, action: Action) -> bool {
        Solo::of(&self.after(seat.into(), action), seat, played).has_all_its_gains()
    }

    fn opens_turn(&self, seat: Seat, _: Option<Move<Action>>) -> bool {
        self.stage() == Stage::Place && self.player(seat).tiles().len() < self.round().into()
    }
}

/// Judges the most promising actions by what the next round can make of them. The others keep
/// their order behind these.
fn look_beyond(solo: &Solo, actions: &[Action], outlooks: &mut [f32]) {
    let mut order: Vec<Weighed> = weighed(outlooks).collect();
    heaviest_first(&mut order);
    let (near, far) = order.split_at(order.len().min(LOOKED_BEYOND));
    let last = near.last().map_or(0.0, |it| it.weight);
    let mut least = f32::INFINITY;
    for it in near {
        let outlook = solo.outlook_beyond(actions[it.place as usize]);
        outlooks[it.place as usize] = outlook;
        least = least.min(outlook);
    }
    for it in far {
        outlooks[it.place as usize] += least - last;
    }
}

/// The next tower of the best plan.
fn planned_tower(state: &Tipperary, seat: Seat) -> Action {
    state.tower_plan(seat).places().first().map_or(Action::Done, |&at| Action::Tower(at))
}
