//! The effects of an action, without making it.

use rules::Seat;

use crate::apply::EffectObserver;
use crate::layers::{LayerBoard, sized_layers};
use crate::legal::{Task, takes_bonus_tile};
use crate::placed_shape::PlacedShape;
use crate::row::Row;
use crate::{Action, Land, Point, Run, Site, Tipperary};

/// A number before and after an action.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Change {
    /// The current number.
    pub before: u8,
    /// The number after the action.
    pub after: u8,
}

impl Change {
    const fn none(now: u8) -> Self {
        Self { before: now, after: now }
    }
}

/// The effects of an action on its seat, limited by the supply.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Preview {
    /// How many spaces the barrel would advance.
    pub whiskey: u8,
    /// The points of the barrel.
    pub whiskey_points: Change,
    /// How many towers would be gained.
    pub towers: u8,
    /// How many bonus tiles would be gained.
    pub bonus_tiles: u8,
    /// How many wooden sheep would be gained.
    pub sheep: u8,
    /// The points of the new stone circles.
    pub circles: u8,
    /// The largest flock.
    pub flock: Change,
    /// The largest full rectangle.
    pub area: Change,
    /// How many of the 18 spaces around the hometown would still be free.
    pub unexplored: u8,
}

/// Counts completed lines and new sites.
#[derive(Default)]
struct Tally {
    runs: u8,
    sites: u8,
}

impl EffectObserver for Tally {
    fn run(&mut self, _: Run) {
        self.runs += 1;
    }

    fn site(&mut self, _: Site) {
        self.sites += 1;
    }
}

impl Tipperary {
    /// The effects of an action of a seat; `None` if it is not legal, or places nothing.
    pub fn preview(&self, seat: Seat, action: Action) -> Option<Preview> {
        let task = self.task(seat)?;
        let display = &self.players[seat.index()].display;
        sized_layers!(display, preview_alone(self, seat, task, action))
    }

    /// Previews many actions of a seat, sharing their common work. Those that are not legal or place
    /// nothing are left out.
    pub fn preview_each(
        &self,
        seat: Seat,
        actions: &[Action],
        mut look: impl FnMut(Action, Preview),
    ) {
        let Some(task) = self.task(seat) else { return };
        let display = &self.players[seat.index()].display;
        sized_layers!(display, preview_each(self, seat, task, actions, &mut look));
    }

    /// The effects of new spaces, limited by the supplies.
    fn preview_placed<T: Row, const N: usize>(
        &self,
        seat: Seat,
        layers: &mut LayerBoard<T, N>,
        new: &PlacedShape,
        symbols: u8,
    ) -> Preview {
        let player = &self.players[seat.index()];
        let display = &player.display;
        let mut tally = Tally::default();
        let effects = layers.effects(display, new, &mut tally);
        let track = self.set().track();
        let from = usize::from(player.whiskey);
        let to = (from + usize::from(effects.whiskey)).min(track.len() - 1);
        let passed = track[from + 1..=to.max(from)].iter().filter(|space| space.symbol).count();
        Preview {
            whiskey: (to - from) as u8,
            whiskey_points: Change { before: track[from].value, after: track[to].value },
            towers: tally.runs.min(self.towers),
            bonus_tiles: if tally.sites > 0 { tally.sites.min(self.bonus_supply()) } else { 0 },
            sheep: (symbols + passed as u8).min(self.sheep),
            circles: new.shape.circles(),
            flock: Change { before: display.flock, after: effects.flock },
            area: Change { before: display.area, after: effects.area },
            unexplored: display.unexplored_with(new),
        }
    }

    /// The preview of a piece without effects on whiskey, towers, sheep and bonus tiles.
    fn preview_without_effects(&self, seat: Seat) -> Preview {
        let player = &self.players[seat.index()];
        Preview {
            whiskey_points: Change::none(self.set().track()[usize::from(player.whiskey)].value),
            flock: Change::none(player.display.flock),
            area: Change::none(player.display.area),
            unexplored: player.display.unexplored(),
            ..Preview::default()
        }
    }
}

fn preview_alone<T: Row, const N: usize>(
    game: &Tipperary,
    seat: Seat,
    task: Task,
    action: Action,
) -> Option<Preview> {
    LayerBoard::<T, N>::with(&game.players[seat.index()].display, |layers| {
        preview_on::<false, T, N>(game, seat, task, action, layers)
    })
}

fn preview_each<T: Row, const N: usize>(
    game: &Tipperary,
    seat: Seat,
    task: Task,
    actions: &[Action],
    look: &mut impl FnMut(Action, Preview),
) {
    LayerBoard::<T, N>::with(&game.players[seat.index()].display, |layers| {
        for &action in actions {
            if let Some(preview) = preview_on::<true, T, N>(game, seat, task, action, layers) {
                look(action, preview);
            }
        }
    });
}

/// The preview of an action on a layer board, which is restored afterwards if `REUSED`.
#[inline]
fn preview_on<const REUSED: bool, T: Row, const N: usize>(
    game: &Tipperary,
    seat: Seat,
    task: Task,
    action: Action,
    layers: &mut LayerBoard<T, N>,
) -> Option<Preview> {
    match (task, action) {
        (Task::Place(tiles), Action::Place { tile, orientation, at }) if tiles.contains(&tile) => {
            let of = game.set().tile(tile);
            let shape_at = PlacedShape::near(of.shape(orientation), at)
                .filter(|shape_at| layers.board.fits(shape_at))?;
            let found = game.preview_placed(seat, layers, &shape_at, of.symbols());
            if REUSED {
                layers.remove(&shape_at);
            }
            Some(found)
        }
        (Task::Bonus, Action::Bonus(at)) => preview_bonus::<T, N>(game, seat, at),
        (Task::Effects, Action::Sheep(at)) => preview_sheep(game, seat, layers, at),
        (Task::Towers, Action::Tower(at)) => preview_tower(game, seat, layers, at),
        _ => None,
    }
}

fn preview_bonus<T: Row, const N: usize>(
    game: &Tipperary,
    seat: Seat,
    at: Point,
) -> Option<Preview> {
    let player = &game.players[seat.index()];
    let display = &player.display;
    let fits = display.at(at).map_or_else(|| display.is_beside(at), takes_bonus_tile);
    let new = PlacedShape::one(at, player.drawn?)?;
    fits.then(|| {
        LayerBoard::<T, N>::with(display, |layers| game.preview_placed(seat, layers, &new, 0))
    })
}

fn preview_sheep<T: Row, const N: usize>(
    game: &Tipperary,
    seat: Seat,
    layers: &mut LayerBoard<T, N>,
    at: Point,
) -> Option<Preview> {
    let player = &game.players[seat.index()];
    let display = &player.display;
    if player.sheep == 0 || !display.at(at)?.has_room_for_sheep() {
        return None;
    }
    let new = PlacedShape::one(at, Land::Pasture)?;
    layers.set_sheep(&new, true);
    let flock = Change { before: display.flock, after: layers.flock_with(&new, display.flock) };
    layers.set_sheep(&new, false);
    Some(Preview { flock, ..game.preview_without_effects(seat) })
}

fn preview_tower<T: Row, const N: usize>(
    game: &Tipperary,
    seat: Seat,
    layers: &mut LayerBoard<T, N>,
    at: Point,
) -> Option<Preview> {
    let display = &game.players[seat.index()].display;
    if !display.is_beside(at) {
        return None;
    }
    let new = PlacedShape::one(at, Land::Meadow)?;
    layers.lay(&new);
    let area = Change { before: display.area, after: layers.board.area_with(&new, display.area) };
    layers.remove(&new);
    Some(Preview {
        area,
        unexplored: display.unexplored_with(&new),
        ..game.preview_without_effects(seat)
    })
}
