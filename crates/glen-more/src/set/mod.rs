//! The component set: 67 tiles, read from a data file.

mod cell;

use std::sync::LazyLock;

use rules::notation::quoted;
use rules::{ComponentSet, SetError, SetHeading};

use crate::payment::Due;
use crate::tile::{Activation, Colour, Location, TILES, Tile, TileId, Windfall};

/// The columns of the data file, in this order.
const COLUMNS: &str = "id,stack,colour,name,special,river,road,cost,windfall,activation,tams";

/// The number of tiles of each stack.
pub const STACKS: [usize; 4] = [8, 23, 19, 17];

/// A set of tiles, as bits by number.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct TileSet(u128);

impl TileSet {
    /// Whether the tile is in the set.
    #[inline]
    pub const fn contains(self, tile: TileId) -> bool {
        self.0 >> tile.number() & 1 != 0
    }

    /// The number of tiles.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The tiles that are in both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The tile at that index of the ascending list.
    #[inline]
    pub(crate) const fn nth(self, mut index: usize) -> Option<TileId> {
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let below = low.count_ones() as usize;
        let (mut bits, base) = if index < below { (low, 0) } else { (high, 64) };
        if base > 0 {
            index -= below;
        }
        while index > 0 && bits != 0 {
            bits &= bits - 1;
            index -= 1;
        }
        if bits == 0 { None } else { Some(TileId::new(base + bits.trailing_zeros() as usize)) }
    }

    #[inline]
    pub(crate) const fn insert(&mut self, tile: TileId) {
        self.0 |= 1 << tile.number();
    }

    #[inline]
    pub(crate) const fn remove(&mut self, tile: TileId) {
        self.0 &= !(1 << tile.number());
    }

    /// The tiles in ascending order.
    pub fn iter(self) -> impl Iterator<Item = TileId> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let lowest = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(TileId::new(lowest))
        })
    }
}

/// All tiles of a game, validated.
#[derive(PartialEq, Eq, Debug)]
pub struct Set {
    id: String,
    /// By number; the starting village first.
    tiles: Vec<Tile>,
    stacks: [TileSet; 4],
}

impl Set {
    /// The tile with that number.
    #[inline]
    pub fn tile(&self, tile: TileId) -> &Tile {
        &self.tiles[tile.number()]
    }

    /// The tiles of a stack.
    #[inline]
    pub fn stack(&self, stack: usize) -> TileSet {
        self.stacks[stack]
    }

    /// All tiles of the four stacks.
    pub fn all(&self) -> TileSet {
        TileSet(self.stacks.iter().fold(0, |all, stack| all | stack.0))
    }

    /// The current stack by the undrawn tiles: its number and its undrawn tiles.
    #[inline]
    pub fn current_stack(&self, left: TileSet) -> Option<(usize, TileSet)> {
        let stacks = self.stacks.iter().map(|stack| stack.and(left)).enumerate();
        stacks.into_iter().find(|(_, rest)| !rest.is_empty())
    }

    fn new(id: &str, tiles: Vec<Tile>) -> Self {
        let mut stacks = [TileSet::default(); 4];
        for (number, tile) in tiles.iter().enumerate().skip(1) {
            stacks[usize::from(tile.stack)].insert(TileId::new(number));
        }
        Self { id: id.to_owned(), tiles, stacks }
    }
}

fn starting_village() -> Tile {
    Tile {
        stack: 0,
        colour: Colour::Gray,
        name: "starting village".to_owned(),
        location: None,
        river: true,
        road: true,
        cost: Due::Nothing,
        windfall: Windfall::Nothing,
        activation: Activation::Movement,
        tams: 0,
    }
}

impl ComponentSet for Set {
    fn id(&self) -> &str {
        &self.id
    }

    fn parse(text: &str) -> Result<Self, SetError> {
        let heading = SetHeading::find_for(text, "glen-more")?;
        let mut statements = heading.statements(text);
        let (line, columns) = statements.next().unwrap_or((heading.line, ""));
        if columns != COLUMNS {
            let reason =
                format!("{} stands where the columns should be: {COLUMNS}", quoted(columns));
            return Err(SetError::new(line, reason));
        }
        let mut tiles = vec![starting_village()];
        let mut last = line;
        for (line, row) in statements {
            tiles.push(read_tile(tiles.len(), row).map_err(|reason| SetError::new(line, reason))?);
            last = line;
        }
        let set = Self::new(heading.id, tiles);
        set.check_counts().map_err(|reason| SetError::new(last, reason))?;
        Ok(set)
    }

    fn standard() -> &'static Self {
        static STANDARD: LazyLock<Set> = LazyLock::new(|| {
            Set::parse(include_str!("../../data/published-1.csv"))
                .expect("the set that comes with the game is tested")
        });
        &STANDARD
    }
}

impl Set {
    fn check_counts(&self) -> Result<(), String> {
        let tiles = self.tiles.len() - 1;
        if tiles != TILES {
            return Err(format!("the file ends after {tiles} tiles: there must be {TILES}"));
        }
        for (stack, expected) in STACKS.into_iter().enumerate() {
            let found = self.stacks[stack].len();
            if found != expected {
                return Err(format!("stack {stack} has {found} tiles: there must be {expected}"));
            }
        }
        Ok(())
    }
}

/// Reads the row of the tile with that number.
fn read_tile(number: usize, row: &str) -> Result<Tile, String> {
    if number > TILES {
        return Err(format!("there is a row more than the {TILES} tiles"));
    }
    let id = TileId::new(number);
    let cells: Vec<&str> = row.splitn(12, ',').map(str::trim).collect();
    let &[found, stack, colour, name, special, river, road, cost, windfall, activation, tams] =
        cells.as_slice()
    else {
        return Err(format!("a tile has 11 columns: {COLUMNS}"));
    };
    if found != id.to_string() {
        return Err(format!("{} stands where the tile {id} should be", quoted(found)));
    }
    let tile = Tile {
        stack: cell::small(stack, 3, "a stack")?,
        colour: cell::colour(colour)?,
        name: cell::name(name)?,
        location: Location::of(id),
        river: cell::yes(river, "river")?,
        road: cell::yes(road, "road")?,
        cost: cell::cost(cost)?,
        windfall: cell::windfall(windfall)?,
        activation: cell::activation(activation)?,
        tams: if tams.is_empty() { 0 } else { cell::small(tams, 9, "a number of tams")? },
    };
    check_special(id, &tile, cell::yes(special, "special")?)?;
    check_tile(&tile)?;
    Ok(tile)
}

/// Checks that the special locations are the tiles with their numbers.
fn check_special(id: TileId, tile: &Tile, special: bool) -> Result<(), String> {
    match (tile.location, special) {
        (Some(_), false) => Err(format!("{id} is a special location: its power goes with its id")),
        (None, true) => Err(format!("{id} is no special location: no power goes with its id")),
        (None, false) if tile.tams > 0 => Err("tams are on special locations only".to_owned()),
        _ => Ok(()),
    }
}

/// Checks that the properties of a tile are consistent.
fn check_tile(tile: &Tile) -> Result<(), String> {
    let moves = tile.activation == Activation::Movement;
    let abbey = tile.location == Some(Location::IonaAbbey);
    let wrong = if tile.river && tile.road {
        "a tile has a river or a road, not both"
    } else if moves != (tile.colour == Colour::Gray) {
        "gray tiles give 1 movement, and no other tile does"
    } else if (tile.activation == Activation::Nothing) != (tile.colour == Colour::Blue) {
        "lochs (blue) do nothing when activated, and all other tiles do something"
    } else if abbey != (tile.activation == Activation::ProduceAny) {
        "Iona Abbey (t48) gives 1 resource of choice, and no other tile does"
    } else {
        return Ok(());
    };
    Err(wrong.to_owned())
}
