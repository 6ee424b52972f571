//! A picture of a display in bits, one layer for each landscape, and what new spaces bring on it.

use crate::board::{Board, Frame, MARGIN};
use crate::display::{Ground, Space};
use crate::load::{Laid, Load};
use crate::row::Row;
use crate::{Display, Land, Point};

/// Calls a function with the row type and the number of rows for the survey of a display. Most are
/// low and need few rows; clearing rows is a good part of the work.
macro_rules! surveyed {
    ($display:expr, $function:ident($($argument:expr),*)) => {
        if $display.is_low() {
            $function::<u32, { $crate::survey::LOW_ROWS }>($($argument),*)
        } else {
            $crate::board::sized!($display, $function($($argument),*))
        }
    };
}
pub(crate) use surveyed;

/// How many rows the survey of a low display has.
pub(crate) const LOW_ROWS: usize = 32;
/// How many of them a low display covers at most: a tile fits above and below it.
pub(crate) const LOW: usize = LOW_ROWS - 2 * MARGIN;

/// The layers: landscapes by their own number; meadows, and all else that has no effect on its
/// neighbours, share the first.
const STILL: usize = Land::Meadow as usize;
const PASTURE: usize = Land::Pasture as usize;
const RICH: usize = Land::RichPasture as usize;
const GRAIN: usize = Land::Grain as usize;
const DISTILLERY: usize = Land::Distillery as usize;
const RUIN: usize = Land::Ruin as usize;
const BOG: usize = Land::Bog as usize;
const LAYERS: usize = BOG + 1;

/// A display in layers. The pasture layer holds every space with sheep, the rich one those with two.
pub(crate) struct Survey<T, const N: usize> {
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
    /// The new bog that belongs to it.
    pub at: Point,
    /// How many bogs it has.
    pub bogs: u8,
}

/// The layer of what lies on a space.
pub(crate) const fn layer(ground: Ground) -> usize {
    match ground {
        Ground::Land(land) => land_layer(land),
        Ground::Grazed => PASTURE,
        Ground::Town | Ground::Tower => STILL,
    }
}

/// The layer of a landscape.
#[inline]
const fn land_layer(land: Land) -> usize {
    if (land as usize) < LAYERS { land as usize } else { STILL }
}

impl<T: Row, const N: usize> Survey<T, N> {
    /// Works with the survey of a display, which stays where it was drawn: moving so many rows
    /// would be a good part of the work.
    #[inline]
    pub(crate) fn with<R>(display: &Display, work: impl FnOnce(&mut Self) -> R) -> R {
        let mut survey = Self {
            board: Board { frame: Frame::of(display), occupied: [T::EMPTY; N] },
            layers: [[T::EMPTY; N]; LAYERS],
        };
        survey.draw(display);
        work(&mut survey)
    }

    /// Draws a display onto the empty layers.
    fn draw(&mut self, display: &Display) {
        let frame = self.board.frame;
        let rows = self.layers.as_flattened_mut();
        for space in display.spaces() {
            rows[space.layer() * N + frame.row(space.y)] |= T::column(frame.column(space.x));
        }
        for row in MARGIN..N - MARGIN {
            let layers = &mut self.layers;
            layers[PASTURE][row] |= layers[RICH][row];
            let flat = layers[STILL][row] | layers[PASTURE][row] | layers[GRAIN][row];
            let built = layers[DISTILLERY][row] | layers[RUIN][row] | layers[BOG][row];
            self.board.occupied[row] = flat | built;
        }
    }

    #[inline]
    fn has(&self, layer: usize, row: usize, column: T) -> bool {
        !(self.layers[layer][row] & column).is_empty()
    }

    /// How many spaces beside this one are in a layer.
    #[inline]
    fn beside(&self, layer: usize, row: usize, column: T) -> u8 {
        let rows = &self.layers[layer];
        let beside = |there: T| u8::from(!there.is_empty());
        beside(rows[row - 1] & column)
            + beside(rows[row + 1] & column)
            + beside(rows[row] & (column << 1))
            + beside(rows[row] & (column >> 1))
    }

    /// Adds spaces, and says how many new neighbours of grain and distillery that makes.
    #[inline]
    pub(crate) fn lay(&mut self, new: &Load) -> u8 {
        // New distilleries are counted with the grain that was there, new grain with everything.
        let mut whiskey = self.count_beside(new, Land::Distillery, GRAIN);
        self.board.cover(new);
        let (row, column) = self.board.corner(new);
        let rows = self.layers.as_flattened_mut();
        for space in new.shape.padded() {
            let row = row + usize::from(space.y);
            rows[land_layer(space.land) * N + row] |= column << space.x.into();
        }
        for laid in new.showing(Land::RichPasture) {
            let row = self.board.frame.row(laid.y);
            self.layers[PASTURE][row] |= T::column(self.board.frame.column(laid.x));
        }
        whiskey += self.count_beside(new, Land::Grain, DISTILLERY);
        whiskey
    }

    /// How many spaces of a layer lie beside new ones with that landscape.
    #[inline]
    fn count_beside(&self, new: &Load, land: Land, layer: usize) -> u8 {
        let frame = self.board.frame;
        new.showing(land)
            .map(|laid| self.beside(layer, frame.row(laid.y), T::column(frame.column(laid.x))))
            .sum()
    }

    /// Takes away a tile that was added.
    #[inline]
    pub(crate) fn lift(&mut self, new: &Load) {
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

    /// Puts a wooden sheep onto a space, or takes it away.
    pub(crate) fn graze(&mut self, new: &Load, stands: bool) {
        let row = self.board.frame.row(new.top);
        let column = T::column(self.board.frame.column(new.left));
        let sheep = &mut self.layers[PASTURE][row];
        *sheep = if stands { *sheep | column } else { *sheep & !column };
    }

    /// Finds the lines of ruins that new spaces have completed.
    #[inline]
    pub(crate) fn completed_runs(&self, new: &Load, mut found: impl FnMut(Run)) {
        for ruin in new.showing(Land::Ruin) {
            if let Some(run) = self.completed_row(new, ruin) {
                found(run);
            }
            if let Some(run) = self.completed_column(new, ruin) {
                found(run);
            }
        }
    }

    /// The line in its row that a new ruin completes, if it is the first new one of that line.
    fn completed_row(&self, new: &Load, laid: Laid) -> Option<Run> {
        let frame = self.board.frame;
        let row = frame.row(laid.y);
        let run = T::column(frame.column(laid.x)).spread(self.layers[RUIN][row]);
        if run.count() < 3 {
            return None;
        }
        let ruins = new.showing(Land::Ruin).filter(|new| new.y == laid.y);
        let new = ruins.fold(T::EMPTY, |sum, new| sum | T::column(frame.column(new.x))) & run;
        let is_first = new.first() == frame.column(laid.x);
        let extends = !(run & !new).runs(3).is_empty();
        let first = run.first();
        (is_first && !extends).then(|| Run {
            from: frame.point(row, first),
            to: frame.point(row, first + run.count() - 1),
        })
    }

    /// The same in its column.
    fn completed_column(&self, new: &Load, laid: Laid) -> Option<Run> {
        let frame = self.board.frame;
        let column = T::column(frame.column(laid.x));
        let (mut top, mut bottom) = (frame.row(laid.y), frame.row(laid.y));
        while self.has(RUIN, top - 1, column) {
            top -= 1;
        }
        while self.has(RUIN, bottom + 1, column) {
            bottom += 1;
        }
        if bottom - top < 2 {
            return None;
        }
        let ruins = new.showing(Land::Ruin).filter(|new| new.x == laid.x);
        let is_new = |row: usize| ruins.clone().any(|new| frame.row(new.y) == row);
        let is_first = !(top..frame.row(laid.y)).any(is_new);
        let mut lay_before = 0;
        let extends = (top..=bottom).any(|row| {
            lay_before = if is_new(row) { 0 } else { lay_before + 1 };
            lay_before == 3
        });
        let column = frame.column(laid.x);
        (is_first && !extends)
            .then(|| Run { from: frame.point(top, column), to: frame.point(bottom, column) })
    }

    /// Finds the protected sites that new spaces have made.
    #[inline]
    pub(crate) fn new_sites(&self, new: &Load, mut found: impl FnMut(Site)) {
        let new = new.showing(Land::Bog);
        for (index, laid) in new.clone().enumerate() {
            let mut site = self.group(BOG, laid);
            let bogs = site.count();
            let counted = new.clone().take(index).any(|laid| site.holds(self.board.frame, laid));
            if bogs < 2 || counted {
                continue;
            }
            new.clone().for_each(|laid| site.remove(self.board.frame, laid));
            if !site.has_neighbours() {
                found(Site { at: laid.point(), bogs: bogs as u8 });
            }
        }
    }

    /// The largest flock after new spaces with sheep, where it was `before` without them.
    #[inline]
    pub(crate) fn flock_with(&self, new: &Load, before: u8) -> u8 {
        let grazed = new.showing(Land::Pasture).chain(new.showing(Land::RichPasture));
        let flocks = grazed.map(|laid| {
            let flock = self.group(PASTURE, laid);
            flock.count() + flock.count_in(&self.layers[RICH])
        });
        flocks.fold(before, |largest, flock| largest.max(flock as u8))
    }

    /// The largest flock of all.
    pub(crate) fn flock(&self, display: &Display) -> u8 {
        let grazed = |space: &&Space| [PASTURE, RICH].contains(&space.layer());
        let spaces = display.spaces().iter().filter(grazed);
        spaces.fold(0, |largest, space| {
            // Any landscape with sheep will do: only its place counts.
            let one = Load::one(space.point(), Land::Pasture);
            one.map_or(largest, |one| self.flock_with(&one, largest))
        })
    }

    #[inline]
    fn group(&self, layer: usize, laid: Laid) -> Group<T, N> {
        let frame = self.board.frame;
        Group::of(&self.layers[layer], frame.row(laid.y), T::column(frame.column(laid.x)))
    }
}

/// Spaces of one layer that hang together.
struct Group<T, const N: usize> {
    rows: [T; N],
    top: usize,
    bottom: usize,
}

impl<T: Row, const N: usize> Group<T, N> {
    /// The group of a layer that holds the space at `row` and `column`.
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

    /// Carries each row on into the next one; says whether anything was added.
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

    fn holds(&self, frame: Frame, laid: Laid) -> bool {
        !(self.rows[frame.row(laid.y)] & T::column(frame.column(laid.x))).is_empty()
    }

    fn remove(&mut self, frame: Frame, laid: Laid) {
        self.rows[frame.row(laid.y)] &= !T::column(frame.column(laid.x));
    }

    /// Whether any two of its spaces are beside each other.
    fn has_neighbours(&self) -> bool {
        let rows = self.rows();
        rows.iter().any(|row| !row.runs(2).is_empty())
            || rows.windows(2).any(|pair| !(pair[0] & pair[1]).is_empty())
    }
}
