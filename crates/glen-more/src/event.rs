//! What can happen in a game, for narration and animation.

use rules::{MAX_SEATS, Seat};

use crate::place::Place;
use crate::resource::Resource;
use crate::tile::{Prize, TileId};

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// That seat has the first turn.
    Started {
        /// Who starts.
        seat: Seat,
    },
    /// A tile came onto the track.
    Drawn {
        /// The tile.
        tile: TileId,
        /// Where it lies.
        space: u8,
    },
    /// The die fell.
    Rolled {
        /// How many tiles it moves.
        pips: u8,
    },
    /// A tile left the game: a figure or the die went past it or onto it.
    Removed {
        /// The tile.
        tile: TileId,
        /// Where it lay.
        space: u8,
    },
    /// A tile was taken.
    Took {
        /// Who took it.
        seat: Seat,
        /// The tile.
        tile: TileId,
        /// Where it lay on the track, and the figure stands now.
        space: u8,
        /// Where it lies in the display.
        at: Place,
    },
    /// Nothing could be taken.
    Passed {
        /// Who passed.
        seat: Seat,
    },
    /// A cube was turned in.
    Paid {
        /// Whose.
        seat: Seat,
        /// What.
        resource: Resource,
        /// Where it lay.
        at: Place,
    },
    /// A barrel was turned in.
    PaidWhiskey {
        /// Whose.
        seat: Seat,
    },
    /// A clan member was turned in.
    PaidClanMember {
        /// Whose.
        seat: Seat,
        /// Where it stood.
        at: Place,
    },
    /// A chieftain was turned in.
    PaidChieftain {
        /// Whose.
        seat: Seat,
    },
    /// A cube was bought and turned in.
    Bought {
        /// By whom.
        seat: Seat,
        /// What.
        resource: Resource,
        /// For how many coins.
        coins: u8,
    },
    /// A cube was sold.
    Sold {
        /// By whom.
        seat: Seat,
        /// What.
        resource: Resource,
        /// Where it lay.
        at: Place,
        /// For how many coins.
        coins: u8,
    },
    /// A clan member came into the display.
    ClanMemberCame {
        /// Whose.
        seat: Seat,
        /// Where it stands.
        at: Place,
    },
    /// Barrels were gained.
    WhiskeyGained {
        /// By whom.
        seat: Seat,
        /// How many.
        barrels: u8,
        /// The tile that gave them.
        at: Place,
    },
    /// Coins were gained, not by selling.
    CoinsGained {
        /// By whom.
        seat: Seat,
        /// How many.
        coins: u8,
    },
    /// The card of a special location was taken.
    CardTaken {
        /// By whom.
        seat: Seat,
        /// The location's tile.
        tile: TileId,
    },
    /// A cube came onto a tile.
    Produced {
        /// Whose.
        seat: Seat,
        /// What.
        resource: Resource,
        /// Where it lies.
        at: Place,
    },
    /// A cube for the Abbey was not wanted.
    Skipped {
        /// By whom.
        seat: Seat,
    },
    /// A tile is used for which something has to be turned in.
    Used {
        /// By whom.
        seat: Seat,
        /// The tile.
        tile: TileId,
        /// Where it lies.
        at: Place,
        /// What will be given.
        prize: Prize,
    },
    /// A tile gave points.
    PointsGained {
        /// To whom.
        seat: Seat,
        /// How many.
        points: u8,
        /// Where the tile lies.
        at: Place,
    },
    /// Villages and castles gave movement points.
    MovementGained {
        /// To whom.
        seat: Seat,
        /// How many.
        points: u8,
    },
    /// A clan member moved.
    Stepped {
        /// Whose.
        seat: Seat,
        /// From here.
        from: Place,
        /// To there.
        to: Place,
    },
    /// A clan member became a chieftain.
    Promoted {
        /// Whose.
        seat: Seat,
        /// Where it stood.
        at: Place,
    },
    /// A turn is over.
    Ended {
        /// Whose.
        seat: Seat,
    },
    /// A stack is used up and a scoring takes place.
    Scored(Scoring),
    /// What a seat gets and loses at the end of the game.
    FinallyScored {
        /// Who.
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

/// One of the three scorings: what everybody has and gets.
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
    /// What each seat has.
    pub counts: [u16; MAX_SEATS],
    /// What each seat gets.
    pub points: [u16; MAX_SEATS],
}
