//! The time of day, and waiting for it; the day.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use time::OffsetDateTime;
use tokio::sync::watch;

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

/// What tables go by.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    /// The time of day.
    #[default]
    System,
    /// A clock that is set by hand, for tests.
    Hand(watch::Sender<i64>),
}

impl Clock {
    /// A clock that stands still until it is set.
    pub fn by_hand(now: i64) -> Self {
        Self::Hand(watch::Sender::new(now))
    }

    /// Sets a clock that is set by hand; nobody sets the time of day.
    pub fn set(&self, now: i64) {
        if let Self::Hand(hand) = self {
            hand.send_replace(now);
        }
    }

    /// Milliseconds since 1970.
    pub fn now(&self) -> i64 {
        match self {
            Self::System => now(),
            Self::Hand(hand) => *hand.borrow(),
        }
    }

    /// Waits until then.
    pub async fn until(&self, at: i64) {
        match self {
            Self::System => {
                let wait = u64::try_from(at.saturating_sub(now())).unwrap_or_default();
                tokio::time::sleep(Duration::from_millis(wait)).await;
            }
            Self::Hand(hand) => {
                // The sender is in our hands: it is not gone.
                let _ = hand.subscribe().wait_for(|now| *now >= at).await;
            }
        }
    }
}
