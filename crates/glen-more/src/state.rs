//! The state.

use rules::{MAX_SEATS, Seat, SeatSet, Turn};

use crate::display::Display;
use crate::payment::{Due, Purse};
use crate::place::Place;
use crate::set::{Set, TileSet};
use crate::slots::Slots;
use crate::tile::{Cards, Location, Prize, Tile, TileId};
use crate::track::Track;
use crate::warehouse::Warehouse;

/// The coins of each player at the start.
const STARTING_COINS: u16 = 6;

/// What the game waits for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The dealer chooses the starting player.
    First,
    /// The dealer draws tiles onto the track.
    Draw,
    /// The die is at the head of the chain.
    Roll,
    /// The seat at the head of the chain takes a tile.
    Take(Seat),
    /// The seat pays what is due.
    Pay(Seat),
    /// A special location lets the seat choose a resource.
    Choose(Seat),
    /// The seat activates tiles and moves clan members.
    Activate(Seat),
    /// The game is over.
    Over,
}

impl Phase {
    /// The seat to act; `None` for the dealer and at the end.
    #[inline]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Take(seat) | Self::Pay(seat) | Self::Choose(seat) | Self::Activate(seat) => {
                Some(seat)
            }
            Self::First | Self::Draw | Self::Roll | Self::Over => None,
        }
    }
}

/// A player's points from scorings and activations.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Points {
    pub(crate) whiskey: u16,
    pub(crate) chieftains: u16,
    pub(crate) locations: u16,
    pub(crate) tiles: u16,
}

/// The state of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    pub(crate) coins: u16,
    pub(crate) whiskey: u16,
    pub(crate) chieftains: u8,
    pub(crate) cards: Cards,
    pub(crate) points: Points,
    pub(crate) display: Display,
}

impl Player {
    pub(crate) fn new() -> Self {
        let mut display = Display::new();
        display.add_clan_member(0);
        Self {
            coins: STARTING_COINS,
            whiskey: 0,
            chieftains: 0,
            cards: Cards::default(),
            points: Points::default(),
            display,
        }
    }

    /// Coins in hand.
    pub const fn coins(&self) -> u16 {
        self.coins
    }

    /// Barrels of whiskey.
    pub const fn whiskey(&self) -> u16 {
        self.whiskey
    }

    /// Chieftains put aside.
    pub const fn chieftains(&self) -> u8 {
        self.chieftains
    }

    /// Special location cards.
    pub const fn cards(&self) -> Cards {
        self.cards
    }

    /// The tiles with cubes and clan members.
    pub const fn display(&self) -> &Display {
        &self.display
    }

    /// The player's means of payment.
    #[inline]
    pub(crate) fn purse(&self, warehouse: Warehouse) -> Purse {
        let clan = self.chieftains > 0 || self.display.has_clan_members_to_spare();
        Purse::new(self.coins, self.display.total(), self.whiskey, clan, warehouse)
    }
}

/// What is being paid for.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum Bill {
    /// The taken tile.
    #[default]
    Tile,
    /// The use of a tile.
    Use {
        /// Its slot in the display.
        slot: u8,
        /// The prize once it is paid.
        prize: Prize,
    },
}

/// The progress of the turn; all zero between turns.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Progress {
    /// The slot of the taken tile.
    pub(crate) slot: u8,
    pub(crate) due: Due,
    pub(crate) bill: Bill,
    /// The number of resources that can still be chosen.
    pub(crate) choices: u8,
    /// The tiles that may still be activated because the new tile touches them.
    pub(crate) open: Slots,
    /// Whether Loch Ness still allows one tile elsewhere.
    pub(crate) elsewhere: bool,
    /// Movement points.
    pub(crate) movement: u8,
}

/// A reference to the component set that compares addresses first, because states share it.
#[derive(Copy, Clone, Debug, Eq)]
pub(crate) struct Components(pub(crate) &'static Set);

impl PartialEq for Components {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0) || self.0 == other.0
    }
}

/// A game of Glen More.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GlenMore {
    pub(crate) components: Components,
    pub(crate) players: u8,
    pub(crate) phase: Phase,
    pub(crate) track: Track,
    /// The tiles that have not been drawn.
    pub(crate) left: TileSet,
    pub(crate) warehouse: Warehouse,
    pub(crate) progress: Progress,
    /// By seat; elements beyond `players` keep their initial values.
    pub(crate) table: [Player; MAX_SEATS],
}

impl GlenMore {
    pub(crate) fn start(set: &'static Set, players: u8) -> Self {
        Self {
            components: Components(set),
            players,
            phase: Phase::First,
            track: Track::EMPTY,
            left: set.all(),
            warehouse: Warehouse::new(players),
            progress: Progress::default(),
            table: std::array::from_fn(|_| Player::new()),
        }
    }

    /// The tiles.
    #[inline]
    pub const fn set(&self) -> &'static Set {
        self.components.0
    }

    /// The tile with that number.
    #[inline]
    pub fn tile(&self, tile: TileId) -> &'static Tile {
        self.set().tile(tile)
    }

    /// What the game waits for.
    #[inline]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The chain of figures and tiles.
    #[inline]
    pub const fn track(&self) -> &Track {
        &self.track
    }

    /// The tiles that have not been drawn.
    #[inline]
    pub const fn left(&self) -> TileSet {
        self.left
    }

    /// The warehouse.
    #[inline]
    pub const fn warehouse(&self) -> &Warehouse {
        &self.warehouse
    }

    /// The state of a player.
    #[inline]
    pub const fn player(&self, seat: Seat) -> &Player {
        &self.table[seat.index()]
    }

    /// What is still due.
    pub const fn due(&self) -> Due {
        self.progress.due
    }

    /// The movement points left in this turn.
    pub const fn movement(&self) -> u8 {
        self.progress.movement
    }

    /// The place of the tile that was taken in this turn; `None` before one is taken.
    pub fn taken_at(&self) -> Option<Place> {
        let taken = !matches!(self.phase, Phase::Take(_));
        let seat = self.phase.seat().filter(|_| taken)?;
        Some(self.player(seat).display.place(usize::from(self.progress.slot)))
    }

    #[inline]
    pub(crate) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.table[seat.index()]
    }

    #[inline]
    pub(crate) fn purse(&self, seat: Seat) -> Purse {
        self.player(seat).purse(self.warehouse)
    }

    /// The tile in a slot of a display.
    #[inline]
    pub(crate) fn tile_in(&self, seat: Seat, slot: usize) -> &'static Tile {
        self.tile(self.player(seat).display.tile(slot))
    }

    /// The special location that was taken in this turn, if it was one.
    #[inline]
    pub(crate) fn taken_location(&self, seat: Seat) -> Option<Location> {
        self.tile_in(seat, usize::from(self.progress.slot)).location
    }

    pub(crate) fn whose_turn(&self) -> Turn {
        match self.phase {
            Phase::First | Phase::Draw | Phase::Roll => Turn::Dealer,
            Phase::Over => Turn::Over,
            Phase::Take(seat) | Phase::Pay(seat) | Phase::Choose(seat) | Phase::Activate(seat) => {
                Turn::Seats(SeatSet::only(seat))
            }
        }
    }

    /// Whether this is certainly the seat's last turn: the tiles run out before its figure, which has
    /// moved, can be at the head again.
    pub(crate) fn is_last_turn(&self, seat: Seat) -> bool {
        let space = self.track.figure(seat).unwrap_or_default();
        let draws =
            (space + 2 * crate::track::SPACES - self.track.gap() - 1) % crate::track::SPACES;
        draws >= self.left.len()
    }
}
