//! Legal actions.

use rules::{Outcome, Seat};

use crate::board::{Board, Fits, count, nth, sized};
use crate::components::{Side, TOWNS};
use crate::display::Space;
use crate::row::Row;
use crate::state::Stage;
use crate::tile::Tile;
use crate::{Action, Display, Land, Player, Point, Tipperary};

/// The most shapes of the two tiles of an area together.
const MAX_AREA_SHAPES: usize = 16;

/// What a seat has to do next.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    /// Place one of the tiles of its area.
    Place([u8; 2]),
    /// Place the bonus tile that it has drawn.
    Bonus,
    /// Place sheep or draw bonus tiles.
    Effects,
    /// Place towers.
    Towers,
}

impl Tipperary {
    /// What a seat has to do next; `None` if it is not to act.
    #[inline]
    pub(crate) fn task(&self, seat: Seat) -> Option<Task> {
        if !self.may_act(seat) {
            return None;
        }
        let player = &self.players[seat.index()];
        Some(match self.stage {
            Stage::Towers => Task::Towers,
            _ if player.drawn.is_some() => Task::Bonus,
            _ if self.has_placed(seat) => Task::Effects,
            _ => Task::Place(self.areas[usize::from(self.area_of(seat)?) - 1]),
        })
    }

    pub(crate) fn fill_legal(&self, seat: Seat, out: &mut Vec<Action>) {
        let display = &self.players[seat.index()].display;
        match self.task(seat) {
            None => {}
            Some(Task::Place(tiles)) => {
                let tiles = tiles.map(|number| (number, self.set().tile(number)));
                sized!(display, fill_places(display, tiles, out));
            }
            Some(Task::Bonus) => sized!(display, fill_bonus(display, out)),
            Some(Task::Effects) => fill_effects(&self.players[seat.index()], out),
            Some(Task::Towers) => {
                sized!(display, fill_towers(display, out));
                out.push(Action::Done);
            }
        }
    }

    /// The legal action at the index that `choose` returns, without listing all.
    #[inline]
    pub(crate) fn pick_legal(
        &self,
        seat: Seat,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Action> {
        let player = &self.players[seat.index()];
        let display = &player.display;
        match self.task(seat)? {
            Task::Place(tiles) => {
                let tiles = tiles.map(|number| (number, self.set().tile(number)));
                sized!(display, pick_place(display, tiles, choose))
            }
            Task::Bonus => sized!(display, pick_bonus(display, choose)),
            Task::Effects => pick_effect(player, choose),
            Task::Towers => sized!(display, pick_tower(display, choose)),
        }
    }

    pub(crate) fn fill_outcomes(&self, out: &mut Vec<Outcome<Action>>) {
        let mut even = |action| out.push(Outcome { action, weight: 1 });
        match self.stage {
            Stage::Towns => self.towns_left().for_each(|(town, side)| {
                even(Action::Town { seat: self.next_to_settle(), town, side });
            }),
            Stage::Bag => Seat::all(self.setup.players()).for_each(|seat| even(Action::Bag(seat))),
            Stage::Fill => {
                let Some(area) = self.missing_area().map(|area| area as u8 + 1) else { return };
                self.bag.columns().for_each(|tile| {
                    even(Action::Fill { area, tile: tile as u8 + 1 });
                });
            }
            Stage::Spin => (0..TOWNS as u8).for_each(|steps| even(Action::Spin(steps))),
            Stage::Place | Stage::Towers | Stage::Over => {
                let Some(seat) = self.drawing else { return };
                let left = Land::ALL.into_iter().zip(self.bonus).filter(|(_, count)| *count > 0);
                out.extend(left.map(|(land, count)| Outcome {
                    action: Action::Reveal { seat, land },
                    weight: count.into(),
                }));
            }
        }
    }

    /// The action that puts the tile at an index of the bag into the area that misses one.
    #[inline]
    pub(crate) fn nth_fill(&self, index: u32) -> Option<Action> {
        let area = self.missing_area()? as u8 + 1;
        let tile = self.bag.columns().nth(index as usize)?;
        Some(Action::Fill { area, tile: tile as u8 + 1 })
    }

    /// The seat that gets its hometown next.
    pub(crate) fn next_to_settle(&self) -> Seat {
        let settled = self.players.iter().filter(|player| player.town.is_some()).count();
        Seat::from_index(settled)
    }

    fn towns_left(&self) -> impl Iterator<Item = (u8, Side)> {
        let taken = |town: u8| {
            self.players.iter().any(|player| player.town.is_some_and(|(taken, _)| taken == town))
        };
        let left = (0..TOWNS as u8).filter(move |&town| !taken(town));
        left.flat_map(|town| Side::ALL.into_iter().map(move |side| (town, side)))
    }
}

/// A tile with its number.
type Numbered<'a> = (u8, &'a Tile);

fn fill_places<T: Row, const N: usize>(
    display: &Display,
    tiles: [Numbered<'_>; 2],
    out: &mut Vec<Action>,
) {
    let board = Board::<T, N>::of(display);
    let reach = board.reach();
    for (tile, of) in tiles {
        for shape in of.shapes() {
            let orientation = shape.orientation();
            let fits = Fits::of(&board, &reach, shape);
            fits.list(out, |at| Action::Place { tile, orientation, at });
        }
    }
}

/// Counts all placements, then finds the chosen one on the board of its shape.
fn pick_place<T: Row, const N: usize>(
    display: &Display,
    tiles: [Numbered<'_>; 2],
    choose: impl FnOnce(usize) -> usize,
) -> Option<Action> {
    let board = Board::<T, N>::of(display);
    let reach = board.reach();
    let shapes = || {
        tiles
            .into_iter()
            .flat_map(|(number, tile)| tile.shapes().iter().map(move |shape| (number, shape)))
    };
    let mut counts = [0; MAX_AREA_SHAPES];
    for (count, (_, shape)) in counts.iter_mut().zip(shapes()) {
        *count = Fits::of(&board, &reach, shape).count();
    }
    let mut chosen = choose(counts.iter().sum());
    for (count, (tile, shape)) in counts.into_iter().zip(shapes()) {
        if chosen < count {
            let at = Fits::of(&board, &reach, shape).nth(chosen)?;
            return Some(Action::Place { tile, orientation: shape.orientation(), at });
        }
        chosen -= count;
    }
    None
}

/// The positions for a bonus tile: next to the display, or on a meadow that is not a bonus tile.
fn bonus_places<T: Row, const N: usize>(display: &Display) -> (Board<T, N>, [T; N]) {
    let board = Board::<T, N>::of(display);
    let mut places = board.beside();
    for space in display.spaces().iter().filter(|&&space| takes_bonus_tile(space)) {
        places[board.frame.row(space.y)] |= T::column(board.frame.column(space.x));
    }
    (board, places)
}

/// Whether a bonus tile may cover a space.
pub(crate) fn takes_bonus_tile(space: Space) -> bool {
    space.has_room_for_sheep() && !space.is_bonus()
}

fn points<T: Row, const N: usize>(
    board: &Board<T, N>,
    places: &[T; N],
) -> impl Iterator<Item = Point> {
    let rows = places.iter().enumerate();
    rows.flat_map(|(row, columns)| columns.columns().map(move |column| (row, column)))
        .map(|(row, column)| board.frame.point(row, column))
}

fn fill_bonus<T: Row, const N: usize>(display: &Display, out: &mut Vec<Action>) {
    let (board, places) = bonus_places::<T, N>(display);
    out.extend(points(&board, &places).map(Action::Bonus));
}

fn pick_bonus<T: Row, const N: usize>(
    display: &Display,
    choose: impl FnOnce(usize) -> usize,
) -> Option<Action> {
    let (board, places) = bonus_places::<T, N>(display);
    let (row, column) = nth(&places, choose(count(&places)))?;
    Some(Action::Bonus(board.frame.point(row, column)))
}

fn meadows(display: &Display) -> impl Iterator<Item = Action> {
    let open = display.spaces().iter().filter(|space| space.has_room_for_sheep());
    open.map(|space| Action::Sheep(space.point()))
}

fn fill_effects(player: &Player, out: &mut Vec<Action>) {
    if player.sheep > 0 {
        out.extend(meadows(&player.display));
    }
    if player.draws > 0 {
        out.push(Action::Draw);
    }
}

fn pick_effect(player: &Player, choose: impl FnOnce(usize) -> usize) -> Option<Action> {
    let meadow_count = if player.sheep > 0 { usize::from(player.display.meadows()) } else { 0 };
    let chosen = choose(meadow_count + usize::from(player.draws > 0));
    if chosen < meadow_count { meadows(&player.display).nth(chosen) } else { Some(Action::Draw) }
}

fn fill_towers<T: Row, const N: usize>(display: &Display, out: &mut Vec<Action>) {
    let board = Board::<T, N>::of(display);
    out.extend(points(&board, &board.beside()).map(Action::Tower));
}

fn pick_tower<T: Row, const N: usize>(
    display: &Display,
    choose: impl FnOnce(usize) -> usize,
) -> Option<Action> {
    let board = Board::<T, N>::of(display);
    let places = board.beside();
    let count = count(&places);
    let chosen = choose(count + 1);
    if chosen == count {
        return Some(Action::Done);
    }
    let (row, column) = nth(&places, chosen)?;
    Some(Action::Tower(board.frame.point(row, column)))
}
