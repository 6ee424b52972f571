//! The store: tables with their logs, people and their sessions, in SQLite or PostgreSQL.
//!
//! Both databases get the same SQL, but for the shape of logs. They differ in how a write becomes durable: SQLite has one
//! writer that commits whatever has come in meanwhile together (`writer.rs`), PostgreSQL commits
//! every write by itself and tells the other nodes (`listen.rs`).

mod admin;
pub mod archive;
mod chat;
mod clock;
mod connect;
mod counts;
mod housekeeping;
mod journal;
mod listen;
mod lock;
mod plans;
mod pool;
mod private;
mod probe;
mod programs;
mod quotas;
mod read;
mod results;
mod sessions;
mod upgrade;
mod webhooks;
mod write;
mod writer;

use std::borrow::Cow;
use std::error::Error;
use std::sync::Arc;

use sqlx::error::ErrorKind;
use sqlx::{AnyConnection, Connection};
use tokio::time::timeout;

pub use archive::ArchiveError;
pub use chat::NewLine;
pub use connect::{Database, OpenError};
pub(crate) use counts::WriteCounts;
pub use listen::{Change, Changes};
pub use private::private_file;
pub use quotas::{Limited, WaitingTable};
pub use read::{Account, StoredEntry};
pub use results::{Count, NewRating};
pub(crate) use sessions::NOTED_EVERY;
pub use sessions::StoredSession;
pub use webhooks::{Delivery, StoredWebhook};
pub use write::{Append, NewPerson, NewTable, Summary, Write};

use lock::FileLock;
use pool::{ANSWER_TIMEOUT, Pool, no_answer};
use probe::Probe;
use writer::Writer;

/// How databases say that a page or a row on the disk is not what was written: SQLite's
/// `SQLITE_CORRUPT` with its extensions, PostgreSQL's `data_corrupted` and `index_corrupted`.
const CORRUPT: [&str; 6] = ["11", "267", "523", "779", "XX001", "XX002"];

/// Why something could not be read or written.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else was first: the name is taken, the entry was written.
    #[error("somebody else was first")]
    Conflict,
    /// The database does not take this one write, whoever writes: it contradicts what is there.
    #[error("the database refuses this: {0}")]
    Refused(#[source] Arc<dyn Error + Send + Sync>),
    /// The database failed. Whether a write was made is not known then.
    #[error("the database failed: {0}")]
    Database(#[source] Arc<dyn Error + Send + Sync>),
    /// Something was stored that cannot be read.
    #[error("the stored {0} cannot be read")]
    Damaged(&'static str),
    /// Somebody was to sit down who is gone for good.
    #[error("an account that is closed or signed out sits down nowhere")]
    Gone,
    /// The server is about to stop.
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// Whether only this one write failed, for its own reasons: the database works.
    const fn concerns_one_write(&self) -> bool {
        matches!(self, Self::Conflict | Self::Refused(_) | Self::Gone)
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        use sqlx::Error::{AnyDriverError, ColumnDecode, Database, Decode};
        let is_corrupt =
            |code: Option<Cow<'_, str>>| code.is_some_and(|code| CORRUPT.contains(&&*code));
        match &error {
            // A value of another kind, or text that is no text.
            ColumnDecode { .. } | Decode(_) | AnyDriverError(_) => Self::Damaged("row"),
            Database(database) => match database.kind() {
                ErrorKind::UniqueViolation => Self::Conflict,
                ErrorKind::Other if is_corrupt(database.code()) => Self::Damaged("page"),
                ErrorKind::Other => Self::Database(Arc::new(error)),
                _ => Self::Refused(Arc::new(error)),
            },
            _ => Self::Database(Arc::new(error)),
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::ConstraintViolation;
        use rusqlite::ffi::{SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE};
        let told = error.sqlite_error().map(|error| (error.code, error.extended_code));
        match told {
            Some((_, SQLITE_CONSTRAINT_PRIMARYKEY | SQLITE_CONSTRAINT_UNIQUE)) => Self::Conflict,
            Some((ConstraintViolation, _)) => Self::Refused(Arc::new(error)),
            _ => Self::Database(Arc::new(error)),
        }
    }
}

/// Whether that is PostgreSQL, where others write at the same time.
fn in_postgres(connection: &AnyConnection) -> bool {
    connection.backend_name() == "PostgreSQL"
}

/// The store. Clones share it.
#[derive(Clone, Debug)]
pub struct Store {
    pool: Pool,
    writes: Writes,
    counts: WriteCounts,
    probe: Arc<Probe>,
    /// Held until the store is closed.
    lock: Option<Arc<FileLock>>,
}

/// How writes become durable.
#[derive(Clone, Debug)]
enum Writes {
    /// SQLite: through the one writer.
    Together(Writer),
    /// PostgreSQL: each by itself, then all nodes hear of it. The address is for listening.
    Apart(String),
}

impl Store {
    /// Writes; when this returns, a crash or a power cut does not undo it. Gives how many rows
    /// were changed.
    ///
    /// # Errors
    /// If nothing was written; whether it was is not known if the database failed.
    pub async fn write(&self, write: Write) -> Result<u64, StoreError> {
        let written = match &self.writes {
            Writes::Together(writer) => writer.write(write).await,
            Writes::Apart(_) => {
                let apart = timeout(ANSWER_TIMEOUT, self.write_apart(&write));
                apart.await.unwrap_or_else(|_| Err(no_answer().into()))
            }
        };
        self.counts.note(&written);
        written
    }

    /// In a transaction of its own. A connection that is not done when this ends is closed.
    async fn write_apart(&self, write: &Write) -> Result<u64, StoreError> {
        let mut lent = self.pool.lend().await?;
        let mut transaction = lent.begin().await?;
        let done = match write.perform(&mut transaction).await {
            Ok(rows) => write.announce(&mut transaction).await.map(|()| rows),
            Err(error) => Err(error),
        };
        match &done {
            Ok(_) => {
                transaction.commit().await?;
                self.counts.commits.inc();
            }
            Err(_) => transaction.rollback().await?,
        }
        lent.done();
        done
    }

    /// What is counted of writes.
    pub(crate) const fn counts(&self) -> &WriteCounts {
        &self.counts
    }

    /// Whether other nodes may write to the same tables.
    pub const fn is_shared(&self) -> bool {
        matches!(self.writes, Writes::Apart(_))
    }

    /// Waits for the writes that are under way and closes the database.
    pub async fn close(&self) {
        if let Writes::Together(writer) = &self.writes {
            writer.close().await;
        }
        self.pool.close().await;
        if let Some(lock) = &self.lock {
            lock.release();
        }
    }
}
