//! The descendants of a process.

use std::fs;

use rustix::process::{Pid, Signal, kill_process};

/// Kills all descendants of a process. On Linux only; elsewhere nothing happens.
pub(crate) fn stop_descendants(of: u32) {
    let processes = processes();
    for id in descendants(of, &processes) {
        if let Some(pid) = i32::try_from(id).ok().and_then(Pid::from_raw) {
            // A process that has exited meanwhile is no error.
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

/// All processes with their parents.
fn processes() -> Vec<(u32, u32)> {
    let Ok(folders) = fs::read_dir("/proc") else { return Vec::new() };
    let relation = |folder: std::io::Result<fs::DirEntry>| {
        let folder = folder.ok()?;
        let id = folder.file_name().to_str()?.parse().ok()?;
        Some((id, parent_in(&fs::read_to_string(folder.path().join("stat")).ok()?)?))
    };
    folders.filter_map(relation).collect()
}

/// The parent by the line of `/proc/PID/stat`: number, name in brackets, state, parent. The name
/// can contain anything, including brackets.
fn parent_in(stat: &str) -> Option<u32> {
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

fn descendants(of: u32, processes: &[(u32, u32)]) -> Vec<u32> {
    let mut descendants = vec![of];
    let mut next = 0;
    while next < descendants.len() {
        let parent = descendants[next];
        descendants.extend(processes.iter().filter(|(_, by)| *by == parent).map(|(id, _)| *id));
        next += 1;
    }
    descendants.split_off(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_is_children_and_their_children() {
        let processes = [(7, 1), (8, 7), (9, 8), (10, 1), (11, 7)];
        assert_eq!(descendants(7, &processes), [8, 11, 9]);
        assert!(descendants(10, &processes).is_empty());
    }

    #[test]
    fn a_parent_is_found_behind_any_name() {
        assert_eq!(parent_in("12 (a) R (b)) S 34 12 12 0"), Some(34));
        assert_eq!(parent_in("nonsense"), None);
    }
}
