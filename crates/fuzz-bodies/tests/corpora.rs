//! Replays everything that the fuzzers have found so far.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use fuzz_bodies::TARGETS;

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(folder);
    let entries =
        fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.expect("a folder can be listed").path()).collect();
    files.sort_unstable();
    files
}

/// Replays the corpus of a target. The name of each file is printed before it is replayed, so that
/// the last one is that of a failure.
fn replay(target: &str) {
    let (_, body) = TARGETS.iter().find(|(name, _)| *name == target).expect("a target's name");
    let files = files(&format!("corpus/{target}"));
    assert!(!files.is_empty(), "the target {target} has no corpus");
    for path in files {
        println!("{}", path.display());
        body(&fs::read(&path).expect("a file can be read"));
    }
}

#[test]
fn components_are_parsed_or_refused() {
    replay("components");
}

#[test]
fn every_line_has_one_answer() {
    replay("protocol");
}

#[test]
fn records_are_read_or_refused() {
    replay("records");
}

#[test]
fn every_target_has_a_body_and_a_corpus() {
    let names = |folder| -> BTreeSet<String> {
        let stem =
            |path: &PathBuf| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        files(folder).iter().map(stem).collect()
    };
    let bodies: BTreeSet<String> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(names("fuzz_targets"), bodies);
    assert_eq!(names("corpus"), bodies);
}
