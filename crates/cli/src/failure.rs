//! What can go wrong, as a sentence for the person at the keyboard.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why a command failed.
#[derive(Debug, Error)]
pub enum Failure {
    /// A file could not be read.
    #[error("{}: {error}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file holds something else than it should.
    #[error("{}: {reason}", path.display())]
    Content {
        /// Which file.
        path: PathBuf,
        /// What is wrong, with the line where there is one.
        reason: String,
    },
    /// Standard input or output failed.
    #[error("input or output failed: {0}")]
    Stream(#[from] io::Error),
    /// What was asked for cannot be done.
    #[error("{0}")]
    Refused(String),
}

impl Failure {
    /// Whether the reader of our output has gone away, as `head` does: nobody is left to tell.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
