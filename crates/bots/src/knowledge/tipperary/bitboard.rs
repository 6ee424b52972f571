//! A display as bitboards, for fast playouts.
//!
//! The rules keep a display as a list of spaces and report events; a playout needs only the
//! resulting counts. Spaces too far from the hometown for any useful rectangle are left out.

use registry::tipperary::{Components, Ground, Land, MAX_TILE_SPACES, Player, Shape};

/// The number of rows and columns.
pub(super) const SIDE: usize = 32;
/// The row and column of the top left corner of the hometown's bounding box.
const HOMETOWN_OFFSET: i16 = 14;
/// The number of rows and columns on every side that are never covered.
const EDGE: usize = 2;
/// A mask of the columns between the edges.
const INSIDE: u32 = u32::MAX << EDGE & u32::MAX >> EDGE;
/// The spaces around the hometown, row by row from above it, from the column to its left.
const RING: [u32; 5] = [0b01_1110, 0b11_0011, 0b10_0001, 0b10_0011, 0b11_1110];
/// Points for an enclosed hometown.
pub(super) const EXPLORATION: u8 = 5;

/// One bitboard: a word per row.
pub(super) type Rows = [u32; SIDE];

/// A space that is being covered.
#[derive(Copy, Clone)]
pub(super) struct PlacedSpace {
    pub(super) row: usize,
    pub(super) bit: u32,
    pub(super) land: Land,
}

/// A tile, or a bonus tile, that is being placed.
#[derive(Copy, Clone)]
pub(super) struct Piece {
    spaces: [PlacedSpace; MAX_TILE_SPACES],
    len: usize,
}

impl Piece {
    /// A tile with the top left corner of its bounding box there, if it lies inside the board.
    pub(super) fn tile(shape: &Shape, row: usize, column: u32) -> Option<Self> {
        let (bottom, right) =
            (row + usize::from(shape.height()), column + u32::from(shape.width()));
        if bottom > SIDE - EDGE || right > (SIDE - EDGE) as u32 {
            return None;
        }
        let mut spaces = [PlacedSpace { row, bit: 0, land: Land::Meadow }; MAX_TILE_SPACES];
        for (placed, space) in spaces.iter_mut().zip(shape.spaces()) {
            let bit = 1 << (column + u32::from(space.x));
            *placed = PlacedSpace { row: row + usize::from(space.y), bit, land: space.land };
        }
        Some(Self { spaces, len: shape.spaces().len() })
    }

    /// A bonus tile.
    pub(super) const fn bonus(row: usize, bit: u32, land: Land) -> Self {
        Self { spaces: [PlacedSpace { row, bit, land }; MAX_TILE_SPACES], len: 1 }
    }

    pub(super) fn spaces(&self) -> &[PlacedSpace] {
        &self.spaces[..self.len]
    }

    fn spaces_of(&self, land: Land) -> impl Iterator<Item = PlacedSpace> {
        self.spaces().iter().copied().filter(move |placed| placed.land == land)
    }
}

/// What a placed piece gives the seat to do next.
#[derive(Copy, Clone, Default)]
pub(super) struct Gains {
    /// The number of wooden sheep to place.
    pub(super) sheep: u8,
    /// The number of bonus tiles to draw.
    pub(super) draws: u8,
}

/// A display as bitboards.
#[derive(Clone, PartialEq)]
pub(super) struct BitDisplay {
    pub(super) covered: Rows,
    pub(super) meadow: Rows,
    /// The spaces with one or two sheep.
    pub(super) sheep: Rows,
    /// The spaces with two sheep.
    rich: Rows,
    pub(super) grain: Rows,
    pub(super) distillery: Rows,
    pub(super) ruin: Rows,
    pub(super) bog: Rows,
    /// The used rows, and the used columns as bits.
    pub(super) top: usize,
    pub(super) bottom: usize,
    pub(super) columns: u32,
    pub(super) flock: u8,
    pub(super) whiskey: u8,
    pub(super) towers: u8,
    pub(super) circles: u8,
}

impl BitDisplay {
    /// The display of a seat.
    pub(super) fn of(player: &Player) -> Self {
        const NONE: Rows = [0; SIDE];
        let mut display = Self {
            covered: NONE,
            meadow: NONE,
            sheep: NONE,
            rich: NONE,
            grain: NONE,
            distillery: NONE,
            ruin: NONE,
            bog: NONE,
            top: SIDE - 1,
            bottom: 0,
            columns: 0,
            flock: player.display().flock(),
            whiskey: player.whiskey(),
            towers: player.towers(),
            circles: player.display().circles() as u8,
        };
        for space in player.display().spaces() {
            if let Some((row, bit)) = locate(space.point().x, space.point().y) {
                match space.ground() {
                    Ground::Land(land) => display.cover(PlacedSpace { row, bit, land }),
                    Ground::Town | Ground::Tower => display.occupy(row, bit),
                    Ground::WoodenSheep => {
                        display.occupy(row, bit);
                        display.sheep[row] |= bit;
                    }
                }
            }
        }
        display
    }

    fn occupy(&mut self, row: usize, bit: u32) {
        self.covered[row] |= bit;
        (self.top, self.bottom) = (self.top.min(row), self.bottom.max(row));
        self.columns |= bit;
    }

    fn cover(&mut self, placed: PlacedSpace) {
        let PlacedSpace { row, bit, land } = placed;
        self.occupy(row, bit);
        // A bonus tile may lie on a meadow.
        self.meadow[row] &= !bit;
        match land {
            Land::Meadow => self.meadow[row] |= bit,
            Land::Pasture => self.sheep[row] |= bit,
            Land::RichPasture => {
                self.sheep[row] |= bit;
                self.rich[row] |= bit;
            }
            Land::Grain => self.grain[row] |= bit,
            Land::Distillery => self.distillery[row] |= bit,
            Land::Ruin => self.ruin[row] |= bit,
            Land::Bog => self.bog[row] |= bit,
            Land::Circle1 | Land::Circle2 | Land::Circle3 | Land::Circle4 => {}
        }
    }

    /// The free spaces of a row next to covered ones.
    #[inline]
    pub(super) fn free_beside(&self, row: usize) -> u32 {
        with_neighbours(&self.covered, row) & !self.covered[row]
    }

    /// Where a bonus tile can be placed: next to covered spaces, or on a meadow.
    pub(super) fn bonus_places(&self) -> impl Iterator<Item = (usize, u32)> {
        let rows = (self.top - 1).max(EDGE)..(self.bottom + 2).min(SIDE - EDGE);
        rows.flat_map(|row| {
            bits((self.free_beside(row) | self.meadow[row]) & INSIDE).map(move |bit| (row, bit))
        })
    }

    /// The covered spaces and all next to them.
    pub(super) fn reach(&self) -> Rows {
        let rows = self.top - 1..=self.bottom + 1;
        std::array::from_fn(|row| {
            if rows.contains(&row) { with_neighbours(&self.covered, row) } else { 0 }
        })
    }

    /// Calls `look` for every row in which a tile of that shape fits, with the columns for the top
    /// left corner of its bounding box as bits. The tile has to touch the [`BitDisplay::reach`].
    #[inline]
    pub(super) fn for_each_fit(
        &self,
        shape: &Shape,
        reach: &Rows,
        mut look: impl FnMut(usize, u32),
    ) {
        let (height, width) = (usize::from(shape.height()), u32::from(shape.width()));
        let first = (self.top + 1).saturating_sub(height + 1).max(EDGE);
        let last = (self.bottom + 1).min(SIDE - EDGE - height);
        // A corner farther right would put the tile over the edge.
        let room = INSIDE & (INSIDE >> (width - 1));
        for row in first..=last {
            let (mut blocked, mut touching) = (0, 0);
            for space in shape.spaces() {
                let there = row + usize::from(space.y);
                blocked |= self.covered[there] >> space.x;
                touching |= reach[there] >> space.x;
            }
            let corners = touching & !blocked & room;
            if corners != 0 {
                look(row, corners);
            }
        }
    }

    /// Places a piece, updates barrel, towers and flock, and returns what else it gives.
    pub(super) fn place_piece(&mut self, set: &Components, piece: &Piece) -> Gains {
        let mut whiskey = 0;
        for placed in piece.spaces_of(Land::Distillery) {
            whiskey += neighbour_count(&self.grain, placed);
        }
        for &placed in piece.spaces() {
            self.cover(placed);
            self.circles += placed.land.points();
        }
        for placed in piece.spaces_of(Land::Grain) {
            whiskey += neighbour_count(&self.distillery, placed);
        }
        self.towers += self.completed_runs(piece);
        self.flock = self.flock.max(self.flock_through(piece));
        Gains { sheep: self.move_barrel(set, whiskey), draws: self.new_sites(piece) }
    }

    /// Moves the barrel and returns how many sheep symbols it passes.
    fn move_barrel(&mut self, set: &Components, whiskey: u8) -> u8 {
        let track = set.track();
        let from = usize::from(self.whiskey);
        let to = (from + usize::from(whiskey)).min(track.len() - 1);
        self.whiskey = to as u8;
        track[from + 1..=to.max(from)].iter().filter(|space| space.symbol).count() as u8
    }

    /// How many lines of three ruins a piece has completed.
    fn completed_runs(&self, piece: &Piece) -> u8 {
        let (mut runs, mut new) = (0, [0; SIDE]);
        for placed in piece.spaces_of(Land::Ruin) {
            new[placed.row] |= placed.bit;
        }
        for (index, placed) in piece.spaces().iter().enumerate() {
            let earlier = |same: fn(&PlacedSpace, &PlacedSpace) -> bool| {
                let ruins = piece.spaces()[..index].iter();
                ruins.filter(|other| other.land == Land::Ruin).any(|other| same(other, placed))
            };
            if placed.land != Land::Ruin {
                continue;
            }
            if !earlier(|a, b| a.row == b.row) {
                runs += completed_lines(self.ruin[placed.row], new[placed.row]);
            }
            if !earlier(|a, b| a.bit == b.bit) {
                runs += completed_lines(column(&self.ruin, placed.bit), column(&new, placed.bit));
            }
        }
        runs
    }

    /// How many groups of bogs a piece has created or made large enough to count.
    fn new_sites(&self, piece: &Piece) -> u8 {
        let mut sites = 0;
        let mut seen = [0; SIDE];
        for placed in piece.spaces_of(Land::Bog) {
            if seen[placed.row] & placed.bit != 0 {
                continue;
            }
            let group = connected_group(&self.bog, placed);
            group.for_each_row(|row, bits| seen[row] |= bits);
            let mut old = group.rows;
            for placed in piece.spaces_of(Land::Bog) {
                old[placed.row] &= !placed.bit;
            }
            let was_site = (group.top..=group.bottom)
                .any(|row| old[row] & (old[row] << 1 | old[row + 1]) != 0);
            sites += u8::from(group.count() > 1 && !was_site);
        }
        sites
    }

    /// The largest flock that a piece belongs to.
    fn flock_through(&self, piece: &Piece) -> u8 {
        let mut seen = [0; SIDE];
        let mut largest = 0;
        for &placed in piece.spaces().iter().filter(|placed| placed.land.sheep() > 0) {
            if seen[placed.row] & placed.bit == 0 {
                let group = connected_group(&self.sheep, placed);
                group.for_each_row(|row, bits| seen[row] |= bits);
                largest = largest.max(self.sheep_count(&group));
            }
        }
        largest
    }

    /// The number of sheep of a group.
    fn sheep_count(&self, group: &Group) -> u8 {
        let mut sheep_count = group.count();
        group.for_each_row(|row, bits| sheep_count += (bits & self.rich[row]).count_ones());
        sheep_count as u8
    }

    /// Places a wooden sheep on the meadow with the largest resulting flock. Only meadows next to
    /// sheep are tried.
    pub(super) fn place_sheep(&mut self) {
        let mut best: Option<(u8, PlacedSpace)> = None;
        for row in self.top..=self.bottom {
            for bit in bits(self.meadow[row] & with_neighbours(&self.sheep, row)) {
                let placed = PlacedSpace { row, bit, land: Land::Pasture };
                self.sheep[row] |= bit;
                let sheep_count = self.sheep_count(&connected_group(&self.sheep, placed));
                self.sheep[row] ^= bit;
                if best.is_none_or(|(most, _)| sheep_count > most) {
                    best = Some((sheep_count, placed));
                }
            }
        }
        if let Some((_, placed)) = best {
            self.place_sheep_at(placed.row, placed.bit);
        }
    }

    /// Places a wooden sheep onto a meadow.
    pub(super) fn place_sheep_at(&mut self, row: usize, bit: u32) {
        self.meadow[row] &= !bit;
        self.sheep[row] |= bit;
        let sheep_count = self.sheep_count(&connected_group(
            &self.sheep,
            PlacedSpace { row, bit, land: Land::Pasture },
        ));
        self.flock = self.flock.max(sheep_count);
    }

    /// How many of the spaces around the hometown are free.
    pub(super) fn unexplored(&self) -> u8 {
        let first = HOMETOWN_OFFSET as usize - 1;
        let free = RING.iter().zip(&self.covered[first..]);
        free.map(|(ring, row)| (ring << first & !row).count_ones()).sum::<u32>() as u8
    }
}

/// The row and bit of a space of the display, if it is inside the board.
pub(super) fn locate(x: i16, y: i16) -> Option<(usize, u32)> {
    let within = EDGE as i16..(SIDE - EDGE) as i16;
    let (x, y) = (x + HOMETOWN_OFFSET, y + HOMETOWN_OFFSET);
    (within.contains(&x) && within.contains(&y)).then(|| (y as usize, 1 << x))
}

/// The set bits of a row, one by one.
#[inline]
pub(super) fn bits(row: u32) -> impl Iterator<Item = u32> {
    let mut remaining = row;
    std::iter::from_fn(move || {
        let bit = remaining & remaining.wrapping_neg();
        remaining ^= bit;
        (bit != 0).then_some(bit)
    })
}

/// A row with all spaces next to it. Not for the first and last row.
#[inline]
pub(super) fn with_neighbours(rows: &Rows, row: usize) -> u32 {
    rows[row] << 1 | rows[row] >> 1 | rows[row - 1] | rows[row + 1]
}

/// How many neighbours of a space are set.
#[inline]
pub(super) fn neighbour_count(rows: &Rows, PlacedSpace { row, bit, .. }: PlacedSpace) -> u8 {
    let along = rows[row] & (bit << 1 | bit >> 1);
    let across = [rows[row - 1] & bit, rows[row + 1] & bit];
    along.count_ones() as u8 + u8::from(across[0] != 0) + u8::from(across[1] != 0)
}

/// A column of bits as a row.
fn column(rows: &Rows, bit: u32) -> u32 {
    (0..SIDE).fold(0, |line, row| line | u32::from(rows[row] & bit != 0) << row)
}

/// How many runs of three or more contain a new bit and were shorter than three before.
fn completed_lines(line: u32, new: u32) -> u8 {
    let threes = |line: u32| line & line << 1 & line << 2;
    let spread = |bits: u32| {
        let mut run = bits;
        loop {
            let wider = (run | run << 1 | run >> 1) & line;
            if wider == run {
                return run;
            }
            run = wider;
        }
    };
    let (mut remaining, mut runs) = (threes(line), 0);
    while remaining != 0 {
        let run = spread(remaining & remaining.wrapping_neg());
        remaining &= !run;
        runs += u8::from(run & new != 0 && threes(run & !new) == 0);
    }
    runs
}

/// A connected group of spaces.
struct Group {
    rows: Rows,
    top: usize,
    bottom: usize,
}

impl Group {
    fn for_each_row(&self, mut look: impl FnMut(usize, u32)) {
        (self.top..=self.bottom).for_each(|row| look(row, self.rows[row]));
    }

    fn count(&self) -> u32 {
        self.rows[self.top..=self.bottom].iter().map(|row| row.count_ones()).sum()
    }
}

/// The connected group of a layer that contains a space.
fn connected_group(layer: &Rows, from: PlacedSpace) -> Group {
    let mut rows = [0; SIDE];
    rows[from.row] = from.bit;
    let (mut top, mut bottom) = (from.row, from.row);
    loop {
        let mut grown = false;
        for row in top - 1..=bottom + 1 {
            let mut wider = (rows[row] | with_neighbours(&rows, row)) & layer[row];
            while wider != rows[row] {
                rows[row] = wider;
                wider |= (wider << 1 | wider >> 1) & layer[row];
                grown = true;
            }
        }
        if rows[top - 1] != 0 {
            top -= 1;
        }
        if rows[bottom + 1] != 0 {
            bottom += 1;
        }
        if !grown {
            return Group { rows, top, bottom };
        }
    }
}
