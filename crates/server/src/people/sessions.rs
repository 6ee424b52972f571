//! Who is behind which session, remembered where nobody else can change it.
//!
//! A command asks for its session each time. With several nodes that is a question to the
//! database; a server that has its database for itself knows when an answer is out of date.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use prometheus_client::metrics::counter::Counter;

use crate::id::SessionId;
use crate::store::{Store, StoreError};
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
    people: BTreeMap<SessionId, Person>,
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

    /// Who is behind the session, as remembered or else as `ask` answers.
    pub(super) async fn find<F>(
        &self,
        session: &SessionId,
        ask: impl FnOnce() -> F,
    ) -> Result<Option<Person>, StoreError>
    where
        F: Future<Output = Result<Option<Person>, StoreError>>,
    {
        let Some(known) = &self.known else { return ask().await };
        let changes = {
            let known = self.lock(known);
            if let Some(person) = known.people.get(session) {
                return Ok(Some(person.clone()));
            }
            known.changes
        };
        let found = ask().await?;
        let mut known = self.lock(known);
        // What was forgotten meanwhile may have been this.
        if let Some(person) = found.as_ref().filter(|_| known.changes == changes) {
            if known.people.len() >= MOST {
                known.people.clear();
            }
            known.people.insert(session.clone(), person.clone());
        }
        Ok(found)
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
