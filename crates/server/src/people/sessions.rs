//! Who is behind which session, remembered where nobody else can change it.
//!
//! A command asks for its session each time. With several nodes that is a question to the
//! database; a server that has its database for itself knows when an answer is out of date.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::id::SessionId;
use crate::store::{Store, StoreError};
use crate::wire::Person;

/// More than this are not remembered.
const MOST: usize = 20_000;

/// Sessions that were asked for.
#[derive(Clone, Debug)]
pub(super) struct Sessions(Option<Arc<Mutex<Known>>>);

#[derive(Debug, Default)]
struct Known {
    people: BTreeMap<SessionId, Person>,
    /// Counts how often everything was forgotten.
    changes: u64,
}

impl Sessions {
    pub(super) fn new(store: &Store) -> Self {
        Self((!store.is_shared()).then(Arc::default))
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
        let Some(known) = &self.0 else { return ask().await };
        let changes = {
            let known = lock(known);
            if let Some(person) = known.people.get(session) {
                return Ok(Some(person.clone()));
            }
            known.changes
        };
        let found = ask().await?;
        let mut known = lock(known);
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
        if let Some(known) = &self.0 {
            let mut known = lock(known);
            known.people.clear();
            known.changes += 1;
        }
    }
}

fn lock(known: &Mutex<Known>) -> MutexGuard<'_, Known> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}
