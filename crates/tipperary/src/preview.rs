//! What an action would bring, without making it.

use rules::Seat;

use crate::apply::Finds;
use crate::legal::{Task, takes_bonus_tile};
use crate::load::Load;
use crate::row::Row;
use crate::survey::{Survey, surveyed};
use crate::{Action, Land, Point, Run, Site, Tipperary};

/// A number before and after.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Change {
    /// How much it is now.
    pub before: u8,
    /// How much it would be.
    pub after: u8,
}

impl Change {
    const fn none(now: u8) -> Self {
        Self { before: now, after: now }
    }
}

/// What an action would bring to the seat that makes it. What the supply does not have is not
/// counted.
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

impl Finds for Tally {
    fn run(&mut self, _: Run) {
        self.runs += 1;
    }

    fn site(&mut self, _: Site) {
        self.sites += 1;
    }
}

impl Tipperary {
    /// What an action of a seat would bring; `None` if it is not legal, or neither lays anything
    /// down nor puts anything up.
    pub fn preview(&self, seat: Seat, action: Action) -> Option<Preview> {
        let task = self.task(seat)?;
        let display = &self.players[seat.index()].display;
        surveyed!(display, preview_alone(self, seat, task, action))
    }

    /// Previews many actions of a seat, with the work that they share done once. Those that are not
    /// legal, or neither lay anything down nor put anything up, are left out.
    pub fn preview_each(
        &self,
        seat: Seat,
        actions: &[Action],
        mut look: impl FnMut(Action, Preview),
    ) {
        let Some(task) = self.task(seat) else { return };
        let display = &self.players[seat.index()].display;
        surveyed!(display, preview_each(self, seat, task, actions, &mut look));
    }

    /// What new spaces would bring, all of it as far as the supplies go.
    fn preview_laid<T: Row, const N: usize>(
        &self,
        seat: Seat,
        survey: &mut Survey<T, N>,
        new: &Load,
        symbols: u8,
    ) -> Preview {
        let player = &self.players[seat.index()];
        let display = &player.display;
        let mut tally = Tally::default();
        let harvest = survey.harvest(display, new, &mut tally);
        let track = self.set().track();
        let from = usize::from(player.whiskey);
        let to = (from + usize::from(harvest.whiskey)).min(track.len() - 1);
        let passed = track[from + 1..=to.max(from)].iter().filter(|space| space.symbol).count();
        Preview {
            whiskey: (to - from) as u8,
            whiskey_points: Change { before: track[from].value, after: track[to].value },
            towers: tally.runs.min(self.towers),
            bonus_tiles: if tally.sites > 0 { tally.sites.min(self.bonus_supply()) } else { 0 },
            sheep: (symbols + passed as u8).min(self.sheep),
            circles: new.shape.circles(),
            flock: Change { before: display.flock, after: harvest.flock },
            area: Change { before: display.area, after: harvest.area },
            unexplored: display.unexplored_with(new),
        }
    }

    /// The preview of something that brings nothing new but its own space.
    fn preview_still(&self, seat: Seat) -> Preview {
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
    Survey::<T, N>::with(&game.players[seat.index()].display, |survey| {
        preview_on::<false, T, N>(game, seat, task, action, survey)
    })
}

fn preview_each<T: Row, const N: usize>(
    game: &Tipperary,
    seat: Seat,
    task: Task,
    actions: &[Action],
    look: &mut impl FnMut(Action, Preview),
) {
    Survey::<T, N>::with(&game.players[seat.index()].display, |survey| {
        for &action in actions {
            if let Some(preview) = preview_on::<true, T, N>(game, seat, task, action, survey) {
                look(action, preview);
            }
        }
    });
}

/// What an action would bring on a survey, which is as before afterwards if it is used `AGAIN`.
#[inline]
fn preview_on<const AGAIN: bool, T: Row, const N: usize>(
    game: &Tipperary,
    seat: Seat,
    task: Task,
    action: Action,
    survey: &mut Survey<T, N>,
) -> Option<Preview> {
    match (task, action) {
        (Task::Place(tiles), Action::Place { tile, orientation, at }) if tiles.contains(&tile) => {
            let of = game.set().tile(tile);
            let load =
                Load::near(of.shape(orientation), at).filter(|load| survey.board.fits(load))?;
            let found = game.preview_laid(seat, survey, &load, of.symbols());
            if AGAIN {
                survey.lift(&load);
            }
            Some(found)
        }
        (Task::Bonus, Action::Bonus(at)) => preview_bonus::<T, N>(game, seat, at),
        (Task::Effects, Action::Sheep(at)) => preview_sheep(game, seat, survey, at),
        (Task::Towers, Action::Tower(at)) => preview_tower(game, seat, survey, at),
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
    let new = Load::one(at, player.drawn?)?;
    fits.then(|| Survey::<T, N>::with(display, |survey| game.preview_laid(seat, survey, &new, 0)))
}

fn preview_sheep<T: Row, const N: usize>(
    game: &Tipperary,
    seat: Seat,
    survey: &mut Survey<T, N>,
    at: Point,
) -> Option<Preview> {
    let player = &game.players[seat.index()];
    let display = &player.display;
    if player.sheep == 0 || !display.at(at)?.has_room() {
        return None;
    }
    let new = Load::one(at, Land::Pasture)?;
    survey.graze(&new, true);
    let flock = Change { before: display.flock, after: survey.flock_with(&new, display.flock) };
    survey.graze(&new, false);
    Some(Preview { flock, ..game.preview_still(seat) })
}

fn preview_tower<T: Row, const N: usize>(
    game: &Tipperary,
    seat: Seat,
    survey: &mut Survey<T, N>,
    at: Point,
) -> Option<Preview> {
    let display = &game.players[seat.index()].display;
    if !display.is_beside(at) {
        return None;
    }
    let new = Load::one(at, Land::Meadow)?;
    survey.lay(&new);
    let area = Change { before: display.area, after: survey.board.area_with(&new, display.area) };
    survey.lift(&new);
    Some(Preview { area, unexplored: display.unexplored_with(&new), ..game.preview_still(seat) })
}
