//! What happened, for narration and animation.

use rules::Seat;

use crate::{Land, Orientation, Point, Run, Side, Site};

/// Something that happened.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A seat got its hometown.
    Settled {
        /// The seat.
        seat: Seat,
        /// The hometown, by its place on the wheel.
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
        /// Who spun it.
        by: Seat,
        /// How far it turned.
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
        /// How it lies.
        orientation: Orientation,
        /// The top left corner of its bounding box.
        at: Point,
    },
    /// Grain fields and distilleries came together.
    Distilled {
        /// The seat.
        seat: Seat,
        /// How many new neighbours there are.
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
        /// Whether there was a tower left for it.
        tower: bool,
    },
    /// A protected site was made.
    SiteMade {
        /// The seat.
        seat: Seat,
        /// The site.
        site: Site,
        /// Whether there was a bonus tile left for it.
        bonus_tile: bool,
    },
    /// Wooden sheep were gained.
    SheepGained {
        /// The seat.
        seat: Seat,
        /// How many came from the supply.
        gained: u8,
        /// How many the supply did not have.
        missing: u8,
    },
    /// A wooden sheep was placed.
    SheepPlaced {
        /// The seat.
        seat: Seat,
        /// Where.
        at: Point,
    },
    /// Wooden sheep found no meadow and went back to the supply.
    SheepLost {
        /// The seat.
        seat: Seat,
        /// How many.
        count: u8,
    },
    /// A seat takes a bonus tile.
    Drawing(Seat),
    /// The bonus tile was turned up.
    Revealed {
        /// The seat.
        seat: Seat,
        /// What it shows.
        land: Land,
    },
    /// A bonus tile was laid down.
    BonusPlaced {
        /// The seat.
        seat: Seat,
        /// What it shows.
        land: Land,
        /// Where.
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
        /// Who has it now.
        by: Seat,
        /// Who had it before; nobody if it lay in the supply.
        from: Option<Seat>,
        /// The size of the flock.
        flock: u8,
    },
    /// The marker went back to the supply because others are tied.
    MarkerReturned {
        /// Who had it.
        by: Seat,
        /// The size of the tied flocks.
        flock: u8,
    },
    /// The cloth bag was passed on.
    BagPassed {
        /// Who holds it now.
        to: Seat,
        /// The round that has ended.
        round: u8,
    },
    /// The last round is over and towers are put up.
    TowersBegin,
    /// A tower was put up.
    TowerPlaced {
        /// The seat.
        seat: Seat,
        /// Where.
        at: Point,
    },
    /// A seat puts up no more towers.
    TowersDone(Seat),
    /// The game is over.
    Ended,
}
