//! The state of a game.

use rules::{MAX_SEATS, Seat, SeatSet, Setup, Turn};

use crate::components::{Components, Side, TILES, TOWERS, TOWNS, WOODEN_SHEEP};
use crate::display::{Display, MAX_ROUNDS};
use crate::{Land, Orientation, Point};

/// The indices of the option `order` and of its value `in-turn` in [`crate::INFO`].
const ORDER: usize = 0;
const IN_TURN: usize = 1;

/// What the game waits for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The dealer gives hometowns.
    Towns,
    /// The dealer gives the cloth bag.
    Bag,
    /// The dealer fills the areas.
    Fill,
    /// The wheel is spun.
    Spin,
    /// Seats place tiles and take their effects.
    Place,
    /// Seats place their towers.
    Towers,
    /// Nothing: the game is over.
    Over,
}

/// A tile on a display.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PlacedTile {
    pub(crate) tile: u8,
    pub(crate) orientation: Orientation,
    pub(crate) y: i8,
    pub(crate) x: i8,
}

impl PlacedTile {
    const UNUSED: Self = Self { tile: 0, orientation: Orientation::AS_PRINTED, y: 0, x: 0 };

    /// The tile's number, from 1.
    pub const fn tile(self) -> u8 {
        self.tile
    }

    /// Its orientation.
    pub const fn orientation(self) -> Orientation {
        self.orientation
    }

    /// The top left corner of its bounding box.
    pub fn at(self) -> Point {
        Point::new(self.x.into(), self.y.into())
    }
}

/// The state of a seat.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Player {
    pub(crate) town: Option<(u8, Side)>,
    pub(crate) display: Display,
    tiles: [PlacedTile; MAX_ROUNDS],
    tile_count: u8,
    pub(crate) whiskey: u8,
    /// Towers not placed yet.
    pub(crate) towers: u8,
    /// Wooden sheep to be placed.
    pub(crate) sheep: u8,
    /// Bonus tiles to be drawn.
    pub(crate) draws: u8,
    /// A drawn bonus tile to be placed.
    pub(crate) drawn: Option<Land>,
}

impl Player {
    pub(crate) const NEW: Self = Self {
        town: None,
        display: Display::EMPTY,
        tiles: [PlacedTile::UNUSED; MAX_ROUNDS],
        tile_count: 0,
        whiskey: 0,
        towers: 0,
        sheep: 0,
        draws: 0,
        drawn: None,
    };

    /// The hometown's index on the wheel, and the side that is up.
    pub const fn town(&self) -> Option<(u8, Side)> {
        self.town
    }

    /// The display.
    pub const fn display(&self) -> &Display {
        &self.display
    }

    /// The tiles on the display, by number.
    pub fn tiles(&self) -> &[PlacedTile] {
        &self.tiles[..usize::from(self.tile_count)]
    }

    /// The number of whiskeys produced, up to the end of the track.
    pub const fn whiskey(&self) -> u8 {
        self.whiskey
    }

    /// The number of towers in hand.
    pub const fn towers(&self) -> u8 {
        self.towers
    }

    /// The number of wooden sheep to place.
    pub const fn pending_sheep(&self) -> u8 {
        self.sheep
    }

    /// The number of bonus tiles to draw.
    pub const fn pending_draws(&self) -> u8 {
        self.draws
    }

    /// The drawn bonus tile to place.
    pub const fn drawn(&self) -> Option<Land> {
        self.drawn
    }

    /// The number of placed tiles.
    #[inline]
    pub(crate) const fn tile_count(&self) -> u8 {
        self.tile_count
    }

    /// Gives the seat its hometown.
    pub(crate) fn set_town(&mut self, set: &Components, town: u8, side: Side) {
        self.town = Some((town, side));
        for space in set.towns()[usize::from(town)].spaces(side) {
            self.display.add([space].into_iter());
        }
        self.display.measure();
    }

    /// Adds a tile to the list of placed ones.
    pub(crate) fn add_tile(&mut self, placed: PlacedTile) {
        let mut slot = usize::from(self.tile_count);
        while slot > 0 && self.tiles[slot - 1] > placed {
            self.tiles[slot] = self.tiles[slot - 1];
            slot -= 1;
        }
        self.tiles[slot] = placed;
        self.tile_count += 1;
    }
}

/// A game of Tipperary.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tipperary {
    pub(crate) setup: Setup<Self>,
    pub(crate) stage: Stage,
    /// From 1; 0 before the first spin.
    pub(crate) round: u8,
    pub(crate) bag_holder: Option<Seat>,
    pub(crate) marker: Option<Seat>,
    /// The number of fifths that the wheel has turned this round.
    pub(crate) spin: Option<u8>,
    /// The tiles in the bag: bit n - 1 for tile n.
    pub(crate) bag: u64,
    /// The tiles of each area in ascending order, missing ones (0) last.
    pub(crate) areas: [[u8; 2]; TOWNS],
    /// Bonus tiles that have not been drawn, by landscape.
    pub(crate) bonus: [u8; Land::COUNT],
    /// Wooden sheep in the supply.
    pub(crate) sheep: u8,
    /// Towers in the supply.
    pub(crate) towers: u8,
    /// The seat that draws a bonus tile and waits for the dealer.
    pub(crate) drawing: Option<Seat>,
    /// The seats that have not finished their placement, or their towers.
    pub(crate) unfinished: SeatSet,
    pub(crate) players: [Player; MAX_SEATS],
}

impl Tipperary {
    pub(crate) fn start(setup: &Setup<Self>) -> Self {
        Self {
            setup: *setup,
            stage: Stage::Towns,
            round: 0,
            bag_holder: None,
            marker: None,
            spin: None,
            bag: (1 << TILES) - 1,
            areas: [[0; 2]; TOWNS],
            bonus: setup.set().bonus(),
            sheep: WOODEN_SHEEP,
            towers: TOWERS,
            drawing: None,
            unfinished: SeatSet::EMPTY,
            players: [Player::NEW; MAX_SEATS],
        }
    }

    /// The components.
    #[inline]
    pub(crate) const fn set(&self) -> &'static Components {
        self.setup.set()
    }

    /// The state of a seat.
    ///
    /// # Panics
    /// If no such seat is at the table.
    #[inline]
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[..usize::from(self.setup.players())][seat.index()]
    }

    /// What the game waits for.
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// The round, from 1; 0 before the first.
    pub const fn round(&self) -> u8 {
        self.round
    }

    /// The number of rounds of the game.
    #[inline]
    pub const fn rounds(&self) -> u8 {
        if self.setup.players() == 5 { 10 } else { MAX_ROUNDS as u8 }
    }

    /// The seat with the cloth bag.
    pub const fn bag_holder(&self) -> Option<Seat> {
        self.bag_holder
    }

    /// The seat with the marker for the largest flock.
    pub const fn marker(&self) -> Option<Seat> {
        self.marker
    }

    /// The tiles of an area, counted from 1.
    ///
    /// # Panics
    /// If there is no such area.
    pub fn area(&self, area: u8) -> impl Iterator<Item = u8> {
        self.areas[usize::from(area) - 1].into_iter().filter(|&tile| tile != 0)
    }

    /// The area, counted from 1, that the wheel shows to a seat this round.
    #[inline]
    pub fn area_of(&self, seat: Seat) -> Option<u8> {
        let (town, _) = self.players[seat.index()].town?;
        Some((town + self.spin?) % TOWNS as u8 + 1)
    }

    /// The number of fifths that the wheel has turned this round.
    pub const fn wheel(&self) -> Option<u8> {
        self.spin
    }

    /// The number of wooden sheep in the supply.
    pub const fn sheep_supply(&self) -> u8 {
        self.sheep
    }

    /// The number of towers in the supply.
    pub const fn tower_supply(&self) -> u8 {
        self.towers
    }

    /// Whether the seat has placed its tile this round.
    #[inline]
    pub(crate) fn has_placed(&self, seat: Seat) -> bool {
        self.players[seat.index()].tile_count == self.round
    }

    /// The number of bonus tiles that can still be earned: those that no seat has a claim to.
    #[inline]
    pub fn bonus_supply(&self) -> u8 {
        let claimed: u8 = self.players.iter().map(|player| player.draws).sum();
        let claimed = claimed + u8::from(self.drawing.is_some());
        self.bonus.iter().sum::<u8>() - claimed
    }

    /// The first area that misses a tile, from 0.
    #[inline]
    pub(crate) fn missing_area(&self) -> Option<usize> {
        self.areas.iter().position(|area| area[1] == 0)
    }

    /// The seats that may act, by the order of play.
    #[inline]
    pub(crate) fn to_act(&self) -> SeatSet {
        let in_turn = self.setup.choices().get(ORDER) == IN_TURN;
        match self.bag_holder {
            Some(holder) if in_turn && self.stage == Stage::Place => {
                let mut seat = holder;
                while !self.unfinished.contains(seat) {
                    seat = seat.left(self.setup.players());
                }
                SeatSet::only(seat)
            }
            _ => self.unfinished,
        }
    }

    #[inline]
    pub(crate) fn whose_turn(&self) -> Turn {
        match self.stage {
            Stage::Over => Turn::Over,
            Stage::Place | Stage::Towers if self.drawing.is_none() => Turn::Seats(self.to_act()),
            _ => Turn::Dealer,
        }
    }

    /// Whether the seat may act now.
    #[inline]
    pub(crate) fn may_act(&self, seat: Seat) -> bool {
        self.whose_turn().includes(seat.into())
    }
}
