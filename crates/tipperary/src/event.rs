//! Events, for narration and animation.

use rules::Seat;

use crate::{Land, Orientation, Point, Run, Side, Site};

/// An effect of an action.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A seat got its hometown.
    Settled {
        /// The seat.
        seat: Seat,
        /// The hometown's index on the wheel.
        town: u8,
        /// The side that is up.
        side: Side,
    },
    /// A seat got the cloth bag at the start.
    BagGiven(Seat),
    /// An area got a tile.
    Filled {
        /// The area, from 1.
        area: u8,
        /// The tile.
        tile: u8,
    },
    /// The wheel was spun.
    Spun {
        /// The seat that spun it.
        by: Seat,
        /// The number of fifths that it turned.
        steps: u8,
        /// The round that starts.
        round: u8,
    },
    /// A seat added a tile to its display.
    Placed {
        /// The seat.
        seat: Seat,
        /// The tile.
        tile: u8,
        /// The tile's orientation.
        orientation: Orientation,
        /// The top left corner of its bounding box.
        at: Point,
    },
    /// Neighbours of grain and distillery were made.
    Distilled {
        /// The seat.
        seat: Seat,
        /// The number of new pairs of neighbours.
        made: u8,
        /// The barrel's value before.
        from: u8,
        /// The barrel's value now.
        to: u8,
    },
    /// A line of ruins was completed.
    RunCompleted {
        /// The seat.
        seat: Seat,
        /// The line.
        run: Run,
        /// Whether the supply had a tower for it.
        tower: bool,
    },
    /// A protected site was made.
    SiteMade {
        /// The seat.
        seat: Seat,
        /// The site.
        site: Site,
        /// Whether the supply had a bonus tile for it.
        bonus_tile: bool,
    },
    /// Wooden sheep were gained.
    SheepGained {
        /// The seat.
        seat: Seat,
        /// The number of sheep from the supply.
        gained: u8,
        /// The number of sheep that the supply did not have.
        missing: u8,
    },
    /// A wooden sheep was placed.
    SheepPlaced {
        /// The seat.
        seat: Seat,
        /// The position.
        at: Point,
    },
    /// Wooden sheep without a meadow went back to the supply.
    SheepLost {
        /// The seat.
        seat: Seat,
        /// The number of sheep.
        count: u8,
    },
    /// A seat draws a bonus tile.
    Drawing(Seat),
    /// A bonus tile was revealed.
    Revealed {
        /// The seat.
        seat: Seat,
        /// The landscape of the bonus tile.
        land: Land,
    },
    /// A bonus tile was placed.
    BonusPlaced {
        /// The seat.
        seat: Seat,
        /// The landscape of the bonus tile.
        land: Land,
        /// The position.
        at: Point,
        /// Whether it covers a meadow.
        covers: bool,
    },
    /// A seat's largest flock grew.
    FlockGrew {
        /// The seat.
        seat: Seat,
        /// Its sheep before.
        from: u8,
        /// Its sheep now.
        to: u8,
    },
    /// A seat's largest rectangle grew.
    AreaGrew {
        /// The seat.
        seat: Seat,
        /// Its spaces before.
        from: u8,
        /// Its spaces now.
        to: u8,
    },
    /// A seat has covered all spaces around its hometown.
    Explored(Seat),
    /// The marker for the largest flock went to a seat.
    MarkerTaken {
        /// The new holder.
        by: Seat,
        /// The previous holder; `None` if it was in the supply.
        from: Option<Seat>,
        /// The size of the flock.
        flock: u8,
    },
    /// The marker went back to the supply because others are tied.
    MarkerReturned {
        /// The previous holder.
        by: Seat,
        /// The size of the tied flocks.
        flock: u8,
    },
    /// The cloth bag was passed on.
    BagPassed {
        /// The new holder.
        to: Seat,
        /// The round that has ended.
        round: u8,
    },
    /// The last round is over; towers are placed next.
    TowersBegin,
    /// A tower was placed.
    TowerPlaced {
        /// The seat.
        seat: Seat,
        /// The position.
        at: Point,
    },
    /// A seat places no more towers.
    TowersDone(Seat),
    /// The game is over.
    Ended,
}
