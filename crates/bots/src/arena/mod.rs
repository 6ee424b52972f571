//! The arena: bots play each other on the same deals in every seat, and the results are weighed.

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
