//! Landscapes on their way to a display.

use crate::display::MOST_SPACES;
use crate::tile::{MOST_TILE_SPACES, Shape};
use crate::{Land, Point};

/// No space of a display, and no corner of a tile beside it, is farther away than this.
const FARTHEST: u16 = (MOST_SPACES + MOST_TILE_SPACES) as u16;

/// A landscape that is being laid down.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Laid {
    pub(crate) y: i8,
    pub(crate) x: i8,
    pub(crate) land: Land,
}

impl Laid {
    pub(crate) fn point(self) -> Point {
        Point::new(self.x.into(), self.y.into())
    }
}

/// The spaces of a tile, or of a bonus tile, that is being laid down.
#[derive(Copy, Clone)]
pub(crate) struct Load {
    /// Places that are left over repeat the first one.
    spaces: [Laid; MOST_TILE_SPACES],
    len: u8,
    lands: u16,
}

impl Load {
    /// A tile of that shape; its corner is near enough for small coordinates.
    #[inline]
    pub(crate) fn of(shape: &Shape, at: Point) -> Self {
        let (left, top) = (at.x as i8, at.y as i8);
        let spaces = shape.padded().map(|space| Laid {
            y: top + space.y as i8,
            x: left + space.x as i8,
            land: space.land,
        });
        Self { spaces, len: shape.spaces().len() as u8, lands: shape.lands() }
    }

    /// A tile of that shape, if its corner is anywhere that a display can reach.
    #[inline]
    pub(crate) fn near(shape: &Shape, at: Point) -> Option<Self> {
        let near = at.x.unsigned_abs() <= FARTHEST && at.y.unsigned_abs() <= FARTHEST;
        near.then(|| Self::of(shape, at))
    }

    /// A single space, if it is anywhere near a display.
    pub(crate) fn one(at: Point, land: Land) -> Option<Self> {
        let (y, x) = (i8::try_from(at.y).ok()?, i8::try_from(at.x).ok()?);
        let spaces = [Laid { y, x, land }; MOST_TILE_SPACES];
        Some(Self { spaces, len: 1, lands: 1 << land as u16 })
    }

    /// The spaces, row by row.
    #[inline]
    pub(crate) fn spaces(&self) -> &[Laid] {
        &self.spaces[..usize::from(self.len)]
    }

    /// The spaces, some of them several times: always as many, for loops that do not mind.
    #[inline]
    pub(crate) fn padded(&self) -> &[Laid; MOST_TILE_SPACES] {
        &self.spaces
    }

    /// Whether any of the spaces shows that landscape.
    #[inline]
    pub(crate) fn shows(&self, land: Land) -> bool {
        self.lands & 1 << land as u16 != 0
    }
}
