//! Files that hold secrets: sessions, password hashes, the seeds of games that go on.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Makes a file that nobody else may read.
///
/// # Errors
/// If it exists, or cannot be made.
pub fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
