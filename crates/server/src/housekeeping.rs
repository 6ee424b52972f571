//! What is done once in a while: those who are gone leave their tables, if that was cut short, and
//! what nobody uses is forgotten. Every node does it; doing it twice does nothing.

use std::time::Duration;

use crate::clock::Clock;
use crate::config::Retention;
use crate::http::App;
use crate::id::{PersonId, TableId};
use crate::metrics::Metrics;
use crate::people::{People, SESSION_DAYS};
use crate::store::{Store, StoreError, Write};
use crate::tables::{TableError, Tables};

/// How often somebody looks.
const LOOK: Duration = Duration::from_mins(10);
/// How much is looked up at once.
const BATCH: u32 = 100;
/// How many batches of each kind are done at one look.
const MOST_BATCHES: usize = 10;

const DAY: i64 = 24 * 60 * 60 * 1000;

/// Looks after what everybody else has left lying about.
#[derive(Debug)]
pub(crate) struct Housekeeper {
    store: Store,
    tables: Tables,
    people: People,
    metrics: Metrics,
    clock: Clock,
    retention: Retention,
}

impl Housekeeper {
    pub(crate) fn new(app: &App, retention: Retention) -> Self {
        Self {
            store: app.store.clone(),
            tables: app.tables.clone(),
            people: app.people.clone(),
            metrics: app.metrics.clone(),
            clock: app.tables.clock().clone(),
            retention,
        }
    }

    /// Works until it is stopped, which is harmless at any moment.
    pub(crate) async fn run(self) {
        loop {
            let now = self.clock.now();
            if let Err(error) = self.leave_tables().await {
                tracing::warn!(%error, "those who are gone could not leave their tables");
            }
            if let Err(error) = self.forget(now).await {
                tracing::warn!(%error, "what nobody uses could not be forgotten");
            }
            self.clock.until(now + LOOK.as_millis() as i64).await;
        }
    }

    /// Has those who cannot come back leave their tables: most have, when they went.
    async fn leave_tables(&self) -> Result<(), StoreError> {
        let mut last: Option<(TableId, PersonId)> = None;
        loop {
            let gone = self.store.gone_at_tables(last.as_ref(), BATCH).await?;
            for (table, person) in &gone {
                match self.tables.leave(table, person).await {
                    Err(TableError::Store(error @ StoreError::Database(_))) => return Err(error),
                    Err(error) => tracing::warn!(%table, %error, "a table cannot be left"),
                    Ok(()) => {}
                }
            }
            match gone.into_iter().last() {
                Some(pair) => last = Some(pair),
                None => return Ok(()),
            }
        }
    }

    async fn forget(&self, now: i64) -> Result<(), StoreError> {
        self.forget_sessions(now - SESSION_DAYS * DAY).await?;
        if let Some(since) = since(now, self.retention.unstarted_table_days) {
            self.forget_tables(since).await?;
        }
        if let Some(since) = since(now, self.retention.guest_days) {
            self.forget_guests(since).await?;
        }
        Ok(())
    }

    async fn forget_sessions(&self, before: i64) -> Result<(), StoreError> {
        for _ in 0..MOST_BATCHES {
            let forget = Write::ForgetSessions { before, most: BATCH.into() };
            let forgotten = self.store.write(forget).await?;
            self.metrics.sessions_forgotten.inc_by(forgotten);
            if forgotten < BATCH.into() {
                break;
            }
        }
        Ok(())
    }

    async fn forget_tables(&self, untouched_since: i64) -> Result<(), StoreError> {
        for _ in 0..MOST_BATCHES {
            let tables = self.store.abandoned_tables(untouched_since, BATCH).await?;
            for table in &tables {
                if self.tables.forget(table, untouched_since).await? {
                    self.metrics.tables_forgotten.inc();
                }
            }
            if tables.len() < BATCH as usize {
                break;
            }
        }
        Ok(())
    }

    async fn forget_guests(&self, unused_since: i64) -> Result<(), StoreError> {
        for _ in 0..MOST_BATCHES {
            let guests = self.store.unused_guests(unused_since, BATCH).await?;
            let all = guests.len();
            for guest in guests {
                if self.people.forget_guest(guest, unused_since).await? {
                    self.metrics.guests_forgotten.inc();
                }
            }
            if all < BATCH as usize {
                break;
            }
        }
        Ok(())
    }
}

/// The time that lies so many days back; none if that is for ever.
fn since(now: i64, days: u32) -> Option<i64> {
    (days > 0).then(|| now - i64::from(days) * DAY)
}
