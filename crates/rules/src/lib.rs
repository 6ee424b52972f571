//! The contract that every game on the shelf fulfils, and what follows from it.
//!
//! A game implements [`Game`]; records, checked play, undo, counting of positions and the
//! conformance suite come for free. Nothing here knows a particular game, reads a file or a
//! clock, or draws a random number: the dealer's choices are always handed in.
#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

mod chance;
#[cfg(feature = "conformance")]
pub mod conformance;
mod event;
mod game;
mod info;
pub mod notation;
mod perft;
mod play;
pub mod record;
mod refusal;
mod score;
mod seat;
mod set;
mod setup;
mod snapshot;

pub use chance::{Outcome, Probability, common_denominator, draw_share, probabilities};
pub use event::{Names, Silent, Sink, listed};
pub use game::Game;
pub use info::{GameInfo, OptionInfo, PartInfo, PlayerRange};
pub use notation::{Notation, NotationError};
pub use perft::{PerftTooLarge, moves, perft};
pub use play::{Move, Play};
pub use refusal::Refusal;
pub use score::{MAX_PARTS, Score, winners};
pub use seat::{Actor, MAX_SEATS, Seat, SeatSet, Turn};
pub use set::{ComponentSet, SetError, SetHeading};
pub use setup::{Choices, MAX_OPTIONS, Setup, SetupError};
pub use snapshot::PublicState;
