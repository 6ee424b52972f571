//! `cargo xtask dev`: a server that rebuilds the client whenever its sources change.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};

use anyhow::Result;

use crate::client::{self, Profile};
use crate::shell::{cargo, run};
use crate::workspace::root;

/// The interval between checks of the sources.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// Serves, and rebuilds the client whenever a source changes. The server is a debug build,
/// which reads the client from the disk, so that a reload shows the new one.
pub(crate) fn run_dev(arguments: &[String]) -> Result<()> {
    let mut built = newest(&root().join("crates"));
    client::build(Profile::Dev)?;
    run(&mut cargo("build --package bellwether"))?;
    let mut server = cargo("run --quiet --package bellwether -- serve").args(arguments).spawn()?;
    while server.try_wait()?.is_none() {
        thread::sleep(POLL_INTERVAL);
        let changed = newest(&root().join("crates"));
        if changed > built {
            built = changed;
            // The compiler has printed its errors, and the next change tries again.
            if let Err(error) = client::build(Profile::Dev) {
                eprintln!("{error:#}");
            }
        }
    }
    Ok(())
}

/// The latest modification time below a folder, without build outputs.
fn newest(folder: &Path) -> Option<SystemTime> {
    let entries = fs::read_dir(folder).ok()?.flatten();
    let times = entries.filter(|entry| entry.file_name() != "dist").filter_map(|entry| {
        let kind = entry.file_type().ok()?;
        if kind.is_dir() { newest(&entry.path()) } else { entry.metadata().ok()?.modified().ok() }
    });
    times.max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_file_of_a_folder_is_found() {
        let here = newest(&root().join("crates/xtask/src")).unwrap();
        assert!(newest(&root().join("crates")).unwrap() >= here);
        assert_eq!(newest(Path::new("/no/such/folder")), None);
    }
}
