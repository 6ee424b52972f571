//! The processes that another has started, and those that they have started.

use std::fs;

use rustix::process::{Pid, Signal, kill_process};

/// Stops everything that the process has started, at once. Only Linux tells what that is;
/// elsewhere nothing happens.
pub(crate) fn stop_descendants(of: u32) {
    let everybody = everybody();
    for id in descendants(of, &everybody) {
        if let Some(pid) = i32::try_from(id).ok().and_then(Pid::from_raw) {
            // Who has ended meanwhile needs no stopping.
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

/// Each process and the one that has started it.
fn everybody() -> Vec<(u32, u32)> {
    let Ok(folders) = fs::read_dir("/proc") else { return Vec::new() };
    let relation = |folder: std::io::Result<fs::DirEntry>| {
        let folder = folder.ok()?;
        let id = folder.file_name().to_str()?.parse().ok()?;
        Some((id, parent_in(&fs::read_to_string(folder.path().join("stat")).ok()?)?))
    };
    folders.filter_map(relation).collect()
}

/// The parent according to the line that the system has for a process: number, name in brackets,
/// state, parent. The name can have anything in it, brackets too.
fn parent_in(stat: &str) -> Option<u32> {
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

fn descendants(of: u32, everybody: &[(u32, u32)]) -> Vec<u32> {
    let mut family = vec![of];
    let mut next = 0;
    while next < family.len() {
        let parent = family[next];
        family.extend(everybody.iter().filter(|(_, by)| *by == parent).map(|(id, _)| *id));
        next += 1;
    }
    family.split_off(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_is_children_and_their_children() {
        let everybody = [(7, 1), (8, 7), (9, 8), (10, 1), (11, 7)];
        assert_eq!(descendants(7, &everybody), [8, 11, 9]);
        assert!(descendants(10, &everybody).is_empty());
    }

    #[test]
    fn a_parent_is_found_behind_any_name() {
        assert_eq!(parent_in("12 (a) R (b)) S 34 12 12 0"), Some(34));
        assert_eq!(parent_in("nonsense"), None);
    }
}
