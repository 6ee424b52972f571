//! Findings: the problems that a check reports.

use std::fmt;

/// A problem: a place, and a sentence that says what to do.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Finding {
    place: String,
    line: Option<usize>,
    advice: String,
}

impl Finding {
    /// A problem on a line of a file, counted from 1.
    pub(crate) fn at(file: &str, line: usize, advice: impl Into<String>) -> Self {
        Self { place: file.to_owned(), line: Some(line), advice: advice.into() }
    }

    /// A problem of a whole file or crate.
    pub(crate) fn about(place: &str, advice: impl Into<String>) -> Self {
        Self { place: place.to_owned(), line: None, advice: advice.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.place, self.advice),
            None => write!(f, "{}: {}", self.place, self.advice),
        }
    }
}
