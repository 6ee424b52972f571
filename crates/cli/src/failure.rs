//! Errors of commands, as sentences for the user.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// The reason why a command failed.
#[derive(Debug, Error)]
pub enum Failure {
    /// A file could not be read.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The content of a file is not as expected.
    #[error("{}: {reason}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// The reason, with the line if there is one.
        reason: String,
    },
    /// Standard input or output failed.
    #[error("input or output failed: {0}")]
    Stream(#[from] io::Error),
    /// The request cannot be fulfilled.
    #[error("{0}")]
    Refused(String),
}

impl Failure {
    /// Whether the reader of our output has closed it, as `head` does; then no message is printed.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
