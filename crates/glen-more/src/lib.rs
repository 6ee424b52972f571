//! Glen More: clans settle the Scottish highlands, and whoever is last in the chain of figures on
//! the track takes the next turn.
#![forbid(unsafe_code)]

mod action;
mod apply;
mod describe;
mod display;
mod event;
mod game;
mod legal;
mod outlook;
mod payment;
mod place;
mod placement;
mod refuse;
mod resource;
mod score;
mod set;
mod slots;
mod snapshot;
mod state;
mod tell;
mod tile;
mod track;
mod warehouse;

pub use action::{Action, Use};
pub use display::{CAPACITY, Cubes, Display, FULL};
pub use event::{Area, Event, Scoring};
pub use outlook::{NextTurn, Quote};
pub use payment::{Due, Purse};
pub use place::Place;
pub use resource::Resource;
pub use score::points_for_difference;
pub use set::{STACKS, Set, TileSet};
pub use snapshot::{
    DueData, PerResource, PhaseName, PlayerData, PointsData, Position, Snapshot, TileData,
    TurnData, UseData,
};
pub use state::{GlenMore, Phase, Player};
pub use tile::{
    Activation, Cards, Colour, Conversion, Location, Offer, Prize, TILES, Tile, TileId, Wanted,
    Windfall,
};
pub use track::{SPACES, Space, Track};
pub use warehouse::Warehouse;
