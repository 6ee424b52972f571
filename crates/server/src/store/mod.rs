//! The store: tables with their logs, people and their sessions, in SQLite or PostgreSQL.
//!
//! Both databases get the same SQL, but for the shape of logs. They differ in how a write becomes durable: SQLite has one
//! writer that commits whatever has come in meanwhile together (`writer.rs`), PostgreSQL commits
//! every write by itself and tells the other nodes (`listen.rs`).

mod admin;
pub mod archive;
mod chat;
mod connect;
mod journal;
mod listen;
mod plans;
mod private;
mod programs;
mod read;
mod results;
mod webhooks;
mod write;
mod writer;

use std::error::Error;
use std::sync::Arc;

use prometheus_client::metrics::counter::Counter;
use sqlx::AnyPool;

pub use archive::ArchiveError;
pub use chat::NewLine;
pub use connect::{Database, OpenError};
pub use listen::{Change, Changes};
pub use private::private_file;
pub use read::{Account, StoredEntry};
pub use results::{Count, NewRating};
pub use webhooks::{Delivery, StoredWebhook};
pub use write::{Append, NewPerson, NewTable, Summary, Write};

use writer::Writer;

/// Why something could not be read or written.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else was first: the name is taken, the entry was written.
    #[error("somebody else was first")]
    Conflict,
    /// The database failed.
    #[error("the database failed: {0}")]
    Database(#[source] Arc<dyn Error + Send + Sync>),
    /// Something was stored that cannot be read.
    #[error("the stored {0} cannot be read")]
    Damaged(&'static str),
    /// The server is about to stop.
    #[error("the store is closed")]
    Closed,
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match error.as_database_error() {
            Some(database) if database.is_unique_violation() => Self::Conflict,
            _ => Self::Database(Arc::new(error)),
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ffi::{SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE};
        match error.sqlite_error().map(|error| error.extended_code) {
            Some(SQLITE_CONSTRAINT_PRIMARYKEY | SQLITE_CONSTRAINT_UNIQUE) => Self::Conflict,
            _ => Self::Database(Arc::new(error)),
        }
    }
}

/// The store. Clones share it.
#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
    writes: Writes,
    commits: Counter,
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
    /// If nothing was written.
    pub async fn write(&self, write: Write) -> Result<u64, StoreError> {
        match &self.writes {
            Writes::Together(writer) => writer.write(write).await,
            Writes::Apart(_) => {
                let mut transaction = self.pool.begin().await?;
                let rows = write.perform(&mut transaction).await?;
                write.announce(&mut transaction).await?;
                transaction.commit().await?;
                self.commits.inc();
                Ok(rows)
            }
        }
    }

    /// Counts commits. In SQLite one may hold many writes.
    pub(crate) const fn commits(&self) -> &Counter {
        &self.commits
    }

    /// Whether other nodes may write to the same tables.
    pub const fn is_shared(&self) -> bool {
        matches!(self.writes, Writes::Apart(_))
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// If it does not.
    pub async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }

    /// Waits for the writes that are under way and closes the database.
    pub async fn close(&self) {
        if let Writes::Together(writer) = &self.writes {
            writer.close().await;
        }
        self.pool.close().await;
    }
}
