//! A display in rows of bits, for playing on quickly.
//!
//! The rules keep a display as a list and tell of everything that happens; a playout needs only
//! what comes of it. What lies farther from the hometown than any rectangle worth having is left
//! out.

use shelf::tipperary::{Components, Ground, Land, MOST_TILE_SPACES, Player, Shape};

/// How many rows and columns there are.
pub(super) const SIDE: usize = 32;
/// Where the top left corner of the hometown's bounding box lies.
const HOME: i16 = 14;
/// So many rows and columns on every side are never covered.
const EDGE: usize = 2;
/// The columns between the edges.
const INSIDE: u32 = u32::MAX << EDGE & u32::MAX >> EDGE;
/// The spaces around the hometown, row by row from above it, from the column to its left.
const RING: [u32; 5] = [0b01_1110, 0b11_0011, 0b10_0001, 0b10_0011, 0b11_1110];
/// Points for a hometown that is enclosed.
pub(super) const EXPLORATION: u8 = 5;

/// Rows of bits.
pub(super) type Rows = [u32; SIDE];

/// One space that is being covered.
#[derive(Copy, Clone)]
pub(super) struct Laid {
    pub(super) row: usize,
    pub(super) bit: u32,
    pub(super) land: Land,
}

/// A tile, or a bonus tile, that is being laid down.
#[derive(Copy, Clone)]
pub(super) struct Piece {
    spaces: [Laid; MOST_TILE_SPACES],
    len: usize,
}

impl Piece {
    /// A tile whose bounding box has its top left corner there, if it lies inside.
    pub(super) fn tile(shape: &Shape, row: usize, column: u32) -> Option<Self> {
        let (bottom, right) =
            (row + usize::from(shape.height()), column + u32::from(shape.width()));
        if bottom > SIDE - EDGE || right > (SIDE - EDGE) as u32 {
            return None;
        }
        let mut spaces = [Laid { row, bit: 0, land: Land::Meadow }; MOST_TILE_SPACES];
        for (laid, space) in spaces.iter_mut().zip(shape.spaces()) {
            let bit = 1 << (column + u32::from(space.x));
            *laid = Laid { row: row + usize::from(space.y), bit, land: space.land };
        }
        Some(Self { spaces, len: shape.spaces().len() })
    }

    /// A bonus tile.
    pub(super) const fn one(row: usize, bit: u32, land: Land) -> Self {
        Self { spaces: [Laid { row, bit, land }; MOST_TILE_SPACES], len: 1 }
    }

    pub(super) fn spaces(&self) -> &[Laid] {
        &self.spaces[..self.len]
    }

    fn lands(&self, land: Land) -> impl Iterator<Item = Laid> {
        self.spaces().iter().copied().filter(move |laid| laid.land == land)
    }
}

/// What is to be taken after a piece was laid down.
#[derive(Copy, Clone, Default)]
pub(super) struct Gains {
    /// Wooden sheep.
    pub(super) sheep: u8,
    /// Bonus tiles.
    pub(super) draws: u8,
}

/// A display in rows of bits.
#[derive(Clone, PartialEq)]
pub(super) struct Field {
    pub(super) covered: Rows,
    pub(super) meadow: Rows,
    /// Every space with sheep.
    pub(super) sheep: Rows,
    /// Those with two.
    rich: Rows,
    pub(super) grain: Rows,
    pub(super) distillery: Rows,
    pub(super) ruin: Rows,
    pub(super) bog: Rows,
    /// The rows in use, and the columns as bits.
    pub(super) top: usize,
    pub(super) bottom: usize,
    pub(super) columns: u32,
    pub(super) flock: u8,
    pub(super) whiskey: u8,
    pub(super) towers: u8,
    pub(super) circles: u8,
}

impl Field {
    /// What a seat has in front of it.
    pub(super) fn of(player: &Player) -> Self {
        const NONE: Rows = [0; SIDE];
        let mut field = Self {
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
            if let Some((row, bit)) = place(space.point().x, space.point().y) {
                match space.ground() {
                    Ground::Land(land) => field.cover(Laid { row, bit, land }),
                    Ground::Town | Ground::Tower => field.occupy(row, bit),
                    Ground::Grazed => {
                        field.occupy(row, bit);
                        field.sheep[row] |= bit;
                    }
                }
            }
        }
        field
    }

    fn occupy(&mut self, row: usize, bit: u32) {
        self.covered[row] |= bit;
        (self.top, self.bottom) = (self.top.min(row), self.bottom.max(row));
        self.columns |= bit;
    }

    fn cover(&mut self, laid: Laid) {
        let Laid { row, bit, land } = laid;
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

    /// The free places beside what is covered, in one row.
    #[inline]
    pub(super) fn beside(&self, row: usize) -> u32 {
        near(&self.covered, row) & !self.covered[row]
    }

    /// Where a bonus tile can lie: beside what is covered, or on a meadow.
    pub(super) fn bonus_places(&self) -> impl Iterator<Item = (usize, u32)> {
        let rows = (self.top - 1).max(EDGE)..(self.bottom + 2).min(SIDE - EDGE);
        rows.flat_map(|row| {
            bits((self.beside(row) | self.meadow[row]) & INSIDE).map(move |bit| (row, bit))
        })
    }

    /// What is covered and everything beside it.
    pub(super) fn reach(&self) -> Rows {
        let rows = self.top - 1..=self.bottom + 1;
        std::array::from_fn(|row| if rows.contains(&row) { near(&self.covered, row) } else { 0 })
    }

    /// Looks at every row in which a tile of that shape fits, with all columns where the top left
    /// corner of its bounding box may lie. It has to touch the [`Field::reach`].
    #[inline]
    pub(super) fn each_fit(&self, shape: &Shape, reach: &Rows, mut look: impl FnMut(usize, u32)) {
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

    /// Lays a piece down and says what is to be taken for it, besides what the barrel and the
    /// towers have gained.
    pub(super) fn lay(&mut self, set: &Components, piece: &Piece) -> Gains {
        let mut whiskey = 0;
        for laid in piece.lands(Land::Distillery) {
            whiskey += beside(&self.grain, laid);
        }
        for &laid in piece.spaces() {
            self.cover(laid);
            self.circles += laid.land.points();
        }
        for laid in piece.lands(Land::Grain) {
            whiskey += beside(&self.distillery, laid);
        }
        self.towers += self.completed_runs(piece);
        self.flock = self.flock.max(self.flock_through(piece));
        Gains { sheep: self.distil(set, whiskey), draws: self.new_sites(piece) }
    }

    /// Moves the barrel and says how many sheep it passes.
    fn distil(&mut self, set: &Components, whiskey: u8) -> u8 {
        let track = set.track();
        let from = usize::from(self.whiskey);
        let to = (from + usize::from(whiskey)).min(track.len() - 1);
        self.whiskey = to as u8;
        track[from + 1..=to.max(from)].iter().filter(|space| space.symbol).count() as u8
    }

    /// How many lines of three ruins a piece has completed.
    fn completed_runs(&self, piece: &Piece) -> u8 {
        let (mut runs, mut new) = (0, [0; SIDE]);
        for laid in piece.lands(Land::Ruin) {
            new[laid.row] |= laid.bit;
        }
        for (index, laid) in piece.spaces().iter().enumerate() {
            let earlier = |same: fn(&Laid, &Laid) -> bool| {
                let ruins = piece.spaces()[..index].iter();
                ruins.filter(|other| other.land == Land::Ruin).any(|other| same(other, laid))
            };
            if laid.land != Land::Ruin {
                continue;
            }
            if !earlier(|a, b| a.row == b.row) {
                runs += completed(self.ruin[laid.row], new[laid.row]);
            }
            if !earlier(|a, b| a.bit == b.bit) {
                runs += completed(column(&self.ruin, laid.bit), column(&new, laid.bit));
            }
        }
        runs
    }

    /// How many groups of bogs a piece has made that were none before.
    fn new_sites(&self, piece: &Piece) -> u8 {
        let mut sites = 0;
        let mut seen = [0; SIDE];
        for laid in piece.lands(Land::Bog) {
            if seen[laid.row] & laid.bit != 0 {
                continue;
            }
            let group = flood(&self.bog, laid);
            group.each(|row, bits| seen[row] |= bits);
            let mut old = group.rows;
            for laid in piece.lands(Land::Bog) {
                old[laid.row] &= !laid.bit;
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
        for &laid in piece.spaces().iter().filter(|laid| laid.land.sheep() > 0) {
            if seen[laid.row] & laid.bit == 0 {
                let group = flood(&self.sheep, laid);
                group.each(|row, bits| seen[row] |= bits);
                largest = largest.max(self.heads(&group));
            }
        }
        largest
    }

    /// How many sheep a group has.
    fn heads(&self, group: &Group) -> u8 {
        let mut heads = group.count();
        group.each(|row, bits| heads += (bits & self.rich[row]).count_ones());
        heads as u8
    }

    /// Puts a wooden sheep where it makes the largest flock, without looking at every meadow: only
    /// at those beside the most sheep.
    pub(super) fn graze(&mut self) {
        let mut best: Option<(u8, Laid)> = None;
        for row in self.top..=self.bottom {
            for bit in bits(self.meadow[row] & near(&self.sheep, row)) {
                let laid = Laid { row, bit, land: Land::Pasture };
                self.sheep[row] |= bit;
                let heads = self.heads(&flood(&self.sheep, laid));
                self.sheep[row] ^= bit;
                if best.is_none_or(|(most, _)| heads > most) {
                    best = Some((heads, laid));
                }
            }
        }
        if let Some((_, laid)) = best {
            self.graze_at(laid.row, laid.bit);
        }
    }

    /// Puts a wooden sheep onto a meadow.
    pub(super) fn graze_at(&mut self, row: usize, bit: u32) {
        self.meadow[row] &= !bit;
        self.sheep[row] |= bit;
        let heads = self.heads(&flood(&self.sheep, Laid { row, bit, land: Land::Pasture }));
        self.flock = self.flock.max(heads);
    }

    /// How many of the spaces around the hometown are free.
    pub(super) fn unexplored(&self) -> u8 {
        let first = HOME as usize - 1;
        let free = RING.iter().zip(&self.covered[first..]);
        free.map(|(ring, row)| (ring << first & !row).count_ones()).sum::<u32>() as u8
    }
}

/// Where a place of the display lies, if it is near enough.
pub(super) fn place(x: i16, y: i16) -> Option<(usize, u32)> {
    let within = EDGE as i16..(SIDE - EDGE) as i16;
    let (x, y) = (x + HOME, y + HOME);
    (within.contains(&x) && within.contains(&y)).then(|| (y as usize, 1 << x))
}

/// The set bits of a row, one by one.
#[inline]
pub(super) fn bits(row: u32) -> impl Iterator<Item = u32> {
    let mut left = row;
    std::iter::from_fn(move || {
        let bit = left & left.wrapping_neg();
        left ^= bit;
        (bit != 0).then_some(bit)
    })
}

/// A row of bits and everything beside them. The row is not the first nor the last.
#[inline]
pub(super) fn near(rows: &Rows, row: usize) -> u32 {
    rows[row] << 1 | rows[row] >> 1 | rows[row - 1] | rows[row + 1]
}

/// How many spaces beside a place are set.
#[inline]
pub(super) fn beside(rows: &Rows, Laid { row, bit, .. }: Laid) -> u8 {
    let along = rows[row] & (bit << 1 | bit >> 1);
    let across = [rows[row - 1] & bit, rows[row + 1] & bit];
    along.count_ones() as u8 + u8::from(across[0] != 0) + u8::from(across[1] != 0)
}

/// A column of bits as a row.
fn column(rows: &Rows, bit: u32) -> u32 {
    (0..SIDE).fold(0, |line, row| line | u32::from(rows[row] & bit != 0) << row)
}

/// How many runs of three or more have one of the new bits and were none without them.
fn completed(line: u32, new: u32) -> u8 {
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
    let (mut left, mut runs) = (threes(line), 0);
    while left != 0 {
        let run = spread(left & left.wrapping_neg());
        left &= !run;
        runs += u8::from(run & new != 0 && threes(run & !new) == 0);
    }
    runs
}

/// Spaces that hang together.
struct Group {
    rows: Rows,
    top: usize,
    bottom: usize,
}

impl Group {
    fn each(&self, mut look: impl FnMut(usize, u32)) {
        (self.top..=self.bottom).for_each(|row| look(row, self.rows[row]));
    }

    fn count(&self) -> u32 {
        self.rows[self.top..=self.bottom].iter().map(|row| row.count_ones()).sum()
    }
}

/// The spaces of a layer that hang together with one of them.
fn flood(layer: &Rows, from: Laid) -> Group {
    let mut rows = [0; SIDE];
    rows[from.row] = from.bit;
    let (mut top, mut bottom) = (from.row, from.row);
    loop {
        let mut grown = false;
        for row in top - 1..=bottom + 1 {
            let mut wider = (rows[row] | near(&rows, row)) & layer[row];
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
