//! The component set: tiles, hometowns, bonus tiles, the whiskey track, the supplies.

mod parse;

use std::fmt;
use std::sync::LazyLock;

use rules::{ComponentSet, SetError};

use crate::display::{Ground, HOME_LANDS, Space, TOWN_SPACES};
use crate::event_text::title;
use crate::{Land, Tile};

/// The number of landscape tiles.
pub const TILES: usize = 60;
/// The number of hometowns, one for each area of the wheel.
pub const TOWNS: usize = 5;
/// The number of bonus tiles.
pub const BONUS_TILES: u8 = 12;
/// The number of wooden sheep.
pub const WOODEN_SHEEP: u8 = 24;
/// The number of towers.
pub const TOWERS: u8 = 12;

/// One side of a hometown.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Side a.
    A,
    /// Side b.
    B,
}

impl Side {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::A, Self::B];

    /// Its name in notation.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
        }
    }
}

/// A hometown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Town {
    name: String,
    arms: String,
    sides: [[Land; 3]; 2],
}

impl Town {
    /// Its name in notation.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its name for players.
    pub fn title(&self) -> String {
        title(&self.name)
    }

    /// Its coat of arms.
    pub fn arms(&self) -> &str {
        &self.arms
    }

    /// The landscapes of a side: left, right, and below that.
    pub const fn lands(&self, side: Side) -> [Land; 3] {
        self.sides[side as usize]
    }

    /// The nine spaces of a side, the town's first.
    pub fn spaces(&self, side: Side) -> impl Iterator<Item = Space> {
        let town = TOWN_SPACES.into_iter().map(|at| (at, Ground::Town));
        let lands = HOME_LANDS.into_iter().zip(self.lands(side).map(Ground::Land));
        town.chain(lands).map(|((x, y), ground)| Space::new(x, y, ground, false))
    }
}

/// One space of the whiskey track.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TrackSpace {
    /// Its points.
    pub value: u8,
    /// Whether reaching or passing it gives a wooden sheep.
    pub symbol: bool,
}

/// A validated component set.
#[derive(Clone, PartialEq, Eq)]
pub struct Components {
    id: String,
    tiles: Vec<Tile>,
    towns: Vec<Town>,
    bonus: [u8; Land::COUNT],
    track: Vec<TrackSpace>,
}

impl Components {
    /// The tile with that number, counted from 1.
    ///
    /// # Panics
    /// If there is none ([`TILES`]).
    #[inline]
    pub fn tile(&self, number: u8) -> &Tile {
        &self.tiles[usize::from(number) - 1]
    }

    /// The tile with that number, counted from 1, if it exists.
    #[inline]
    pub fn find_tile(&self, number: u8) -> Option<&Tile> {
        self.tiles.get(usize::from(number).checked_sub(1)?)
    }

    /// The hometowns in the order of their coats of arms on the wheel.
    pub fn towns(&self) -> &[Town] {
        &self.towns
    }

    /// The number of bonus tiles with each landscape, in the order of [`Land::ALL`].
    pub const fn bonus(&self) -> [u8; Land::COUNT] {
        self.bonus
    }

    /// The whiskey track, from the start.
    #[inline]
    pub fn track(&self) -> &[TrackSpace] {
        &self.track
    }
}

impl fmt::Debug for Components {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A state holds its set: sixty tiles would bury the rest of its debug output.
        f.debug_struct("Components").field("id", &self.id).finish_non_exhaustive()
    }
}

static STANDARD: LazyLock<Components> = LazyLock::new(|| {
    let text = include_str!("../../data/meadowlark-1.txt");
    Components::parse(text).expect("the tests read the set that comes with the game")
});

impl ComponentSet for Components {
    fn id(&self) -> &str {
        &self.id
    }

    fn parse(text: &str) -> Result<Self, SetError> {
        parse::parse(text)
    }

    fn standard() -> &'static Self {
        &STANDARD
    }
}
