//! The registry: every game behind one closed type, the loaded component sets, the dealer (the only
//! place that draws random numbers for a table), and the types of the engine protocol.
#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

mod any;
mod dealer;
mod fairness;
mod games;
mod perft;
mod plan;
mod playout;
pub mod protocol;
mod sets;

pub use {foxy_and_wooly, glen_more, tipperary};

pub use any::{ActError, DescribedAction, NewGame};
pub use dealer::{Key, draw, draw_today};
pub use fairness::{Fairness, FairnessError, check_fairness};
pub use games::{AnyGame, GameId, RegisteredGame, Registry};
pub use plan::AnyPlan;
pub use playout::{Chooser, Playout, PlayoutStats};
pub use sets::LoadSetError;
