//! The interface of a board game, and everything that can be derived from it.
//!
//! A game implements [`Game`] and gets records, checked play, undo, perft and the conformance
//! suite. This crate knows no particular game, does no I/O, reads no clock and draws no random
//! numbers: the dealer's choices are parameters.
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
pub use event::{EventSink, Names, NoEvents, join_names};
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
