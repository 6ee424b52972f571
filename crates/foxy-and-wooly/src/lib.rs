//! Foxy & Wooly: wolves come one by one, and every farmer in turn pays a shepherd cube to pass the
//! wolf on, or takes it together with all cubes paid so far; special tokens are auctioned between.
//!
//! [`FoxyAndWooly`] is the state and implements [`rules::Game`].
#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

mod action;
mod apply;
mod components;
mod event;
mod farm;
mod game;
mod legal;
mod plan;
mod position_text;
mod refusal;
mod score;
mod snapshot;
mod state;
mod token;

pub use action::Action;
pub use apply::GUN_REACH;
pub use components::Components;
pub use event::Event;
pub use farm::{Direction, Gate, Row, Sheep, Slot};
pub use game::INFO;
pub use plan::Plan;
pub use score::{Allocation, best_allocation};
pub use snapshot::{FarmSnapshot, Snapshot};
pub use state::{Auction, Bid, Farm, FoxyAndWooly, Phase};
pub use token::{Special, Token, Wolf};
