//! Tipperary: fit landscape tiles around your hometown, for one to five.
//!
//! Everyone places a tile at the same time, takes what it brings (sheep, whiskey, towers, bonus
//! tiles), and in the end counts the largest full rectangle, the largest flock and more.
//!
//! A state keeps each display as a short sorted list of spaces, a few hundred bytes however far the
//! display reaches. Whatever is quicker to see in a picture (where a tile fits, runs, flocks,
//! rectangles) draws one in rows of bits from that list first: [`Tipperary`] is small and flat, and
//! no board ever has to move or grow.
#![forbid(unsafe_code)]

mod action;
mod apply;
mod board;
mod components;
mod describe;
mod display;
mod event;
mod game;
mod info;
mod land;
mod legal;
mod load;
mod notation;
mod orientation;
mod outline;
mod point;
mod preview;
mod rectangle;
mod refuse;
mod row;
mod score;
mod snapshot;
mod state;
mod survey;
mod tell;
mod tile;
mod towers;

pub use action::Action;
pub use components::{
    BONUS_TILES, Components, Side, TILES, TOWERS, TOWNS, Town, TrackSpace, WOODEN_SHEEP,
};
pub use display::{Display, Ground, Space};
pub use event::Event;
pub use info::INFO;
pub use land::Land;
pub use orientation::Orientation;
pub use point::Point;
pub use preview::{Change, Preview};
pub use snapshot::{
    SeatSnapshot, Snapshot, SnapshotBonus, SnapshotPending, SnapshotSupply, SnapshotTile,
};
pub use state::{PlacedTile, Player, Stage, Tipperary};
pub use survey::{Run, Site};
pub use tile::{MOST_TILE_SPACES, Shape, Tile, TileSpace};
pub use towers::TowerPlan;
