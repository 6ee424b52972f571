//! The time of day, and the day.

use std::time::{SystemTime, UNIX_EPOCH};

use time::OffsetDateTime;

use crate::day::Day;

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// The day, the same all over the world: that of UTC.
pub(crate) fn today() -> Day {
    let date = OffsetDateTime::now_utc().date();
    Day::new(date.year(), date.month().into(), date.day())
}
