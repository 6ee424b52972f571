//! Records (`.bwr`): the complete history of one game as text.
//!
//! [`Document`] holds the lines as they were written; [`crate::Play`] interprets them.

mod document;
mod line;
mod validation;

use thiserror::Error;

pub use document::{ActionLine, Document};
pub use line::{Header, HeaderWord};
pub(crate) use validation::resolve_setup;

/// The reason why a record is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {reason}")]
pub struct RecordError {
    /// The line, counted from 1; all lines count.
    pub line: usize,
    /// What is wrong, a sentence without a full stop.
    pub reason: String,
}

impl RecordError {
    /// An error on that line.
    pub fn new(line: usize, reason: impl Into<String>) -> Self {
        Self { line, reason: reason.into() }
    }
}
