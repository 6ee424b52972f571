//! Landscape tiles and their shapes.

use crate::{Land, Orientation};

/// The most spaces a tile can have.
pub const MAX_TILE_SPACES: usize = 6;

/// One space of a tile, relative to the top left corner of its bounding box.
///
/// Ordered row by row.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TileSpace {
    /// The row.
    pub y: u8,
    /// The column.
    pub x: u8,
    /// Its landscape.
    pub land: Land,
    /// Whether it has a sheep symbol.
    pub symbol: bool,
}

/// A tile in one orientation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    orientation: Orientation,
    width: u8,
    height: u8,
    len: u8,
    /// Unused elements repeat the first one.
    spaces: [TileSpace; MAX_TILE_SPACES],
    /// The columns that each row covers: bit 0 is the leftmost one.
    rows: [u8; MAX_TILE_SPACES],
    /// Its landscapes, a bit for each.
    lands: u16,
    /// The points of its stone circles.
    circles: u8,
}

impl Shape {
    /// The tile with those printed spaces, in that orientation.
    fn of(printed: &[TileSpace], orientation: Orientation) -> Self {
        let extent = |along: fn(&TileSpace) -> u8| printed.iter().map(along).max().unwrap_or(0) + 1;
        let (width, height) = (extent(|space| space.x), extent(|space| space.y));
        // Insertion into a short list: the standard sort would add to the size of the wasm client.
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
            spaces: [space; MAX_TILE_SPACES],
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

    /// Its orientation.
    #[inline]
    pub const fn orientation(&self) -> Orientation {
        self.orientation
    }

    /// The number of columns of its bounding box.
    #[inline]
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// The number of rows of its bounding box.
    #[inline]
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// Its spaces, row by row.
    #[inline]
    pub fn spaces(&self) -> &[TileSpace] {
        &self.spaces[..usize::from(self.len)]
    }

    /// The spaces, padded with repetitions to a fixed number, for loops without branches.
    #[inline]
    pub(crate) const fn padded(&self) -> &[TileSpace; MAX_TILE_SPACES] {
        &self.spaces
    }

    /// The columns that each row covers, none in those below its bounding box.
    #[inline]
    pub(crate) const fn rows(&self) -> &[u8; MAX_TILE_SPACES] {
        &self.rows
    }

    /// Whether any of the spaces has that landscape.
    #[inline]
    pub(crate) const fn shows(&self, land: Land) -> bool {
        self.lands & 1 << land as u16 != 0
    }

    /// The points of its stone circles.
    #[inline]
    pub(crate) const fn circles(&self) -> u8 {
        self.circles
    }

    /// Whether both have the same landscapes on the same spaces, regardless of symbols.
    fn has_same_lands(&self, other: &Self) -> bool {
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
    /// The index in `shapes` for each orientation.
    shape_of_orientation: [u8; 8],
}

/// The reason why spaces do not make a tile.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum TileError {
    /// Too few or too many spaces.
    Size(usize),
    /// The spaces are not connected.
    InPieces,
    /// Two orientations differ only in the position of a symbol.
    AmbiguousSymbol(Orientation, Orientation),
}

impl Tile {
    /// The tile with those spaces as printed.
    pub(crate) fn new(printed: &[TileSpace]) -> Result<Self, TileError> {
        if printed.is_empty() || printed.len() > MAX_TILE_SPACES {
            return Err(TileError::Size(printed.len()));
        }
        if !is_connected(printed) {
            return Err(TileError::InPieces);
        }
        let mut shape_of_orientation = [0; 8];
        let mut shapes: Vec<Shape> = Vec::new();
        for orientation in Orientation::all() {
            let shape = Shape::of(printed, orientation);
            let twin = shapes.iter().position(|known| known.has_same_lands(&shape));
            shape_of_orientation[orientation.index()] = twin.unwrap_or(shapes.len()) as u8;
            match twin.map(|twin| &shapes[twin]) {
                None => shapes.push(shape),
                Some(twin) if twin.spaces == shape.spaces => {}
                Some(twin) => {
                    return Err(TileError::AmbiguousSymbol(twin.orientation, orientation));
                }
            }
        }
        let symbols = printed.iter().filter(|space| space.symbol).count() as u8;
        Ok(Self { symbols, shapes, shape_of_orientation })
    }

    /// The number of its sheep symbols.
    #[inline]
    pub const fn symbols(&self) -> u8 {
        self.symbols
    }

    /// The different shapes of the tile, each with the first of its orientations, in order.
    #[inline]
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// The first orientation with the same shape.
    #[inline]
    pub fn name(&self, orientation: Orientation) -> Orientation {
        self.shape(orientation).orientation
    }

    /// The shape of the tile in an orientation.
    #[inline]
    pub fn shape(&self, orientation: Orientation) -> &Shape {
        &self.shapes[usize::from(self.shape_of_orientation[orientation.index()])]
    }

    /// The same for all tiles that are turned or mirrored copies of each other.
    pub(crate) fn canonical_spaces(&self) -> &[TileSpace] {
        let shapes = self.shapes.iter().map(Shape::spaces);
        shapes.min().expect("every tile has a shape")
    }
}

fn is_connected(spaces: &[TileSpace]) -> bool {
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
