//! Who is behind which session, remembered where nobody else can change it.
//!
//! A command asks for its session each time. With several nodes that is a question to the
//! database; a server that has its database for itself knows when an answer is out of date.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use prometheus_client::metrics::counter::Counter;

use crate::id::SessionId;
use crate::store::{NOTED_EVERY, Store, StoreError, StoredSession};
use crate::wire::Person;

/// More than this are not remembered.
const MOST: usize = 20_000;

/// Sessions that were asked for.
#[derive(Clone, Debug)]
pub(super) struct Sessions {
    known: Option<Arc<Mutex<Known>>>,
    /// What is remembered of the time before the database was opened anew may be wrong: a write
    /// whose outcome nobody knew may have come to light.
    reopened: Counter,
}

#[derive(Debug, Default)]
struct Known {
    people: BTreeMap<SessionId, StoredSession>,
    /// Counts how often everything was forgotten.
    changes: u64,
    /// How often the database had been opened anew when this was learned.
    reopened: u64,
}

impl Known {
    fn forget(&mut self) {
        self.people.clear();
        self.changes += 1;
    }
}

impl Sessions {
    pub(super) fn new(store: &Store) -> Self {
        let known = (!store.is_shared()).then(Arc::default);
        Self { known, reopened: store.counts().reopened.clone() }
    }

    /// Who is behind the session, as remembered or else as `ask` answers, and whether it is to be
    /// noted that it is used now.
    pub(super) async fn find<F>(
        &self,
        session: &SessionId,
        now: i64,
        ask: impl FnOnce() -> F,
    ) -> Result<Option<(Person, bool)>, StoreError>
    where
        F: Future<Output = Result<Option<StoredSession>, StoreError>>,
    {
        let Some(known) = &self.known else {
            return Ok(ask().await?.map(|mut found| use_now(&mut found, now)));
        };
        let changes = {
            let mut known = self.lock(known);
            if let Some(found) = known.people.get_mut(session) {
                return Ok(Some(use_now(found, now)));
            }
            known.changes
        };
        let Some(mut found) = ask().await? else { return Ok(None) };
        let used = use_now(&mut found, now);
        let mut known = self.lock(known);
        // What was forgotten meanwhile may have been this.
        if known.changes == changes {
            if known.people.len() >= MOST {
                known.people.clear();
            }
            known.people.insert(session.clone(), found);
        }
        Ok(Some(used))
    }

    /// Somebody has changed: everyone is asked for again.
    pub(super) fn forget(&self) {
        if let Some(known) = &self.known {
            self.lock(known).forget();
        }
    }

    fn lock<'a>(&self, known: &'a Mutex<Known>) -> MutexGuard<'a, Known> {
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        let reopened = self.reopened.get();
        if known.reopened != reopened {
            known.reopened = reopened;
            known.forget();
        }
        known
    }
}

/// Whose session it is, and whether its last use was noted so long ago that it is to be again.
fn use_now(session: &mut StoredSession, now: i64) -> (Person, bool) {
    let is_due = now - session.used_at >= NOTED_EVERY;
    if is_due {
        session.used_at = now;
    }
    (session.person.clone(), is_due)
}
