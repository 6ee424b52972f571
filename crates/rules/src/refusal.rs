//! The reason why an action or a position is refused, for players.

use std::borrow::Cow;
use std::fmt;

/// The reason why an action or a position is refused, for players. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal(Cow<'static, str>);

impl Refusal {
    /// A refusal with its reason, a sentence without a full stop.
    pub fn new(reason: impl Into<Cow<'static, str>>) -> Self {
        Self(reason.into())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

impl From<&'static str> for Refusal {
    fn from(reason: &'static str) -> Self {
        Self::new(reason)
    }
}

impl From<String> for Refusal {
    fn from(reason: String) -> Self {
        Self::new(reason)
    }
}
