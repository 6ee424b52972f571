//! Replays of long logs: they take long, so a few are made at a time, away from the threads that
//! answer, and not many wait.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use super::{Loaded, Stage, TableError, Tables};
use crate::id::TableId;
use crate::store::{StoreError, StoredEntry};
use crate::table::{Checked, Table, UnfairError};

/// Logs are read in parts of so many entries. A log that is shorter, as nearly all are, is replayed
/// on the spot.
pub(super) const ENTRIES_A_PART: u32 = 500;
/// How many loads of long logs may wait.
const MOST_LOADS_WAITING: usize = 64;
/// How many checks of finished tables may wait.
const MOST_CHECKS_WAITING: usize = 16;

/// The places for replays.
#[derive(Debug)]
pub(super) struct Replays {
    loads: Places,
    checks: Places,
}

/// So many run, so many wait, and all others are sent away.
#[derive(Debug)]
struct Places {
    running: Arc<Semaphore>,
    waiting: Semaphore,
}

impl Default for Replays {
    /// Half of the cores are left for answering.
    fn default() -> Self {
        let cores = available_parallelism().map_or(1, NonZeroUsize::get);
        let at_a_time = (cores / 2).max(1);
        Self {
            loads: Places::new(at_a_time, MOST_LOADS_WAITING),
            checks: Places::new(at_a_time, MOST_CHECKS_WAITING),
        }
    }
}

impl Places {
    fn new(running: usize, waiting: usize) -> Self {
        Self { running: Arc::new(Semaphore::new(running)), waiting: Semaphore::new(waiting) }
    }

    async fn take(&self) -> Result<OwnedSemaphorePermit, TableError> {
        if let Ok(place) = self.running.clone().try_acquire_owned() {
            return Ok(place);
        }
        let _waits = self.waiting.try_acquire().map_err(|_| TableError::Busy)?;
        self.running.clone().acquire_owned().await.map_err(|_| TableError::Busy)
    }
}

impl Tables {
    /// A table as its log in the store tells it.
    pub(super) async fn read_whole(&self, id: &TableId) -> Result<Loaded, TableError> {
        let stored = self.0.store.entries(id, 0, ENTRIES_A_PART).await?;
        let (Some(first), Some(seed)) = (stored.first(), self.0.store.seed(id).await?) else {
            self.slots().remove(id);
            return Err(TableError::NotFound);
        };
        let table = Table::replay(id, &self.0.registry, [&first.stamped])?;
        let (log, planned) = (vec![first.stamped.clone()], table.game().id().has_plans());
        let loaded = Loaded {
            table,
            log,
            sent: BTreeMap::new(),
            seed,
            told: None,
            planned,
            summary: None,
            checked: None,
        };
        let loaded = self.add_parts(loaded, stored).await?;
        self.note(&loaded.table);
        Ok(loaded)
    }

    /// Adds a part of the log to a table, and all parts that come after it.
    pub(super) async fn add_parts(
        &self,
        mut loaded: Loaded,
        mut part: Vec<StoredEntry>,
    ) -> Result<Loaded, TableError> {
        if is_last(&part) {
            loaded.add_part(part)?;
            return Ok(loaded);
        }
        let id = loaded.table.id().clone();
        let _place = self.0.replays.loads.take().await?;
        loop {
            let last = is_last(&part);
            let replay = spawn_blocking(move || loaded.add_part(part).map(|()| loaded));
            loaded = replay.await.map_err(|_| StoreError::Closed)??;
            if last {
                return Ok(loaded);
            }
            part = self.0.store.entries(&id, loaded.table.seq(), ENTRIES_A_PART).await?;
        }
    }

    /// Checks every draw of a finished table. What has come of it is remembered as long as the
    /// table is in memory.
    ///
    /// # Errors
    /// If the table cannot be read, or too many checks wait. What does not fit is the inner error.
    pub async fn check(&self, id: &TableId) -> Result<Result<Checked, UnfairError>, TableError> {
        if let Some(known) = self.known_check(id).await? {
            return Ok(known);
        }
        let place = self.0.replays.checks.take().await?;
        // Somebody may have asked the same, and was first.
        if let Some(known) = self.known_check(id).await? {
            return Ok(known);
        }
        let log = self.read(id, |_, log| log.to_vec()).await?;
        let (this, table) = (self.clone(), id.clone());
        let check = spawn_blocking(move || {
            let _place = place;
            Checked::log(&table, &this.0.registry, &log)
        });
        let checked = check.await.map_err(|_| StoreError::Closed)?;
        if let Some(loaded) = &mut *self.slot(id).loaded.lock().await {
            loaded.checked = Some(Box::new(checked.clone()));
        }
        Ok(checked)
    }

    /// What is known without a replay: of a game that goes on there is nothing to check, and the
    /// draws of one that has ended stay what they are.
    async fn known_check(
        &self,
        id: &TableId,
    ) -> Result<Option<Result<Checked, UnfairError>>, TableError> {
        let slot = self.slot(id);
        let mut place = slot.loaded.lock().await;
        let loaded = self.load(id, &slot, &mut place).await?;
        if !matches!(loaded.table.stage(), Stage::Ended(_)) {
            return Ok(Some(Err(UnfairError::NotEnded)));
        }
        Ok(loaded.checked.as_deref().cloned())
    }
}

/// Whether nothing comes after that part.
fn is_last(part: &[StoredEntry]) -> bool {
    part.len() < ENTRIES_A_PART as usize
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn a_few_run_a_few_wait_and_others_are_sent_away() {
        let places = Places::new(1, 2);
        let running = places.take().await.unwrap();
        let mut waiting = [Box::pin(places.take()), Box::pin(places.take())];
        assert!(waiting.iter_mut().all(|place| place.now_or_never().is_none()));
        assert!(matches!(places.take().await, Err(TableError::Busy)));
        drop(running);
        let [first, second] = waiting;
        let running = first.await.unwrap();
        assert!(places.take().now_or_never().is_none(), "a place to wait is free again");
        drop(running);
        assert!(second.await.is_ok());
    }
}
