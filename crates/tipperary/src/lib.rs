//! Tipperary: fit landscape tiles around your hometown, for one to five.
//!
//! All seats place a tile at the same time and take its effects (sheep, whiskey, towers, bonus
//! tiles); at the end the largest full rectangle, the largest flock and more are scored.
//!
//! A state holds each display as a short sorted list of spaces, a few hundred bytes however far the
//! display reaches. Algorithms that need a grid (placements, runs, flocks, rectangles) build a
//! bitboard from that list first, so that [`Tipperary`] is small and flat and no board has to move
//! or grow.
#![forbid(unsafe_code)]

mod action;
mod apply;
mod board;
mod components;
mod display;
mod event;
mod event_text;
mod game;
mod info;
mod land;
mod layers;
mod legal;
mod notation;
mod orientation;
mod outline;
mod placed_shape;
mod point;
mod position_text;
mod preview;
mod rectangle;
mod refusal;
mod row;
mod score;
mod snapshot;
mod state;
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
pub use layers::{Run, Site};
pub use orientation::Orientation;
pub use point::Point;
pub use preview::{Change, Preview};
pub use snapshot::{
    SeatSnapshot, Snapshot, SnapshotBonus, SnapshotPending, SnapshotSupply, SnapshotTile,
};
pub use state::{PlacedTile, Player, Stage, Tipperary};
pub use tile::{MAX_TILE_SPACES, Shape, Tile, TileSpace};
pub use towers::TowerPlan;
