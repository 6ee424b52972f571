//! Heuristics for Glen More: turns without detours, the value of tiles by the turns that remain,
//! and the differences that will be scored.

mod action_score;

use registry::Chooser;
use registry::glen_more::{Action, Activation, GlenMore, Phase, Use};
use rules::{Actor, Game, Move, Seat};

use super::{Knowledge, highest_scored, weights_from_scores};
use crate::Values;
use crate::playout_runner::unit_fraction;
use action_score::{ActionScorer, LAST_TILES, WEIGHTS, is_useful_step, remaining};

/// The amplitude of the noise that playouts add to scores.
const NOISE: f32 = 0.3;

impl Knowledge for GlenMore {
    const DECISIVE_MARGIN: f32 = 14.0;
    const DECISION_TIME_SHARE: f32 = 0.55;

    fn estimate(&self) -> Values {
        let remaining = remaining(self);
        let scoring = self.scoring(3);
        // Differences grow during the game; the current ones count for every scoring to come.
        let scorings = 0.3 + 2.7 * remaining;
        Values::from_fn(self.players(), |seat| {
            let place = seat.index();
            let areas = [&scoring.whiskey, &scoring.chieftains, &scoring.locations];
            let differences: u16 = areas.map(|area| area.points[place]).iter().sum();
            let total = self.score(seat).total() as f32;
            total + scorings * f32::from(differences) + holdings_value(self, seat, remaining)
        })
    }

    /// Free gains come first, then activations with a cost, then the clan. Cubes are sold at the end of
    /// the game, or if there is no other action.
    fn prune(&self, seat: Seat, actions: &mut Vec<Action>) {
        if let Some(&free) = actions.iter().find(|&&action| is_free_gain(self, seat, action)) {
            actions.clear();
            actions.push(free);
            return;
        }
        let others = actions.iter().any(|action| !matches!(action, Action::Sell { .. }));
        let sells = !others
            || (self.left().len() <= LAST_TILES && matches!(self.phase(), Phase::Activate(_)));
        let mut last_sold = None;
        actions.retain(|&action| match action {
            Action::Sell { resource, .. } => sells && last_sold.replace(resource) != Some(resource),
            Action::Step { from, to } => is_useful_step(self, seat, from, to),
            _ => true,
        });
    }

    fn rank(&self, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
        let mut scorer = ActionScorer::new(self, seat, &WEIGHTS);
        weights.clear();
        weights.extend(actions.iter().map(|&action| scorer.score(action)));
        weights_from_scores(weights, 0.4);
    }

    fn playout_action(
        &self,
        seat: Seat,
        chooser: &mut Chooser,
        buffer: &mut Vec<Action>,
    ) -> Action {
        self.legal_into(seat, buffer);
        let mut scorer = ActionScorer::new(self, seat, &WEIGHTS);
        let noise = |chooser: &mut Chooser| NOISE * unit_fraction(chooser);
        highest_scored(buffer.iter().map(|&action| (scorer.score(action) + noise(chooser), action)))
    }

    /// A turn may start with sales of cubes before its tile is taken.
    fn starts_turn(&self, seat: Seat, last: Option<Move<Action>>) -> bool {
        let own = |last: Move<Action>| last.actor == Actor::Seat(seat);
        let sold = last.is_some_and(|last| own(last) && matches!(last.action, Action::Sell { .. }));
        matches!(self.phase(), Phase::Take(_)) && !sold
    }
}

/// The value of a seat's holdings that score nothing by themselves.
fn holdings_value(state: &GlenMore, seat: Seat, remaining: f32) -> f32 {
    let player = state.player(seat);
    let display = player.display();
    let cubes: u8 = display.total().iter().sum();
    let standing = |tile| WEIGHTS.standing_value(state.tile(tile));
    let tiles: f32 = display.tiles().map(|(_, tile)| standing(tile)).sum();
    let clan = f32::from(display.clan_members());
    let cube = 0.4 + 0.8 * remaining.min(0.5);
    cube * f32::from(cubes)
        + remaining * (tiles + 1.2 * clan)
        + 0.3 * remaining * f32::from(player.coins())
}

/// Whether an action has a gain and no cost.
fn is_free_gain(state: &GlenMore, seat: Seat, action: Action) -> bool {
    let Action::Activate { at, using: Use::Plainly } = action else { return false };
    let tile = state.player(seat).display().tile_at(at).map(|tile| state.tile(tile));
    tile.is_some_and(|tile| {
        matches!(
            tile.activation,
            Activation::Produce(_) | Activation::Points(_) | Activation::Movement
        )
    })
}
