//! How many wrong passwords may be tried.
//!
//! Each attempt is counted when it begins, so that a thousand at once are not let in together, and
//! taken back if the password was right.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::ApiError;

/// Counts for each key: so many at once, and as many again in a minute.
#[derive(Debug)]
pub(super) struct Tries<K> {
    most: f64,
    counts: Mutex<BTreeMap<K, Count>>,
}

/// How many tries are not forgiven yet, and when that was.
#[derive(Copy, Clone, Debug)]
struct Count {
    tries: f64,
    at: Instant,
}

impl Count {
    /// What is left by then: so many are forgiven in a minute.
    fn by(self, now: Instant, most: f64) -> Self {
        let forgiven = now.duration_since(self.at).as_secs_f64() / 60.0 * most;
        Self { tries: (self.tries - forgiven).max(0.0), at: now }
    }
}

/// A try that counts, unless it is taken back.
pub(crate) struct Attempt<'a>(Box<dyn FnOnce() + Send + 'a>);

impl Attempt<'_> {
    /// It was none: the password was right, or was not looked at.
    pub(crate) fn take_back(self) {
        (self.0)();
    }
}

impl<K: Ord + Clone + Send> Tries<K> {
    pub(super) fn new(most: NonZeroU32) -> Self {
        Self { most: most.get().into(), counts: Mutex::default() }
    }

    fn counts(&self) -> MutexGuard<'_, BTreeMap<K, Count>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a try, unless there were too many.
    pub(super) fn begin<'a>(&'a self, key: &K) -> Result<Attempt<'a>, ApiError>
    where
        K: 'a,
    {
        let now = Instant::now();
        let mut counts = self.counts();
        let count = counts.entry(key.clone()).or_insert(Count { tries: 0.0, at: now });
        *count = count.by(now, self.most);
        if count.tries + 1.0 > self.most {
            return Err(ApiError::TooMany);
        }
        count.tries += 1.0;
        let key = key.clone();
        Ok(Attempt(Box::new(move || {
            if let Some(count) = self.counts().get_mut(&key) {
                count.tries = (count.tries - 1.0).max(0.0);
            }
        })))
    }

    /// Forgets those to whom everything is forgiven.
    pub(super) fn forget(&self) {
        let now = Instant::now();
        self.counts().retain(|_, count| count.by(now, self.most).tries > 0.0);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn so_many_are_wrong_and_then_one_waits() {
        let tries = Tries::new(NonZeroU32::new(3).expect("it is not 0"));
        assert!((0..3).all(|_| tries.begin(&"one").is_ok()));
        assert!(tries.begin(&"one").is_err() && tries.begin(&"other").is_ok());
        let right = tries.begin(&"other").expect("the second");
        assert!(tries.begin(&"other").is_ok() && tries.begin(&"other").is_err());
        right.take_back();
        assert!(tries.begin(&"other").is_ok() && tries.begin(&"other").is_err());
        tries.forget();
        assert!(tries.begin(&"one").is_err(), "nothing is forgiven by forgetting");
    }

    #[test]
    fn tries_are_forgiven_in_time() {
        let begun = Instant::now();
        let count = Count { tries: 3.0, at: begun };
        let later = |seconds| count.by(begun + Duration::from_secs(seconds), 3.0).tries;
        assert!((later(20) - 2.0).abs() < 1e-9 && later(60).abs() < 1e-9 && later(999) >= 0.0);
    }
}
