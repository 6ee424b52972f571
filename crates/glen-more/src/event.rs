//! Events, for narration and animation.

use rules::{MAX_SEATS, Seat};

use crate::place::Place;
use crate::resource::Resource;
use crate::tile::{Prize, TileId};

/// An effect of an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A starting player was chosen.
    Started {
        /// The starting player.
        seat: Seat,
    },
    /// A tile came onto the track.
    Drawn {
        /// The tile.
        tile: TileId,
        /// Its space on the track.
        space: u8,
    },
    /// The die was rolled.
    Rolled {
        /// The number of tiles by which it moves.
        pips: u8,
    },
    /// A tile left the game, because a figure or the die moved past it or onto it.
    Removed {
        /// The tile.
        tile: TileId,
        /// Its space on the track.
        space: u8,
    },
    /// A tile was taken.
    Took {
        /// The seat.
        seat: Seat,
        /// The tile.
        tile: TileId,
        /// Its space on the track, where the figure is now.
        space: u8,
        /// Its place in the display.
        at: Place,
    },
    /// A seat could not take a tile.
    Passed {
        /// The seat.
        seat: Seat,
    },
    /// A cube was turned in.
    Paid {
        /// The seat.
        seat: Seat,
        /// The resource.
        resource: Resource,
        /// Its place before.
        at: Place,
    },
    /// A barrel was turned in.
    PaidWhiskey {
        /// The seat.
        seat: Seat,
    },
    /// A clan member was turned in.
    PaidClanMember {
        /// The seat.
        seat: Seat,
        /// Its place before.
        at: Place,
    },
    /// A chieftain was turned in.
    PaidChieftain {
        /// The seat.
        seat: Seat,
    },
    /// A cube was bought and turned in.
    Bought {
        /// The seat.
        seat: Seat,
        /// The resource.
        resource: Resource,
        /// The price in coins.
        coins: u8,
    },
    /// A cube was sold.
    Sold {
        /// The seat.
        seat: Seat,
        /// The resource.
        resource: Resource,
        /// Its place before.
        at: Place,
        /// The price in coins.
        coins: u8,
    },
    /// A clan member was added to the display.
    ClanMemberCame {
        /// The seat.
        seat: Seat,
        /// Its place.
        at: Place,
    },
    /// Barrels were gained.
    WhiskeyGained {
        /// The seat.
        seat: Seat,
        /// The number of barrels.
        barrels: u8,
        /// The place of the tile that gave them.
        at: Place,
    },
    /// Coins were gained other than by selling.
    CoinsGained {
        /// The seat.
        seat: Seat,
        /// The number of coins.
        coins: u8,
    },
    /// The card of a special location was taken.
    CardTaken {
        /// The seat.
        seat: Seat,
        /// The location's tile.
        tile: TileId,
    },
    /// A cube was produced.
    Produced {
        /// The seat.
        seat: Seat,
        /// The resource.
        resource: Resource,
        /// Its place.
        at: Place,
    },
    /// A seat declined a cube for the Abbey.
    Skipped {
        /// The seat.
        seat: Seat,
    },
    /// The use of a tile with a cost began.
    Used {
        /// The seat.
        seat: Seat,
        /// The tile.
        tile: TileId,
        /// Its place.
        at: Place,
        /// The prize once the cost is paid.
        prize: Prize,
    },
    /// A tile gave points.
    PointsGained {
        /// The seat.
        seat: Seat,
        /// The number of points.
        points: u8,
        /// The tile's place.
        at: Place,
    },
    /// Villages and castles gave movement points.
    MovementGained {
        /// The seat.
        seat: Seat,
        /// The number of points.
        points: u8,
    },
    /// A clan member moved.
    Stepped {
        /// The seat.
        seat: Seat,
        /// Its place before.
        from: Place,
        /// Its place after.
        to: Place,
    },
    /// A clan member became a chieftain.
    Promoted {
        /// The seat.
        seat: Seat,
        /// Its place before.
        at: Place,
    },
    /// A turn is over.
    Ended {
        /// The seat.
        seat: Seat,
    },
    /// A stack is used up and a scoring took place.
    Scored(Scoring),
    /// The points of a seat at the end of the game.
    FinallyScored {
        /// The seat.
        seat: Seat,
        /// For yellow tiles.
        abbey: i32,
        /// For green tiles.
        morar: i32,
        /// For villages.
        duart: i32,
        /// For coins.
        coins: i32,
        /// For tiles, zero or negative.
        penalty: i32,
    },
}

/// One of the three scorings.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Scoring {
    /// 1, 2 or 3: the stack that is used up.
    pub round: u8,
    /// Barrels.
    pub whiskey: Area,
    /// Chieftains and caps.
    pub chieftains: Area,
    /// Special location cards.
    pub locations: Area,
}

/// One area of a scoring, by [`Seat::index`].
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Area {
    /// The count of each seat.
    pub counts: [u16; MAX_SEATS],
    /// The points of each seat.
    pub points: [u16; MAX_SEATS],
}
