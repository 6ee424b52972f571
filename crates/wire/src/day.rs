//! A day, as the day's deal is named after it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, de};
use thiserror::Error;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::schema::text;

/// A text that is no day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a day is written like 2026-11-15")]
pub struct NotADay;

/// A day of UTC, such as `2026-11-15`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(transparent)]
pub struct Day(String);

impl Day {
    /// That day.
    pub fn new(year: i32, month: u8, day: u8) -> Self {
        Self(format!("{year:04}-{month:02}-{day:02}"))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl PartialSchema for Day {
    fn schema() -> RefOr<Schema> {
        let about = "A day of UTC, such as `2026-11-15`.";
        text("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", about).examples(["2026-11-15"]).into()
    }
}

impl ToSchema for Day {}

impl FromStr for Day {
    type Err = NotADay;

    fn from_str(text: &str) -> Result<Self, NotADay> {
        let fits = |(sign, wanted): (u8, u8)| match wanted {
            b'0' => sign.is_ascii_digit(),
            other => sign == other,
        };
        let pattern = *b"0000-00-00";
        if text.len() == pattern.len() && text.bytes().zip(pattern).all(fits) {
            return Ok(Self(text.to_owned()));
        }
        Err(NotADay)
    }
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_read_back() {
        let day = Day::new(2026, 3, 5);
        assert_eq!((day.as_str(), day.as_str().parse()), ("2026-03-05", Ok(day.clone())));
        for wrong in ["", "2026-3-5", "2026-03-051", "today", "2026/03/05", "２026-03-5"] {
            assert_eq!(wrong.parse::<Day>(), Err(NotADay), "{wrong}");
        }
    }
}
