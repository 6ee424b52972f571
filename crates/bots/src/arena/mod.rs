//! The arena: contests of bots on the same deals in every seat, with statistics.

mod entry;
mod game;
mod interval;
mod sprt;
mod tally;

pub use entry::{Entry, EntryError};
pub use game::{Game, SeatResult, play};
pub use interval::{Interval, wilson};
pub use sprt::{Sprt, Verdict};
pub use tally::{Standing, standings};
