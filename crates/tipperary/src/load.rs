//! Landscapes on their way to a display.

use crate::display::MOST_SPACES;
use crate::tile::{MOST_TILE_SPACES, Shape, TileSpace};
use crate::{Land, Point};

/// No space of a display, and no corner of a tile beside it, is farther away than this.
const FARTHEST: u16 = (MOST_SPACES + MOST_TILE_SPACES) as u16;

/// The shapes of bonus tiles, and of whatever else is a single space, by landscape.
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

/// A tile, or a bonus tile, that is being laid down.
#[derive(Copy, Clone)]
pub(crate) struct Load<'a> {
    pub(crate) shape: &'a Shape,
    /// The top left corner of its bounding box.
    pub(crate) top: i8,
    pub(crate) left: i8,
}

impl<'a> Load<'a> {
    /// A tile of that shape; its corner is near enough for small coordinates.
    #[inline]
    pub(crate) fn of(shape: &'a Shape, at: Point) -> Self {
        Self { shape, top: at.y as i8, left: at.x as i8 }
    }

    /// A tile of that shape, if its corner is anywhere that a display can reach.
    #[inline]
    pub(crate) fn near(shape: &'a Shape, at: Point) -> Option<Self> {
        let near = at.x.unsigned_abs() <= FARTHEST && at.y.unsigned_abs() <= FARTHEST;
        near.then(|| Self::of(shape, at))
    }

    /// The spaces, row by row.
    #[inline]
    pub(crate) fn spaces(self) -> impl DoubleEndedIterator<Item = Laid> + ExactSizeIterator {
        self.shape.spaces().iter().map(move |space| self.laid(*space))
    }

    /// The spaces, some of them several times: always as many, for loops that do not mind.
    #[inline]
    pub(crate) fn padded(self) -> impl Iterator<Item = Laid> {
        self.shape.padded().iter().map(move |space| self.laid(*space))
    }

    /// The spaces that show a landscape, row by row.
    #[inline]
    pub(crate) fn showing(self, land: Land) -> impl Iterator<Item = Laid> + Clone {
        let spaces = if self.shape.shows(land) { self.shape.spaces() } else { &[] };
        let showing = spaces.iter().filter(move |space| space.land == land);
        showing.map(move |space| self.laid(*space))
    }

    #[inline]
    fn laid(self, space: TileSpace) -> Laid {
        Laid { y: self.top + space.y as i8, x: self.left + space.x as i8, land: space.land }
    }
}

impl Load<'static> {
    /// A single space, if it is anywhere near a display.
    pub(crate) fn one(at: Point, land: Land) -> Option<Self> {
        let (top, left) = (i8::try_from(at.y).ok()?, i8::try_from(at.x).ok()?);
        Some(Self { shape: &SINGLES[land as usize], top, left })
    }
}
