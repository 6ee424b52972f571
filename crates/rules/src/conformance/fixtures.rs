//! Recorded games as files: vectors, whole games, and damaged records with the expected error.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{ComponentSet, Game, Play};

use super::walk_vector;

/// The files of a folder with that extension, sorted by name; at least `at_least`.
fn files(folder: &Path, ending: &str, at_least: usize) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a folder can be listed").path())
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect();
    files.sort_unstable();
    assert!(files.len() >= at_least, "{}: {} of {at_least}", folder.display(), files.len());
    files
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Walks through the vectors of an independent implementation.
pub fn vectors<G: Game>(folder: &Path, at_least: usize) {
    for path in files(folder, "bwr", at_least) {
        let compared =
            walk_vector::<G>(&path.display().to_string(), &read(&path), G::Set::standard());
        assert!(compared > 0, "{}", path.display());
    }
}

/// Replays recorded games to their stated results and checks that they are written unchanged.
pub fn games<G: Game>(folder: &Path, at_least: usize) {
    for path in files(folder, "bwr", at_least) {
        let text = read(&path);
        let play = Play::<G>::load(&text, &[G::Set::standard()])
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(play.state().is_over(), "{} is not finished", path.display());
        assert!(text.contains("\n[result \""), "{} states no result", path.display());
        assert_eq!(play.record(), text, "{}", path.display());
    }
}

/// Checks that each damaged record is refused with the error in its `.error` file.
pub fn damaged<G: Game>(folder: &Path, at_least: usize) {
    for path in files(folder, "bwr", at_least) {
        let expected = read(&path.with_extension("error"));
        let error = Play::<G>::load(&read(&path), &[G::Set::standard()])
            .err()
            .unwrap_or_else(|| panic!("{} is accepted", path.display()));
        assert_eq!(error.to_string(), expected.trim_end(), "{}", path.display());
    }
}
