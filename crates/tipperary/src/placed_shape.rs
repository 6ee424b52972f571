//! Tiles and bonus tiles at a position.

use crate::display::MAX_SPACES;
use crate::tile::{MAX_TILE_SPACES, Shape, TileSpace};
use crate::{Land, Point};

/// The largest absolute coordinate of a display's space, or of a tile beside it.
const MAX_COORDINATE: u16 = (MAX_SPACES + MAX_TILE_SPACES) as u16;

/// The shapes of single spaces, such as bonus tiles, by landscape.
static SINGLES: [Shape; Land::COUNT] = {
    let mut singles = [const { single(Land::Meadow) }; Land::COUNT];
    let mut index = 0;
    while index < Land::COUNT {
        singles[index] = single(Land::ALL[index]);
        index += 1;
    }
    singles
};

const fn single(land: Land) -> Shape {
    Shape::single(TileSpace { y: 0, x: 0, land, symbol: false })
}

/// A landscape at a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlacedLand {
    pub(crate) y: i8,
    pub(crate) x: i8,
    pub(crate) land: Land,
}

impl PlacedLand {
    pub(crate) fn point(self) -> Point {
        Point::new(self.x.into(), self.y.into())
    }
}

/// A tile or bonus tile at a position.
#[derive(Copy, Clone)]
pub(crate) struct PlacedShape<'a> {
    pub(crate) shape: &'a Shape,
    /// The top left corner of its bounding box.
    pub(crate) top: i8,
    pub(crate) left: i8,
}

impl<'a> PlacedShape<'a> {
    /// A shape at a position whose coordinates are known to be small.
    #[inline]
    pub(crate) fn of(shape: &'a Shape, at: Point) -> Self {
        Self { shape, top: at.y as i8, left: at.x as i8 }
    }

    /// A shape at a position, if a display can reach it.
    #[inline]
    pub(crate) fn near(shape: &'a Shape, at: Point) -> Option<Self> {
        let near = at.x.unsigned_abs() <= MAX_COORDINATE && at.y.unsigned_abs() <= MAX_COORDINATE;
        near.then(|| Self::of(shape, at))
    }

    /// The spaces, row by row.
    #[inline]
    pub(crate) fn spaces(self) -> impl DoubleEndedIterator<Item = PlacedLand> + ExactSizeIterator {
        self.shape.spaces().iter().map(move |space| self.placed(*space))
    }

    /// The spaces, padded with repetitions to a fixed number, for loops without branches.
    #[inline]
    pub(crate) fn padded(self) -> impl Iterator<Item = PlacedLand> {
        self.shape.padded().iter().map(move |space| self.placed(*space))
    }

    /// The spaces with a landscape, row by row.
    #[inline]
    pub(crate) fn showing(self, land: Land) -> impl Iterator<Item = PlacedLand> + Clone {
        let spaces = if self.shape.shows(land) { self.shape.spaces() } else { &[] };
        let showing = spaces.iter().filter(move |space| space.land == land);
        showing.map(move |space| self.placed(*space))
    }

    #[inline]
    fn placed(self, space: TileSpace) -> PlacedLand {
        PlacedLand { y: self.top + space.y as i8, x: self.left + space.x as i8, land: space.land }
    }
}

impl PlacedShape<'static> {
    /// A single space, if a display can reach it.
    pub(crate) fn one(at: Point, land: Land) -> Option<Self> {
        let (top, left) = (i8::try_from(at.y).ok()?, i8::try_from(at.x).ok()?);
        Some(Self { shape: &SINGLES[land as usize], top, left })
    }
}
