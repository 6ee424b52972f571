//! Names that the server gives to tables, people and sessions: short random text.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayString;
use serde::{Deserialize, Deserializer, Serialize, de};
use thiserror::Error;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::schema::text;

/// Thirty-two signs that are hard to take for one another, five bits each.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// A text that is no id of that kind.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("this is not the id of a {0}")]
pub struct NotAnId(&'static str);

/// Random bytes from the operating system.
///
/// # Panics
/// If the operating system has none: nothing secret can be made then, and nothing should run.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

/// The text of some bytes, of which each gives one sign.
fn text_of<const N: usize>(bytes: &[u8; N]) -> ArrayString<N> {
    let mut text = ArrayString::new();
    for byte in bytes {
        text.push(char::from(ALPHABET[usize::from(byte & 31)]));
    }
    text
}

fn read<const N: usize>(text: &str) -> Option<ArrayString<N>> {
    let plain = |text: &ArrayString<N>| text.bytes().all(|byte| ALPHABET.contains(&byte));
    ArrayString::from(text).ok().filter(|text| text.is_full() && plain(text))
}

/// The ids of that length, as a regular expression.
pub(crate) fn id_pattern(length: usize) -> String {
    // The alphabet, without the signs that are easily taken for others.
    format!("[0-9a-hjkmnp-tv-z]{{{length}}}")
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $length:literal, $noun:literal) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
        #[serde(transparent)]
        pub struct $name(ArrayString<$length>);

        impl $name {
            /// A new one, which nobody can guess.
            pub fn random() -> Self {
                Self(text_of(&random_bytes()))
            }

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let pattern = format!("^{}$", id_pattern($length));
                text(pattern, concat!("The id of a ", $noun, ".")).into()
            }
        }

        impl ToSchema for $name {}

        impl FromStr for $name {
            type Err = NotAnId;

            fn from_str(text: &str) -> Result<Self, NotAnId> {
                read(text).map(Self).ok_or(NotAnId($noun))
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id!(
    /// A table. Whoever knows it may watch, so it has 80 random bits.
    TableId,
    16,
    "table"
);
id!(
    /// A person. No secret: everyone at a table sees it.
    PersonId,
    16,
    "person"
);
id!(
    /// A place where a person is signed in. Only its owner's cookie holds it.
    SessionId,
    26,
    "session"
);

impl TableId {
    /// The table of the rematch: the same for everyone who asks for it.
    #[must_use]
    pub fn rematch(&self) -> Self {
        Self::derived(&format!("bellwether/rematch/{self}"))
    }

    /// The table of a person's one attempt at the day's deal of a game.
    pub fn of_the_day(person: &PersonId, game: &str, day: &str) -> Self {
        Self::derived(&format!("bellwether/today/{day}/{game}/{person}"))
    }

    fn derived(from: &str) -> Self {
        use sha2::{Digest, Sha256};
        let digest: [u8; 32] = Sha256::digest(from).into();
        Self(text_of(digest.first_chunk().expect("a digest is longer than an id")))
    }
}

/// The longest name that a client may give to what it sends.
const LONGEST_CLIENT_ID: usize = 40;

/// The name that a client gives to what it sends, so that sending it twice does it once.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(transparent)]
pub struct ClientId(String);

impl ClientId {
    /// A new one.
    pub fn random() -> Self {
        Self(text_of(&random_bytes::<16>()).to_string())
    }

    /// The key under which it is stored: two people never share one.
    pub fn key(&self, person: &PersonId) -> String {
        format!("{person}/{}", self.0)
    }
}

impl PartialSchema for ClientId {
    fn schema() -> RefOr<Schema> {
        let pattern = format!("^[A-Za-z0-9_-]{{1,{LONGEST_CLIENT_ID}}}$");
        text(pattern, "The name that a client gives to what it sends.").into()
    }
}

impl ToSchema for ClientId {}

impl fmt::Display for ClientId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for ClientId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if (1..=LONGEST_CLIENT_ID).contains(&text.len()) && text.bytes().all(plain) {
            Ok(Self(text.to_owned()))
        } else {
            Err(format!("an id is 1 to {LONGEST_CLIENT_ID} letters, digits, - or _"))
        }
    }
}

impl<'de> Deserialize<'de> for ClientId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_back_and_differ() {
        let (one, other) = (TableId::random(), TableId::random());
        assert_ne!(one, other);
        assert_eq!(one.as_str().parse(), Ok(one.clone()));
        assert_ne!(one.rematch(), one);
        assert_eq!(one.rematch(), one.rematch());
    }

    #[test]
    fn other_texts_are_no_ids() {
        for text in ["", "abc", "ABCDEFGHJKMNPQRS", "0123456789abcdeu", "../../etc/passwd"] {
            assert!(text.parse::<TableId>().is_err(), "{text}");
        }
        for text in ["", "a b", "a/b", "ä", &"x".repeat(41)] {
            assert!(text.parse::<ClientId>().is_err(), "{text}");
        }
        assert!("6f1c2a3e-9d7b-4c57-8a55-2b1f0e1d2c3b".parse::<ClientId>().is_ok());
    }
}
