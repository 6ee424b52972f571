//! Landscape tiles and the shapes in which they can lie.

use crate::{Land, Orientation};

/// The most spaces a tile can have.
pub const MOST_TILE_SPACES: usize = 6;

/// One space of a tile, counted from the top left corner of its bounding box.
///
/// Ordered as one reads: row by row.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TileSpace {
    /// How far down.
    pub y: u8,
    /// How far right.
    pub x: u8,
    /// What it shows.
    pub land: Land,
    /// Whether it shows the sheep symbol.
    pub symbol: bool,
}

/// A tile as it lies in one orientation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    orientation: Orientation,
    width: u8,
    height: u8,
    len: u8,
    /// Places that are left over repeat the first one.
    spaces: [TileSpace; MOST_TILE_SPACES],
    /// The columns that each row covers: bit 0 is the leftmost one.
    rows: [u8; MOST_TILE_SPACES],
    /// The landscapes it shows: a bit for each.
    lands: u16,
    /// The points of its stone circles.
    circles: u8,
}

impl Shape {
    /// The tile with those spaces, in that orientation.
    fn of(printed: &[TileSpace], orientation: Orientation) -> Self {
        let extent = |along: fn(&TileSpace) -> u8| printed.iter().map(along).max().unwrap_or(0) + 1;
        let (width, height) = (extent(|space| space.x), extent(|space| space.y));
        // A handful in their order: sorting is made for long lists, and a page is sent all of it.
        let mut spaces: Vec<TileSpace> = Vec::with_capacity(printed.len());
        for space in printed {
            let (x, y) = orientation.turn((space.x, space.y), (width, height));
            let turned = TileSpace { y, x, ..*space };
            spaces.insert(spaces.partition_point(|other| *other < turned), turned);
        }
        let lies_sideways = orientation.quarter_turns() % 2 == 1;
        let (width, height) = if lies_sideways { (height, width) } else { (width, height) };
        let mut shape = Self { orientation, width, height, ..Self::single(spaces[0]) };
        spaces[1..].iter().for_each(|space| shape.add(*space));
        shape
    }

    /// A single space in the top row.
    pub(crate) const fn single(space: TileSpace) -> Self {
        Self {
            orientation: Orientation::AS_PRINTED,
            width: 1,
            height: 1,
            len: 1,
            spaces: [space; MOST_TILE_SPACES],
            rows: [1 << space.x, 0, 0, 0, 0, 0],
            lands: 1 << space.land as u16,
            circles: space.land.points(),
        }
    }

    fn add(&mut self, space: TileSpace) {
        self.spaces[usize::from(self.len)] = space;
        self.len += 1;
        self.rows[usize::from(space.y)] |= 1 << space.x;
        self.lands |= 1 << space.land as u16;
        self.circles += space.land.points();
    }

    /// How the tile lies.
    #[inline]
    pub const fn orientation(&self) -> Orientation {
        self.orientation
    }

    /// How many columns its bounding box has.
    #[inline]
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// How many rows its bounding box has.
    #[inline]
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// Its spaces, row by row.
    #[inline]
    pub fn spaces(&self) -> &[TileSpace] {
        &self.spaces[..usize::from(self.len)]
    }

    /// The spaces, some of them several times: always as many, for loops that do not mind.
    #[inline]
    pub(crate) const fn padded(&self) -> &[TileSpace; MOST_TILE_SPACES] {
        &self.spaces
    }

    /// The columns that each row covers, none in those below its bounding box.
    #[inline]
    pub(crate) const fn rows(&self) -> &[u8; MOST_TILE_SPACES] {
        &self.rows
    }

    /// Whether any of the spaces shows that landscape.
    #[inline]
    pub(crate) const fn shows(&self, land: Land) -> bool {
        self.lands & 1 << land as u16 != 0
    }

    /// The points of its stone circles.
    #[inline]
    pub(crate) const fn circles(&self) -> u8 {
        self.circles
    }

    /// Whether both show the same landscapes on the same spaces, wherever symbols are printed.
    fn shows_the_same_lands(&self, other: &Self) -> bool {
        let lands = |shape: &Self| -> Vec<_> {
            shape.spaces().iter().map(|space| (space.y, space.x, space.land)).collect()
        };
        lands(self) == lands(other)
    }
}

/// A landscape tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tile {
    symbols: u8,
    shapes: Vec<Shape>,
    /// For each orientation, the shape that it gives.
    lies: [u8; 8],
}

/// Why spaces do not make a tile.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum TileError {
    /// No space at all, or too many.
    Size(usize),
    /// The spaces do not hang together.
    InPieces,
    /// Two orientations look the same but for the symbol.
    AmbiguousSymbol(Orientation, Orientation),
}

impl Tile {
    /// The tile that shows those spaces as printed.
    pub(crate) fn new(printed: &[TileSpace]) -> Result<Self, TileError> {
        if printed.is_empty() || printed.len() > MOST_TILE_SPACES {
            return Err(TileError::Size(printed.len()));
        }
        if !hangs_together(printed) {
            return Err(TileError::InPieces);
        }
        let mut lies = [0; 8];
        let mut shapes: Vec<Shape> = Vec::new();
        for orientation in Orientation::all() {
            let shape = Shape::of(printed, orientation);
            let twin = shapes.iter().position(|known| known.shows_the_same_lands(&shape));
            lies[orientation.index()] = twin.unwrap_or(shapes.len()) as u8;
            match twin.map(|twin| &shapes[twin]) {
                None => shapes.push(shape),
                Some(twin) if twin.spaces == shape.spaces => {}
                Some(twin) => {
                    return Err(TileError::AmbiguousSymbol(twin.orientation, orientation));
                }
            }
        }
        let symbols = printed.iter().filter(|space| space.symbol).count() as u8;
        Ok(Self { symbols, shapes, lies })
    }

    /// How many sheep symbols it shows.
    #[inline]
    pub const fn symbols(&self) -> u8 {
        self.symbols
    }

    /// The different shapes in which it can lie, each under the first of its names, in order.
    #[inline]
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// The first name of the shape that an orientation gives.
    #[inline]
    pub fn name(&self, orientation: Orientation) -> Orientation {
        self.shape(orientation).orientation
    }

    /// The shape that an orientation gives.
    #[inline]
    pub fn shape(&self, orientation: Orientation) -> &Shape {
        &self.shapes[usize::from(self.lies[orientation.index()])]
    }

    /// The same for all tiles that are turned or mirrored copies of each other.
    pub(crate) fn fingerprint(&self) -> &[TileSpace] {
        let shapes = self.shapes.iter().map(Shape::spaces);
        shapes.min().expect("every tile has a shape")
    }
}

fn hangs_together(spaces: &[TileSpace]) -> bool {
    let touches = |a: &TileSpace, b: &TileSpace| a.x.abs_diff(b.x) + a.y.abs_diff(b.y) == 1;
    let mut reached = vec![spaces[0]];
    let mut next = 0;
    while let Some(&from) = reached.get(next) {
        let found = spaces.iter().filter(|space| touches(&from, space));
        let new: Vec<TileSpace> = found.filter(|space| !reached.contains(space)).copied().collect();
        reached.extend(new);
        next += 1;
    }
    reached.len() == spaces.len()
}
