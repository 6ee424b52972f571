//! Actions: what seats decide and what the dealer draws.

use rules::Seat;

use crate::{Land, Orientation, Point, Side};

/// One decision of a seat, or one outcome of the dealer.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// The dealer gives a seat its hometown.
    Town {
        /// The seat.
        seat: Seat,
        /// The hometown, by its place on the wheel.
        town: u8,
        /// The side that is up.
        side: Side,
    },
    /// The dealer says who holds the cloth bag.
    Bag(Seat),
    /// The dealer puts a tile from the bag into an area.
    Fill {
        /// The area, from 1.
        area: u8,
        /// The tile's number, from 1.
        tile: u8,
    },
    /// The wheel stops after that many fifths of a turn.
    Spin(u8),
    /// A seat adds a tile to its display.
    Place {
        /// The tile's number, from 1.
        tile: u8,
        /// How it lies.
        orientation: Orientation,
        /// The top left corner of its bounding box.
        at: Point,
    },
    /// A seat puts a wooden sheep onto a meadow.
    Sheep(Point),
    /// A seat takes a bonus tile for a new protected site.
    Draw,
    /// The dealer turns up the bonus tile that a seat takes.
    Reveal {
        /// The seat.
        seat: Seat,
        /// What the bonus tile shows.
        land: Land,
    },
    /// A seat lays down its bonus tile.
    Bonus(Point),
    /// A seat puts up a tower.
    Tower(Point),
    /// A seat puts up no more towers.
    Done,
}
