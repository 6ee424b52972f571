//! Component sets: the tiles, tokens and tables of a game as a data file.

use thiserror::Error;

use crate::notation::quoted;

/// The components of a game, parsed from a data file and validated.
///
/// A set is loaded once and lives as long as the program, so that states can be flat and hold a
/// `&'static` reference.
pub trait ComponentSet: Sized + Send + Sync + PartialEq + std::fmt::Debug + 'static {
    /// The name in records and in the protocol.
    fn id(&self) -> &str;

    /// Parses and validates a data file.
    ///
    /// # Errors
    /// The first error, with its line.
    fn parse(text: &str) -> Result<Self, SetError>;

    /// The set that comes with the game.
    fn standard() -> &'static Self;
}

/// The reason why a component file is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {reason}")]
pub struct SetError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong, a sentence without a full stop.
    pub reason: String,
}

impl SetError {
    /// An error on that line.
    pub fn new(line: usize, reason: impl Into<String>) -> Self {
        Self { line, reason: reason.into() }
    }
}

/// The first statement of every component file: `set GAME ID`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetHeading<'a> {
    /// The id of the game.
    pub game: &'a str,
    /// The id of the set.
    pub id: &'a str,
    /// Its line, counted from 1.
    pub line: usize,
}

impl<'a> SetHeading<'a> {
    /// Finds the heading: the first line that is neither blank nor a `#` comment.
    ///
    /// # Errors
    /// If it is missing or damaged.
    pub fn find(text: &'a str) -> Result<Self, SetError> {
        let (line, heading) = content_lines(text)
            .next()
            .ok_or_else(|| SetError::new(1, "the file is empty: it starts with `set GAME ID`"))?;
        let mut words = heading.split_ascii_whitespace();
        let (Some("set"), Some(game), Some(id), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(SetError::new(
                line,
                format!("{} stands where `set GAME ID` should be", quoted(heading)),
            ));
        };
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if id.len() > 64 || !id.bytes().all(plain) {
            return Err(SetError::new(
                line,
                format!("{} is no name for a set: at most 64 of a-z, 0-9 and -", quoted(id)),
            ));
        }
        Ok(Self { game, id, line })
    }

    /// Finds the heading and checks that it is for that game.
    ///
    /// # Errors
    /// If it is missing, damaged or for another game.
    pub fn find_for(text: &'a str, game: &str) -> Result<Self, SetError> {
        let heading = Self::find(text)?;
        if heading.game == game {
            Ok(heading)
        } else {
            let reason = format!("this is a set for {}, not for {game}", quoted(heading.game));
            Err(SetError::new(heading.line, reason))
        }
    }
}

/// The lines of a component file with content, trimmed, with their numbers from 1: without a byte
/// order mark, blank lines and lines that start with `#`.
pub(crate) fn content_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.strip_prefix('\u{feff}')
        .unwrap_or(text)
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

impl SetHeading<'_> {
    /// The statements after the heading, trimmed, with their line numbers; blank lines and `#`
    /// comments are left out.
    pub fn statements<'t>(&self, text: &'t str) -> impl Iterator<Item = (usize, &'t str)> {
        let heading = self.line;
        content_lines(text).filter(move |(line, _)| *line > heading)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heading_is_the_first_statement() {
        let text = "\u{feff}# a comment\n\n  set glen-more my-1\nrest\n# no\nmore\n";
        let heading = SetHeading::find(text).unwrap();
        assert_eq!((heading.game, heading.id, heading.line), ("glen-more", "my-1", 3));
        assert_eq!(heading.statements(text).collect::<Vec<_>>(), [(4, "rest"), (6, "more")]);
    }

    #[test]
    fn a_wrong_heading_is_refused_with_its_line() {
        assert_eq!(SetHeading::find("").unwrap_err().line, 1);
        assert_eq!(SetHeading::find("\n\nsat x y").unwrap_err().line, 3);
        assert_eq!(SetHeading::find("set x Y!").unwrap_err().line, 1);
        assert_eq!(SetHeading::find_for("#\nset x y", "z").unwrap_err().line, 2);
    }
}
