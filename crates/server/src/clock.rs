//! The time: what tables go by, which never jumps, and the time of day; the day.
//!
//! A machine's time of day may jump by an hour, and then everybody at a table would be out of time,
//! or have an hour more. So tables go by a clock that is set once and then runs by itself. It is
//! compared with the time of day (on PostgreSQL that of the database, which all nodes share) and
//! follows it slowly. By how much it is off is stored, so that it goes on after a restart.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use time::OffsetDateTime;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use crate::day::Day;
use crate::store::{Store, StoreError, Write};

/// How often the clock is compared with the time of day.
const COMPARED: Duration = Duration::from_secs(10);
/// The clock runs faster or slower by one part in so many to follow the time of day: three seconds
/// in ten minutes, an hour in eight days.
const FOLLOWS: i64 = 200;
/// A larger difference than this, in microseconds, is a jump.
const JUMP: i64 = 1_000_000;
/// After a restart the clock is off by this at most, in milliseconds; otherwise it is set anew.
const MOST_OFF: i64 = 24 * 3600 * 1000;
/// An answer of the database that takes longer than this says little about the time.
const LONGEST_ANSWER: Duration = Duration::from_secs(1);

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// What tables go by.
#[derive(Clone, Debug)]
pub enum Clock {
    /// One that runs steadily.
    Steady(Arc<Steady>),
    /// A clock that is set by hand, for tests.
    Hand(watch::Sender<i64>),
}

impl Default for Clock {
    fn default() -> Self {
        Self::following(now)
    }
}

/// A clock that runs steadily, and what it follows.
pub struct Steady {
    time_of_day: Box<dyn Fn() -> i64 + Send + Sync>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    pace: Pace,
    /// The difference to the time of day that was stored last, in milliseconds.
    stored: i64,
}

/// How a clock runs, in microseconds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Pace {
    since: Instant,
    /// What it showed then.
    showed: i64,
    /// By how much it was behind the time of day then, which it makes up for slowly.
    behind: i64,
}

impl Pace {
    fn made_up(&self, passed: i64) -> i64 {
        let most = passed / FOLLOWS;
        self.behind.clamp(-most, most)
    }

    fn passed(&self, at: Instant) -> i64 {
        let passed = at.saturating_duration_since(self.since).as_micros();
        i64::try_from(passed).unwrap_or(i64::MAX / 2)
    }

    fn shows(&self, at: Instant) -> i64 {
        let passed = self.passed(at);
        self.showed.saturating_add(passed).saturating_add(self.made_up(passed))
    }

    /// Follows the time of day from now on, and says by how much that has jumped.
    fn compare(&mut self, at: Instant, time_of_day: i64) -> i64 {
        let expected = self.behind - self.made_up(self.passed(at));
        let showed = self.shows(at);
        let behind = time_of_day.saturating_sub(showed);
        *self = Self { since: at, showed, behind };
        behind.saturating_sub(expected)
    }
}

impl Steady {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> i64 {
        self.state().pace.shows(Instant::now()).div_euclid(1000)
    }

    /// The time of day, of which all nodes have the same; `None` if it cannot be said exactly.
    async fn time_of_day(&self, store: &Store) -> Result<Option<i64>, StoreError> {
        let asked = Instant::now();
        let Some(time) = store.time_of_day().await? else { return Ok(Some((self.time_of_day)())) };
        let took = asked.elapsed();
        Ok((took < LONGEST_ANSWER).then(|| time + took.as_millis() as i64 / 2))
    }

    async fn start(&self, store: &Store) -> Result<(), StoreError> {
        let time_of_day = match self.time_of_day(store).await? {
            Some(time) => time,
            None => store.time_of_day().await?.unwrap_or_else(|| (self.time_of_day)()),
        };
        let stored = store.clock_offset().await?;
        let mut shows = time_of_day + if stored.abs() <= MOST_OFF { stored } else { 0 };
        // The time of day may have gone back while no server ran.
        let last = store.last_change().await?;
        if (shows..=shows + MOST_OFF).contains(&last) {
            shows = last;
        }
        let behind = (time_of_day - shows) * 1000;
        let pace = Pace { since: Instant::now(), showed: shows * 1000, behind };
        *self.state() = State { pace, stored };
        if behind.abs() > JUMP {
            tracing::warn!(
                seconds = -behind / 1_000_000,
                "tables go by another time than the day's"
            );
        }
        Ok(())
    }

    /// Compares the clock with the time of day, and stores by how much it is off.
    async fn compare(&self, store: &Store) -> Result<(), StoreError> {
        let Some(time_of_day) = self.time_of_day(store).await? else { return Ok(()) };
        let (jump, offset, stored) = {
            let mut state = self.state();
            let jump = state.pace.compare(Instant::now(), time_of_day.saturating_mul(1000));
            (jump, -state.pace.behind / 1000, state.stored)
        };
        if jump.abs() > JUMP {
            let seconds = jump / 1_000_000;
            tracing::warn!(seconds, "the time of day has jumped: tables follow it slowly");
        }
        if (offset - stored).abs() > JUMP / 1000 {
            store.write(Write::ClockOffset(offset)).await?;
            self.state().stored = offset;
        }
        Ok(())
    }
}

impl fmt::Debug for Steady {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Steady").field("state", &self.state).finish_non_exhaustive()
    }
}

impl Clock {
    /// A clock that runs steadily and follows that time of day, in milliseconds since 1970, slowly.
    pub fn following(time_of_day: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        let showed = time_of_day().saturating_mul(1000);
        let pace = Pace { since: Instant::now(), showed, behind: 0 };
        let state = Mutex::new(State { pace, stored: 0 });
        Self::Steady(Arc::new(Steady { time_of_day: Box::new(time_of_day), state }))
    }

    /// A clock that stands still until it is set.
    pub fn by_hand(now: i64) -> Self {
        Self::Hand(watch::Sender::new(now))
    }

    /// Sets a clock that is set by hand; nobody sets one that runs by itself.
    pub fn set(&self, now: i64) {
        if let Self::Hand(hand) = self {
            hand.send_replace(now);
        }
    }

    /// Milliseconds since 1970.
    pub fn now(&self) -> i64 {
        match self {
            Self::Steady(steady) => steady.now(),
            Self::Hand(hand) => *hand.borrow(),
        }
    }

    /// The day, the same all over the world: that of UTC.
    pub fn today(&self) -> Day {
        let now = OffsetDateTime::from_unix_timestamp(self.now().div_euclid(1000));
        // A clock that shows no date is set by hand.
        let date = now.unwrap_or(OffsetDateTime::UNIX_EPOCH).date();
        Day::new(date.year(), date.month().into(), date.day())
    }

    /// Waits until then.
    pub async fn until(&self, at: i64) {
        match self {
            Self::Steady(steady) => {
                // It runs a little slower or faster than what we sleep by.
                while let Ok(wait @ 1..) = u64::try_from(at.saturating_sub(steady.now())) {
                    sleep(Duration::from_millis(wait)).await;
                }
            }
            Self::Hand(hand) => {
                // The sender is in our hands: it is not gone.
                let _ = hand.subscribe().wait_for(|now| *now >= at).await;
            }
        }
    }

    /// Sets a steady clock: by the time of day and by how much it was off before.
    pub(crate) async fn start(&self, store: &Store) -> Result<(), StoreError> {
        match self {
            Self::Steady(steady) => steady.start(store).await,
            Self::Hand(_) => Ok(()),
        }
    }

    /// Compares a steady clock with the time of day.
    pub(crate) async fn compare(&self, store: &Store) {
        if let Self::Steady(steady) = self
            && let Err(error) = steady.compare(store).await
        {
            tracing::warn!(%error, "the clock could not be compared with the time of day");
        }
    }

    /// Does so again and again.
    pub(crate) async fn keep(&self, store: &Store) {
        loop {
            sleep(COMPARED).await;
            self.compare(store).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i64 = 1_000_000;
    const HOUR: i64 = 3600 * SECOND;

    #[test]
    fn a_jump_is_noticed_and_followed_slowly() {
        let start = Instant::now();
        let after = |seconds: u64| start + Duration::from_secs(seconds);
        for jump in [HOUR, -HOUR] {
            let mut pace = Pace { since: start, showed: 0, behind: 0 };
            assert_eq!(pace.compare(after(10), 10 * SECOND + jump), jump);
            assert_eq!(pace.shows(after(10)), 10 * SECOND, "nothing jumps");
            let slowly = jump.signum() * 600 * SECOND / FOLLOWS;
            assert_eq!(pace.shows(after(610)), 610 * SECOND + slowly);
            assert_eq!(pace.compare(after(610), 610 * SECOND + jump), 0, "it has jumped once");
            assert_eq!(pace.shows(after(610)), 610 * SECOND + slowly);
            let long = 300 * 3600;
            assert_eq!(pace.shows(after(long)), long as i64 * SECOND + jump, "it is there");
        }
    }

    #[test]
    fn a_small_difference_is_no_jump() {
        let start = Instant::now();
        let mut pace = Pace { since: start, showed: 0, behind: 0 };
        let at = start + Duration::from_secs(10);
        assert!(pace.compare(at, 10 * SECOND + 2_000).abs() < JUMP);
        assert_eq!(pace.shows(at + Duration::from_secs(10)), 20 * SECOND + 2_000);
    }

    #[tokio::test]
    async fn waiting_goes_by_the_steady_time() {
        let clock = Clock::following(|| 1_000_000);
        let then = clock.now() + 20;
        clock.until(then).await;
        assert!(clock.now() >= then, "the time of day stands still, but time does not");
    }
}
