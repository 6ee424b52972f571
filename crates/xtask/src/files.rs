//! The files of the repository, without build outputs and ignored ones.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result};

use crate::shell::{output, program};

/// Paths below `root`, with `/` between folders, sorted.
pub(crate) fn repository(root: &Path) -> Result<Vec<String>> {
    let mut git = program("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    // Without git, as in an unpacked archive, all files count except build outputs.
    match output(git.current_dir(root).stdin(Stdio::null())) {
        Ok(listing) => Ok(listed(root, &listing)),
        Err(_) => below(root, root),
    }
}

fn listed(root: &Path, listing: &str) -> Vec<String> {
    let exists = |path: &&str| !path.is_empty() && root.join(path).is_file();
    let mut paths: Vec<String> = listing.split('\0').filter(exists).map(str::to_owned).collect();
    paths.sort_unstable();
    paths.dedup();
    paths
}

/// The files below a folder, as paths below `root`, sorted.
pub(crate) fn below(root: &Path, folder: &Path) -> Result<Vec<String>> {
    let mut paths = Vec::new();
    collect(root, folder, &mut paths)?;
    paths.sort_unstable();
    Ok(paths)
}

fn collect(root: &Path, folder: &Path, paths: &mut Vec<String>) -> Result<()> {
    let cannot_list = || format!("{} cannot be listed", folder.display());
    for entry in fs::read_dir(folder).with_context(cannot_list)? {
        let entry = entry.with_context(cannot_list)?;
        let kind = entry.file_type().with_context(cannot_list)?;
        if kind.is_dir() && !is_build_output(&entry.file_name().to_string_lossy()) {
            collect(root, &entry.path(), paths)?;
        } else if kind.is_file() {
            paths.push(relative(root, &entry.path()));
        }
    }
    Ok(())
}

fn is_build_output(folder: &str) -> bool {
    folder == ".git" || folder == "target" || folder.starts_with("target-") || folder == "artifacts"
}

fn relative(root: &Path, path: &Path) -> String {
    let parts = path.strip_prefix(root).unwrap_or(path).components();
    parts.map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// Whether a file has that extension.
pub(crate) fn has_ending(path: &str, ending: &str) -> bool {
    Path::new(path).extension().is_some_and(|found| found == ending)
}

/// The text of a file.
pub(crate) fn read(root: &Path, path: &str) -> Result<String> {
    fs::read_to_string(root.join(path)).with_context(|| format!("{path} cannot be read"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace;

    #[test]
    fn git_and_a_plain_walk_both_find_this_file() {
        let this = "crates/xtask/src/files.rs".to_owned();
        let root = workspace::root();
        assert!(repository(&root).unwrap().contains(&this));
        assert!(below(&root, &root.join("crates")).unwrap().contains(&this));
    }

    #[test]
    fn what_is_built_does_not_count() {
        assert!(
            is_build_output("target") && is_build_output("target-web") && is_build_output(".git")
        );
        assert!(!is_build_output("targets") && !is_build_output("src"));
    }
}
