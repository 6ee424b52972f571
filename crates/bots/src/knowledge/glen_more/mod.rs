//! Glen More: a turn as a sequence without detours, what tiles are worth as long as there are
//! turns to come, and the differences that will be scored.

mod appraisal;

use rules::{Actor, Game, Move, Seat};
use shelf::Chooser;
use shelf::glen_more::{Action, Activation, GlenMore, Phase, Use};

use super::{Knowledge, best_looking, weigh_by_distance};
use crate::Values;
use crate::runner::fraction;
use appraisal::{Appraiser, LAST_TILES, TASTE, ahead, is_useful_step};

/// Playouts choose among actions whose worth differs less than this.
const NOISE: f32 = 0.3;

impl Knowledge for GlenMore {
    const MARGIN: f32 = 14.0;
    const TURN_SHARE: f32 = 0.55;

    fn estimate(&self) -> Values {
        let ahead = ahead(self);
        let scoring = self.scoring(3);
        // Differences grow while a game goes on; those of today count for every scoring to come.
        let scorings = 0.3 + 2.7 * ahead;
        Values::each(self.players(), |seat| {
            let place = seat.index();
            let areas = [&scoring.whiskey, &scoring.chieftains, &scoring.locations];
            let differences: u16 = areas.map(|area| area.points[place]).iter().sum();
            let total = self.score(seat).total() as f32;
            total + scorings * f32::from(differences) + holdings(self, seat, ahead)
        })
    }

    /// What brings something for nothing comes first, then what costs something, then the clan.
    /// Cubes are sold at the end, or when nothing else can be done.
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
        let mut appraiser = Appraiser::new(self, seat, &TASTE);
        weights.clear();
        weights.extend(actions.iter().map(|&action| appraiser.worth(action)));
        weigh_by_distance(weights, 0.4);
    }

    fn reply(&self, seat: Seat, chooser: &mut Chooser, buffer: &mut Vec<Action>) -> Action {
        self.legal_into(seat, buffer);
        let mut appraiser = Appraiser::new(self, seat, &TASTE);
        let noise = |chooser: &mut Chooser| NOISE * fraction(chooser);
        best_looking(
            buffer.iter().map(|&action| (appraiser.worth(action) + noise(chooser), action)),
        )
    }

    /// Cubes may be sold before the tile is taken.
    fn opens_turn(&self, seat: Seat, last: Option<Move<Action>>) -> bool {
        let own = |last: Move<Action>| last.actor == Actor::Seat(seat);
        let sold = last.is_some_and(|last| own(last) && matches!(last.action, Action::Sell { .. }));
        matches!(self.phase(), Phase::Take(_)) && !sold
    }
}

/// What lies in front of a seat that scores nothing by itself.
fn holdings(state: &GlenMore, seat: Seat, ahead: f32) -> f32 {
    let player = state.player(seat);
    let display = player.display();
    let cubes: u8 = display.total().iter().sum();
    let standing = |tile| TASTE.standing_worth(state.tile(tile));
    let tiles: f32 = display.tiles().map(|(_, tile)| standing(tile)).sum();
    let clan = f32::from(display.clan_members());
    let cube = 0.4 + 0.8 * ahead.min(0.5);
    cube * f32::from(cubes) + ahead * (tiles + 1.2 * clan) + 0.3 * ahead * f32::from(player.coins())
}

/// Whether an action brings something and costs nothing.
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
