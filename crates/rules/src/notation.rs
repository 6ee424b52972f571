//! The text form of actions: one form per action, lower case, single spaces, parsed strictly.

use std::fmt;

use thiserror::Error;

/// An action with a text form. Some names in it come from the component set.
pub trait Notation<Set>: Sized {
    /// Writes the text form.
    ///
    /// # Errors
    /// Only those of the writer.
    fn write(&self, set: &Set, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Parses the text form, exactly as [`Notation::write`] writes it. Legality is not checked.
    ///
    /// # Errors
    /// If the text is the form of no action.
    fn read(text: &str, set: &Set) -> Result<Self, NotationError>;

    /// The text form.
    fn text(&self, set: &Set) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = self.write(set, &mut text);
        text
    }
}

/// The reason why a text is not an action.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct NotationError(String);

impl NotationError {
    /// An error with its reason, a sentence without a full stop.
    pub fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }

    /// The error for a first word that no action starts with.
    pub fn unknown_verb(word: &str) -> Self {
        Self(format!("there is no action {}", quoted(word)))
    }
}

/// Quotes a piece of input for an error message: escaped, and cut if it is long.
pub fn quoted(text: &str) -> String {
    const MAX_QUOTED_CHARS: usize = 40;
    if text.chars().count() <= MAX_QUOTED_CHARS {
        format!("{text:?}")
    } else {
        let start: String = text.chars().take(MAX_QUOTED_CHARS).collect();
        format!("{start:?}…")
    }
}

/// Splits a notation into words, which are separated by exactly one space.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    rest: Option<&'a str>,
}

impl<'a> Words<'a> {
    /// Starts at the beginning of the text.
    pub fn new(text: &'a str) -> Self {
        Self { rest: Some(text) }
    }

    /// The next word.
    ///
    /// # Errors
    /// If the text has ended; `what` names the missing word.
    pub fn next(&mut self, what: &str) -> Result<&'a str, NotationError> {
        let rest = self
            .rest
            .filter(|rest| !rest.is_empty())
            .ok_or_else(|| NotationError::new(format!("{what} is missing")))?;
        let (word, rest) = match rest.split_once(' ') {
            Some((word, rest)) => (word, Some(rest)),
            None => (rest, None),
        };
        if word.is_empty() {
            return Err(NotationError::new("words are separated by exactly one space"));
        }
        self.rest = rest;
        Ok(word)
    }

    /// Whether no words are left.
    pub fn is_done(&self) -> bool {
        self.rest.is_none()
    }

    /// Returns `value` if no words are left.
    ///
    /// # Errors
    /// If there is more text.
    pub fn done<T>(self, value: T) -> Result<T, NotationError> {
        match self.rest {
            None => Ok(value),
            Some(rest) => {
                Err(NotationError::new(format!("there is more than expected: {}", quoted(rest))))
            }
        }
    }
}

/// A whole number without sign or leading zeros, from 0 to `max`.
///
/// # Errors
/// If it is not one; `what` names the expected value.
pub fn number(text: &str, max: u64, what: &str) -> Result<u64, NotationError> {
    let error = || {
        NotationError::new(format!(
            "{} is not {what}: a whole number from 0 to {max}, written without leading zeros, is needed",
            quoted(text)
        ))
    };
    let plain =
        text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if !plain {
        return Err(error());
    }
    text.parse().ok().filter(|&value| value <= max).ok_or_else(error)
}

/// A point `X,Y` of a board; coordinates may have a minus, there is no `-0`.
///
/// # Errors
/// If it is not one, or further out than 999 in any direction.
pub fn point(text: &str) -> Result<(i16, i16), NotationError> {
    let error = || NotationError::new(format!("{} is not a place such as 3,-1", quoted(text)));
    let (x, y) = text.split_once(',').ok_or_else(error)?;
    let coordinate = |text: &str| {
        let (minus, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
        let value = number(digits, 999, "a coordinate").map_err(|_| error())? as i16;
        match (minus, value) {
            (true, 0) => Err(error()),
            (true, value) => Ok(-value),
            (false, value) => Ok(value),
        }
    };
    Ok((coordinate(x)?, coordinate(y)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_strictly() {
        assert_eq!(number("0", 9, "a bid"), Ok(0));
        assert_eq!(number("12", 36, "a bid"), Ok(12));
        for wrong in ["", "+1", "-1", "01", "00", "1 ", "37", "99999999999999999999999", "1.0"] {
            assert!(number(wrong, 36, "a bid").is_err(), "{wrong}");
        }
    }

    #[test]
    fn points_are_read_strictly() {
        assert_eq!(point("3,-12"), Ok((3, -12)));
        assert_eq!(point("0,0"), Ok((0, 0)));
        for wrong in
            ["", "3", "3,", ",3", "-0,1", "1,-0", "+1,2", "1,02", "1, 2", "1,2,3", "1000,0"]
        {
            assert!(point(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn words_are_separated_by_one_space() {
        let mut words = Words::new("move h 5>6");
        assert_eq!(words.next("a verb"), Ok("move"));
        assert_eq!(words.next("a token"), Ok("h"));
        assert_eq!(words.next("a move"), Ok("5>6"));
        assert_eq!(words.done(7), Ok(7));

        let mut words = Words::new("a  b");
        assert_eq!(words.next("a verb"), Ok("a"));
        assert!(words.next("more").is_err());
        let mut words = Words::new("pass ");
        assert_eq!(words.next("a verb"), Ok("pass"));
        assert!(words.done(()).is_err());
    }

    #[test]
    fn long_input_is_cut_in_messages() {
        assert_eq!(quoted("a\"b"), r#""a\"b""#);
        assert!(quoted(&"x".repeat(1000)).chars().count() < 50);
    }
}
