//! Tidiness: checks of every file of the repository.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::finding::Finding;
use crate::source::{Source, is_word};
use crate::{files, purity};

const MAX_LINES: usize = 600;
const MAX_BYTES: u64 = 1 << 20;

/// The types of files, other than Rust, in which notes to oneself are searched.
const NOTE_EXTENSIONS: [&str; 7] = ["toml", "sh", "yml", "yaml", "css", "js", "html"];

/// The problems of the repository's files.
pub(crate) fn check(root: &Path) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for path in files::repository(root)? {
        let size = fs::metadata(root.join(&path)).with_context(|| format!("{path} is gone"))?.len();
        if size > MAX_BYTES {
            findings.push(Finding::about(&path, format!("{size} bytes are more than 1 MiB")));
        } else if files::has_ending(&path, "rs") {
            findings.extend(check_rust(&File::new(&path, &files::read(root, &path)?)));
        } else if NOTE_EXTENSIONS.iter().any(|ending| files::has_ending(&path, ending)) {
            findings.extend(notes(&path, &files::read(root, &path)?));
        }
    }
    Ok(findings)
}

/// A Rust file.
pub(crate) struct File<'a> {
    pub(crate) path: &'a str,
    pub(crate) text: &'a str,
    pub(crate) source: Source,
}

impl<'a> File<'a> {
    pub(crate) fn new(path: &'a str, text: &'a str) -> Self {
        Self { path, text, source: Source::new(text) }
    }

    /// A finding at a position of the code.
    pub(crate) fn finding(&self, at: usize, advice: impl Into<String>) -> Finding {
        let line = self.source.code()[..at].matches('\n').count() + 1;
        Finding::at(self.path, line, advice)
    }

    /// The position of the test module.
    fn tests_start(&self) -> Option<usize> {
        let is_test = self.path.contains("/tests/") || self.path.ends_with("/tests.rs");
        if is_test { Some(0) } else { self.source.code().find("#[cfg(test)]") }
    }
}

fn check_rust(file: &File) -> Vec<Finding> {
    let mut findings = purity::check(file);
    findings.extend(module_docs(file));
    findings.extend(length(file));
    findings.extend(ignored_tests(file));
    findings.extend(sleeping_tests(file));
    findings.extend(notes(file.path, file.source.comments()));
    findings.sort();
    findings
}

fn module_docs(file: &File) -> Option<Finding> {
    let advice = "start the file with `//!` and say what it is for";
    (!file.text.starts_with("//!")).then(|| Finding::at(file.path, 1, advice))
}

fn length(file: &File) -> Option<Finding> {
    let lines = file.text.lines().count();
    let advice = || format!("{lines} lines are more than {MAX_LINES}: split the file");
    (lines > MAX_LINES).then(|| Finding::about(file.path, advice()))
}

fn ignored_tests(file: &File) -> Vec<Finding> {
    let found = file.source.code().match_indices("#[ignore").map(|(at, _)| at);
    found.map(|at| file.finding(at, "a test that is ignored shows nothing: mend it")).collect()
}

fn sleeping_tests(file: &File) -> Vec<Finding> {
    let Some(start) = file.tests_start() else { return Vec::new() };
    let found = file.source.code().match_indices("thread::sleep").map(|(at, _)| at);
    let advice = "a test does not sleep: wait for what should happen";
    found.filter(|&at| at >= start).map(|at| file.finding(at, advice)).collect()
}

/// Notes to oneself without the number of an issue, as `(#7)`.
fn notes(path: &str, text: &str) -> Vec<Finding> {
    let lines = text.lines().enumerate().filter(|(_, line)| has_loose_note(line));
    let advice = "a note to do something later names its issue, as in `(#7)`";
    lines.map(|(index, _)| Finding::at(path, index + 1, advice)).collect()
}

fn has_loose_note(line: &str) -> bool {
    ["TODO", "FIXME"].iter().any(|word| {
        line.match_indices(word).any(|(at, _)| {
            let after = &line[at + word.len()..];
            let is_whole = !line[..at].ends_with(is_word) && !after.starts_with(is_word);
            is_whole && !names_issue(after)
        })
    })
}

fn names_issue(text: &str) -> bool {
    let number = text.trim_start().strip_prefix("(#").and_then(|rest| rest.split_once(')'));
    number.is_some_and(|(digits, _)| digits.parse::<u32>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(path: &str, text: &str) -> Vec<String> {
        check_rust(&File::new(path, text)).iter().map(Finding::to_string).collect()
    }

    #[test]
    fn a_tidy_file_passes() {
        let text = "//! Docs.\n\nfn f() { std::thread::sleep(x); }\n// TODO(#12): more\n\
                    // FIXME (#3)\n// TODOS\nlet a = \"TODO\";\n";
        assert!(findings("crates/server/src/a.rs", text).is_empty());
    }

    #[test]
    fn module_docs_come_first() {
        let expected = "a.rs:1: start the file with `//!` and say what it is for";
        assert_eq!(findings("a.rs", "use a;\n//! Docs.\n"), [expected]);
        assert_eq!(findings("a.rs", ""), [expected]);
    }

    #[test]
    fn a_long_file_is_found() {
        let text = format!("//! Docs.{}", "\n".repeat(MAX_LINES));
        assert!(findings("a.rs", &text).is_empty());
        let text = format!("{text}\n");
        assert_eq!(findings("a.rs", &text), ["a.rs: 601 lines are more than 600: split the file"]);
    }

    #[test]
    fn loose_notes_are_found() {
        let text = "//! Docs.\n// TODO: more\nlet a = 1; /* FIXME(#x) */\n// TODO(#1) and TODO\n";
        let advice = "a note to do something later names its issue, as in `(#7)`";
        assert_eq!(findings("a.rs", text), [2, 3, 4].map(|line| format!("a.rs:{line}: {advice}")));
    }

    #[test]
    fn ignored_tests_are_found() {
        let text = "//! Docs.\n#[test]\n#[ignore = \"slow\"]\nfn f() {}\n// #[ignore]\n";
        assert_eq!(
            findings("a.rs", text),
            ["a.rs:3: a test that is ignored shows nothing: mend it"]
        );
    }

    #[test]
    fn sleeping_tests_are_found() {
        let advice = "a test does not sleep: wait for what should happen";
        let text =
            "//! Docs.\nfn f() { thread::sleep(x) }\n#[cfg(test)]\nfn g() { thread::sleep(x) }\n";
        assert_eq!(findings("src/a.rs", text), [format!("src/a.rs:4: {advice}")]);
        assert_eq!(
            findings("crates/a/tests/a.rs", text),
            [2, 4].map(|line| format!("crates/a/tests/a.rs:{line}: {advice}"))
        );
    }
}
