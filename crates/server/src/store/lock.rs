//! One process for one SQLite file: a lock on a file beside it.
//!
//! It is not on the database file itself: closing any descriptor of that would drop the locks that
//! SQLite holds there. The system lets go of the lock when the process is gone, however it ends;
//! the file stays.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::Path;

use super::OpenError;

/// What the name of the lock's file ends with.
const SUFFIX: &str = "-lock";

/// The lock, until it is dropped.
#[derive(Debug)]
pub(super) struct FileLock(File);

impl FileLock {
    /// Takes the lock of a database file that exists, by whatever path it is reached.
    pub(super) fn take(database: &Path) -> Result<Self, OpenError> {
        let mut path = fs::canonicalize(database).map_err(OpenError::File)?.into_os_string();
        path.push(SUFFIX);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&path).map_err(OpenError::Lock)?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(OpenError::InUse),
            Err(TryLockError::Error(error)) => Err(OpenError::Lock(error)),
        }
    }

    /// Lets go of it.
    pub(super) fn release(&self) {
        if let Err(error) = self.0.unlock() {
            tracing::warn!(%error, "the database file stays locked until the program ends");
        }
    }
}
