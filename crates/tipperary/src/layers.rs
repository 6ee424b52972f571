//! A display as bitboards, one layer per landscape, and the effects of new spaces.

use crate::board::{Board, Frame, MARGIN};
use crate::display::{Ground, Space};
use crate::placed_shape::{PlacedLand, PlacedShape};
use crate::row::Row;
use crate::{Display, Land, Point};

/// Calls a function with the row type and the number of rows of the layer board for a display. Low
/// displays, which most are, need few rows: clearing rows is a good part of the work.
macro_rules! sized_layers {
    ($display:expr, $function:ident($($argument:expr),*)) => {
        if $display.is_low() {
            $function::<u32, { $crate::layers::LOW_ROWS }>($($argument),*)
        } else {
            $crate::board::sized!($display, $function($($argument),*))
        }
    };
}
pub(crate) use sized_layers;

/// The number of rows of the layer board of a low display.
pub(crate) const LOW_ROWS: usize = 32;
/// The most rows of a low display: a tile fits above and below it.
pub(crate) const MAX_LOW_ROWS: usize = LOW_ROWS - 2 * MARGIN;

/// The layers: landscapes by their own number. Meadows and everything else without effects on its
/// neighbours share the first.
const NO_EFFECT: usize = Land::Meadow as usize;
const PASTURE: usize = Land::Pasture as usize;
const RICH: usize = Land::RichPasture as usize;
const GRAIN: usize = Land::Grain as usize;
const DISTILLERY: usize = Land::Distillery as usize;
const RUIN: usize = Land::Ruin as usize;
const BOG: usize = Land::Bog as usize;
const LAYERS: usize = BOG + 1;

/// A display in layers. The pasture layer contains every space with sheep, the rich one those with
/// two.
pub(crate) struct LayerBoard<T, const N: usize> {
    pub(crate) board: Board<T, N>,
    layers: [[T; N]; LAYERS],
}

/// A straight line of ruins.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// Its left or upper end.
    pub from: Point,
    /// Its right or lower end.
    pub to: Point,
}

/// A group of bogs.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// The new bog in it.
    pub at: Point,
    /// The number of bogs.
    pub bogs: u8,
}

/// The layer of a space's content.
pub(crate) const fn layer(ground: Ground) -> usize {
    match ground {
        Ground::Land(land) => land_layer(land),
        Ground::WoodenSheep => PASTURE,
        Ground::Town | Ground::Tower => NO_EFFECT,
    }
}

/// The layer of a landscape.
#[inline]
const fn land_layer(land: Land) -> usize {
    if (land as usize) < LAYERS { land as usize } else { NO_EFFECT }
}

impl<T: Row, const N: usize> LayerBoard<T, N> {
    /// Calls `work` with the layer board of a display. A callback, because moving so many rows would
    /// be a good part of the work.
    #[inline]
    pub(crate) fn with<R>(display: &Display, work: impl FnOnce(&mut Self) -> R) -> R {
        let mut layers = Self {
            board: Board { frame: Frame::of(display), occupied: [T::EMPTY; N] },
            layers: [[T::EMPTY; N]; LAYERS],
        };
        layers.draw(display);
        work(&mut layers)
    }

    /// Fills the empty layers from a display.
    fn draw(&mut self, display: &Display) {
        let frame = self.board.frame;
        let rows = self.layers.as_flattened_mut();
        for space in display.spaces() {
            rows[space.layer() * N + frame.row(space.y)] |= T::column(frame.column(space.x));
        }
        for row in MARGIN..N - MARGIN {
            let layers = &mut self.layers;
            layers[PASTURE][row] |= layers[RICH][row];
            let flat = layers[NO_EFFECT][row] | layers[PASTURE][row] | layers[GRAIN][row];
            let built = layers[DISTILLERY][row] | layers[RUIN][row] | layers[BOG][row];
            self.board.occupied[row] = flat | built;
        }
    }

    #[inline]
    fn has(&self, layer: usize, row: usize, column: T) -> bool {
        !(self.layers[layer][row] & column).is_empty()
    }

    /// How many neighbours of a space are in a layer.
    #[inline]
    fn beside(&self, layer: usize, row: usize, column: T) -> u8 {
        let rows = &self.layers[layer];
        let beside = |there: T| u8::from(!there.is_empty());
        beside(rows[row - 1] & column)
            + beside(rows[row + 1] & column)
            + beside(rows[row] & (column << 1))
            + beside(rows[row] & (column >> 1))
    }

    /// Adds spaces and returns the number of new neighbours of grain and distillery.
    #[inline]
    pub(crate) fn lay(&mut self, new: &PlacedShape) -> u8 {
        // New distilleries are counted with the old grain, new grain with all distilleries.
        let mut whiskey = self.count_beside(new, Land::Distillery, GRAIN);
        self.board.cover(new);
        let (row, column) = self.board.corner(new);
        let rows = self.layers.as_flattened_mut();
        for space in new.shape.padded() {
            let row = row + usize::from(space.y);
            rows[land_layer(space.land) * N + row] |= column << space.x.into();
        }
        for placed in new.showing(Land::RichPasture) {
            let row = self.board.frame.row(placed.y);
            self.layers[PASTURE][row] |= T::column(self.board.frame.column(placed.x));
        }
        whiskey += self.count_beside(new, Land::Grain, DISTILLERY);
        whiskey
    }

    /// How many neighbours of the new spaces of a landscape are in a layer.
    #[inline]
    fn count_beside(&self, new: &PlacedShape, land: Land, layer: usize) -> u8 {
        let frame = self.board.frame;
        new.showing(land)
            .map(|placed| {
                self.beside(layer, frame.row(placed.y), T::column(frame.column(placed.x)))
            })
            .sum()
    }

    /// Removes spaces that were added.
    #[inline]
    pub(crate) fn remove(&mut self, new: &PlacedShape) {
        self.board.uncover(new);
        let (row, column) = self.board.corner(new);
        let rows = self.layers.as_flattened_mut();
        for space in new.shape.padded() {
            let row = row + usize::from(space.y);
            let others = !(column << space.x.into());
            rows[PASTURE * N + row] &= others;
            rows[land_layer(space.land) * N + row] &= others;
        }
    }

    /// Adds or removes a wooden sheep.
    pub(crate) fn set_sheep(&mut self, new: &PlacedShape, is_present: bool) {
        let row = self.board.frame.row(new.top);
        let column = T::column(self.board.frame.column(new.left));
        let sheep = &mut self.layers[PASTURE][row];
        *sheep = if is_present { *sheep | column } else { *sheep & !column };
    }

    /// Calls `found` for the lines of ruins that new spaces have completed.
    #[inline]
    pub(crate) fn completed_runs(&self, new: &PlacedShape, mut found: impl FnMut(Run)) {
        for ruin in new.showing(Land::Ruin) {
            if let Some(run) = self.completed_row(new, ruin) {
                found(run);
            }
            if let Some(run) = self.completed_column(new, ruin) {
                found(run);
            }
        }
    }

    /// The line in its row that a new ruin completes, if it is the first new one in that line.
    fn completed_row(&self, new: &PlacedShape, placed: PlacedLand) -> Option<Run> {
        let frame = self.board.frame;
        let row = frame.row(placed.y);
        let run = T::column(frame.column(placed.x)).spread(self.layers[RUIN][row]);
        if run.count() < 3 {
            return None;
        }
        let ruins = new.showing(Land::Ruin).filter(|new| new.y == placed.y);
        let new = ruins.fold(T::EMPTY, |sum, new| sum | T::column(frame.column(new.x))) & run;
        let is_first = new.first() == frame.column(placed.x);
        let extends = !(run & !new).runs(3).is_empty();
        let first = run.first();
        (is_first && !extends).then(|| Run {
            from: frame.point(row, first),
            to: frame.point(row, first + run.count() - 1),
        })
    }

    /// The line in its column that a new ruin completes, if it is the first new one in that line.
    fn completed_column(&self, new: &PlacedShape, placed: PlacedLand) -> Option<Run> {
        let frame = self.board.frame;
        let column = T::column(frame.column(placed.x));
        let (mut top, mut bottom) = (frame.row(placed.y), frame.row(placed.y));
        while self.has(RUIN, top - 1, column) {
            top -= 1;
        }
        while self.has(RUIN, bottom + 1, column) {
            bottom += 1;
        }
        if bottom - top < 2 {
            return None;
        }
        let ruins = new.showing(Land::Ruin).filter(|new| new.x == placed.x);
        let is_new = |row: usize| ruins.clone().any(|new| frame.row(new.y) == row);
        let is_first = !(top..frame.row(placed.y)).any(is_new);
        let mut run_before = 0;
        let extends = (top..=bottom).any(|row| {
            run_before = if is_new(row) { 0 } else { run_before + 1 };
            run_before == 3
        });
        let column = frame.column(placed.x);
        (is_first && !extends)
            .then(|| Run { from: frame.point(top, column), to: frame.point(bottom, column) })
    }

    /// Calls `found` for the protected sites that new spaces have created.
    #[inline]
    pub(crate) fn new_sites(&self, new: &PlacedShape, mut found: impl FnMut(Site)) {
        let new = new.showing(Land::Bog);
        for (index, placed) in new.clone().enumerate() {
            let mut site = self.group(BOG, placed);
            let bogs = site.count();
            let counted =
                new.clone().take(index).any(|placed| site.contains(self.board.frame, placed));
            if bogs < 2 || counted {
                continue;
            }
            new.clone().for_each(|placed| site.remove(self.board.frame, placed));
            if !site.has_neighbours() {
                found(Site { at: placed.point(), bogs: bogs as u8 });
            }
        }
    }

    /// The largest flock after new spaces with sheep; `before` is its size without them.
    #[inline]
    pub(crate) fn flock_with(&self, new: &PlacedShape, before: u8) -> u8 {
        let grazed = new.showing(Land::Pasture).chain(new.showing(Land::RichPasture));
        let flocks = grazed.map(|placed| {
            let flock = self.group(PASTURE, placed);
            flock.count() + flock.count_in(&self.layers[RICH])
        });
        flocks.fold(before, |largest, flock| largest.max(flock as u8))
    }

    /// The largest flock.
    pub(crate) fn flock(&self, display: &Display) -> u8 {
        let grazed = |space: &&Space| [PASTURE, RICH].contains(&space.layer());
        let spaces = display.spaces().iter().filter(grazed);
        spaces.fold(0, |largest, space| {
            // The landscape only has to have sheep: its position is what counts.
            let one = PlacedShape::one(space.point(), Land::Pasture);
            one.map_or(largest, |one| self.flock_with(&one, largest))
        })
    }

    #[inline]
    fn group(&self, layer: usize, placed: PlacedLand) -> Group<T, N> {
        let frame = self.board.frame;
        Group::of(&self.layers[layer], frame.row(placed.y), T::column(frame.column(placed.x)))
    }
}

/// A connected group of spaces of one layer.
struct Group<T, const N: usize> {
    rows: [T; N],
    top: usize,
    bottom: usize,
}

impl<T: Row, const N: usize> Group<T, N> {
    /// The group of a layer that contains the space at `row` and `column`.
    #[inline]
    fn of(layer: &[T; N], row: usize, column: T) -> Self {
        let mut group = Self { rows: [T::EMPTY; N], top: row, bottom: row };
        group.rows[row] = column.spread(layer[row]);
        loop {
            let down = group.sweep_down(layer);
            let up = group.sweep_up(layer);
            if !down && !up {
                return group;
            }
        }
    }

    /// Extends each row into the one below; returns whether a space was added.
    fn sweep_down(&mut self, layer: &[T; N]) -> bool {
        let mut grown = false;
        let mut row = self.top + 1;
        loop {
            let spread = (self.rows[row] | self.rows[row - 1]).spread(layer[row]);
            if spread != self.rows[row] {
                self.rows[row] = spread;
                grown = true;
            } else if row > self.bottom {
                return grown;
            }
            self.bottom = self.bottom.max(row);
            row += 1;
        }
    }

    fn sweep_up(&mut self, layer: &[T; N]) -> bool {
        let mut grown = false;
        let mut row = self.bottom - 1;
        loop {
            let spread = (self.rows[row] | self.rows[row + 1]).spread(layer[row]);
            if spread != self.rows[row] {
                self.rows[row] = spread;
                grown = true;
            } else if row < self.top {
                return grown;
            }
            self.top = self.top.min(row);
            row -= 1;
        }
    }

    #[inline]
    fn rows(&self) -> &[T] {
        &self.rows[self.top..=self.bottom]
    }

    #[inline]
    fn count(&self) -> u32 {
        self.rows().iter().map(|row| row.count()).sum()
    }

    #[inline]
    fn count_in(&self, layer: &[T; N]) -> u32 {
        let rows = self.rows().iter().zip(&layer[self.top..]);
        rows.map(|(row, layer)| (*row & *layer).count()).sum()
    }

    fn contains(&self, frame: Frame, placed: PlacedLand) -> bool {
        !(self.rows[frame.row(placed.y)] & T::column(frame.column(placed.x))).is_empty()
    }

    fn remove(&mut self, frame: Frame, placed: PlacedLand) {
        self.rows[frame.row(placed.y)] &= !T::column(frame.column(placed.x));
    }

    /// Whether any two of its spaces are neighbours.
    fn has_neighbours(&self) -> bool {
        let rows = self.rows();
        rows.iter().any(|row| !row.runs(2).is_empty())
            || rows.windows(2).any(|pair| !(pair[0] & pair[1]).is_empty())
    }
}
