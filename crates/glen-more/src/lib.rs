//! Glen More: clans settle the Scottish highlands, and the last figure in the chain on the track
//! takes the next turn.
//!
//! [`GlenMore`] is the state and implements [`rules::Game`]. Three modules are particular to this
//! game: `payment` (whether and how a cost can be paid with trading), `placement` (where tiles
//! fit) and `queries` (queries for clients and bots).
//!
//! ```
//! use glen_more::{GlenMore, Phase};
//! use rules::{Actor, Game, NoEvents, Setup};
//!
//! let mut game = GlenMore::new(&Setup::new(4)?);
//! // The dealer chooses the starting player and fills the track; here with the first outcome.
//! while game.phase().seat().is_none() {
//!     let outcome = game.outcomes()[0].action;
//!     game.apply(Actor::Dealer, outcome, &mut NoEvents)?;
//! }
//! let Phase::Take(seat) = game.phase() else { panic!("the head takes a tile") };
//! let (space, tile) = game.track().tiles_ahead().next().expect("the track is full");
//! let place = game.places_for(seat, tile)[0];
//! assert!(game.quote(seat, tile).is_some(), "tiles of stack 0 are free");
//! game.apply(seat.into(), game.read(&format!("take {space} @{place}"))?, &mut NoEvents)?;
//! assert_eq!(game.phase(), Phase::Activate(seat));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod action;
mod apply;
mod display;
mod event;
mod event_text;
mod game;
mod legal;
mod payment;
mod place;
mod placement;
mod position_text;
mod queries;
mod refusal;
mod resource;
mod score;
mod set;
mod slots;
mod snapshot;
mod state;
mod tile;
mod track;
mod warehouse;

pub use action::{Action, Use};
pub use display::{CAPACITY, Cubes, Display, FULL};
pub use event::{Area, Event, Scoring};
pub use payment::{Due, Purse};
pub use place::Place;
pub use queries::{NextTurn, Quote, Reach};
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
