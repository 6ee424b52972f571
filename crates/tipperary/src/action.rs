//! Actions of the seats and of the dealer.

use rules::Seat;

use crate::{Land, Orientation, Point, Side};

/// A decision of a seat, or an outcome of the dealer.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Dealer: gives a seat its hometown.
    Town {
        /// The seat.
        seat: Seat,
        /// The hometown's index on the wheel.
        town: u8,
        /// The side that is up.
        side: Side,
    },
    /// Dealer: chooses the seat that holds the cloth bag.
    Bag(Seat),
    /// Dealer: puts a tile from the bag into an area.
    Fill {
        /// The area, from 1.
        area: u8,
        /// The tile's number, from 1.
        tile: u8,
    },
    /// Dealer: turns the wheel by that many fifths.
    Spin(u8),
    /// Seat: adds a tile to its display.
    Place {
        /// The tile's number, from 1.
        tile: u8,
        /// The tile's orientation.
        orientation: Orientation,
        /// The top left corner of its bounding box.
        at: Point,
    },
    /// Seat: puts a wooden sheep onto a meadow.
    Sheep(Point),
    /// Seat: draws a bonus tile for a new protected site.
    Draw,
    /// Dealer: reveals the bonus tile that a seat draws.
    Reveal {
        /// The seat.
        seat: Seat,
        /// The landscape of the bonus tile.
        land: Land,
    },
    /// Seat: places its bonus tile.
    Bonus(Point),
    /// Seat: places a tower.
    Tower(Point),
    /// Seat: places no more towers.
    Done,
}
