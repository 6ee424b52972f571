//! Opening a database, making it if need be, and bringing it up to date.

use std::borrow::Cow;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{Arc, Once};
use std::time::Duration;

use sqlx::any::AnyConnectOptions;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, Connection, SqlStr};
use thiserror::Error;
use tokio::time::timeout;

use super::journal::Journal;
use super::lock::FileLock;
use super::pool::{Pool, no_answer};
use super::upgrade::upgrade;
use super::writer::{Connections, Writer};
use super::{Store, StoreError, Write, WriteCounts, Writes, private_file};

/// The changes to the database's shape, oldest first. One that was released is never edited.
const MIGRATIONS: [(&str, Sql); 11] = [
    ("tables and people", Sql::both(include_str!("../../migrations/0001_tables_and_people.sql"))),
    ("what is due", Sql::both(include_str!("../../migrations/0002_due.sql"))),
    ("chat", Sql::both(include_str!("../../migrations/0003_chat.sql"))),
    ("results", Sql::both(include_str!("../../migrations/0004_results.sql"))),
    ("webhooks", Sql::both(include_str!("../../migrations/0005_webhooks.sql"))),
    ("bans", Sql::both(include_str!("../../migrations/0006_bans.sql"))),
    ("plans", Sql::both(include_str!("../../migrations/0007_plans.sql"))),
    (
        "logs are one tree",
        Sql {
            sqlite: include_str!("../../migrations/0008_one_tree.sqlite.sql"),
            postgres: include_str!("../../migrations/0008_one_tree.postgres.sql"),
        },
    ),
    ("a probe", Sql::both(include_str!("../../migrations/0009_probe.sql"))),
    ("who opened tables", Sql::both(include_str!("../../migrations/0010_who_opened_tables.sql"))),
    ("people", Sql::both(include_str!("../../migrations/0011_people.sql"))),
];

/// A change as each database understands it.
struct Sql {
    sqlite: &'static str,
    postgres: &'static str,
}

impl Sql {
    /// Most are the same text.
    const fn both(text: &'static str) -> Self {
        Self { sqlite: text, postgres: text }
    }

    const fn of(&self, database: &Database) -> &'static str {
        match database {
            Database::Sqlite(_) => self.sqlite,
            Database::Postgres(_) => self.postgres,
        }
    }
}

/// How long a database may take to let itself be connected to at the start.
pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Where things are stored.
#[derive(Clone, PartialEq, Eq)]
pub enum Database {
    /// In this file.
    Sqlite(PathBuf),
    /// At this address, which may hold a password.
    Postgres(String),
}

impl FromStr for Database {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_postgres = ["postgres://", "postgresql://"].iter().any(|s| text.starts_with(s));
        Ok(if is_postgres {
            Self::Postgres(text.to_owned())
        } else {
            Self::Sqlite(text.strip_prefix("sqlite:").unwrap_or(text).into())
        })
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "SQLite in {}", path.display()),
            Self::Postgres(_) => f.write_str("PostgreSQL"),
        }
    }
}

/// Why a database cannot be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// It cannot be reached.
    #[error("the database cannot be opened: {0}")]
    Connect(#[from] sqlx::Error),
    /// There is no such file, and none can be made.
    #[error("the database cannot be opened: {0}")]
    File(#[source] std::io::Error),
    /// Another process has it.
    #[error(
        "the database file is in use by another bellwether: stop that one, or name another file"
    )]
    InUse,
    /// Whether another process has it cannot be said.
    #[error("the file that locks the database cannot be made or locked beside it: {0}")]
    Lock(#[source] std::io::Error),
    /// It can be read, perhaps, but a server has to write.
    #[error("the database cannot be written to: {0}")]
    NotWritable(#[source] StoreError),
    /// The file cannot be opened for its writer.
    #[error("the database cannot be opened: {0}")]
    Journal(#[from] rusqlite::Error),
    /// The writer has no thread.
    #[error("the database cannot be written to: {0}")]
    Thread(#[from] std::io::Error),
    /// It cannot be brought up to date.
    #[error("the database cannot be brought up to date: {0}")]
    Migrate(MigrateError),
    /// What an earlier version has written cannot be brought up to date.
    #[error("the database cannot be brought up to date: {0}")]
    Upgrade(#[from] StoreError),
    /// There is no way back.
    #[error("the database was used by a newer version of Bellwether: use that one, or a backup")]
    Newer,
    /// The file system does not support what durability needs.
    #[error("the database file cannot be used with a write-ahead log here")]
    NoWriteAheadLog,
}

impl From<MigrateError> for OpenError {
    fn from(error: MigrateError) -> Self {
        match error {
            MigrateError::VersionMissing(_) => Self::Newer,
            error => Self::Migrate(error),
        }
    }
}

impl Database {
    fn options(&self, may_make: bool) -> Result<AnyConnectOptions, sqlx::Error> {
        static DRIVERS: Once = Once::new();
        DRIVERS.call_once(sqlx::any::install_default_drivers);
        match self {
            Self::Sqlite(path) => {
                let path = escaped(path.as_os_str().as_encoded_bytes());
                let mode = if may_make { "rwc" } else { "rw" };
                format!("sqlite:{path}?mode={mode}").parse()
            }
            Self::Postgres(address) => address.parse(),
        }
    }
}

impl Store {
    /// Opens the database, makes it if it is a file that does not exist, and brings it up to date.
    ///
    /// # Errors
    /// If that is not possible.
    pub async fn open(database: &Database) -> Result<Self, OpenError> {
        let (connection, lock) = connect(database).await?;
        let options = database.options(false)?;
        let (counts, lock) = (WriteCounts::default(), lock.map(Arc::new));
        let (pool, writes) = match database {
            Database::Sqlite(path) => {
                let pool = Pool::connect(database, options).await?;
                let connections = Connections { journal: Journal::open(path)?, connection };
                let (counts, lock) = (counts.clone(), lock.clone());
                let writer = Writer::start(database.clone(), connections, counts, lock)?;
                (pool, Writes::Together(writer))
            }
            Database::Postgres(address) => {
                connection.close().await?;
                (Pool::connect(database, options).await?, Writes::Apart(address.clone()))
            }
        };
        let store = Self { pool, writes, counts, probe: Arc::default(), lock };
        let probed = store.write(Write::Probe { now: crate::clock::now() }).await;
        match probed {
            Ok(_) => Ok(store),
            Err(error) => {
                store.close().await;
                Err(OpenError::NotWritable(error))
            }
        }
    }
}

/// Connects to a database as it is.
pub(super) async fn connect_as_it_is(database: &Database) -> Result<AnyConnection, OpenError> {
    connect_with(&database.options(false)?).await
}

async fn connect_with(options: &AnyConnectOptions) -> Result<AnyConnection, OpenError> {
    let connection = timeout(CONNECT_TIMEOUT, AnyConnection::connect_with(options)).await;
    Ok(connection.unwrap_or_else(|_| Err(no_answer()))?)
}

/// Connects to a database, makes it if need be, and brings it up to date. A file is locked for as
/// long as the lock is kept.
pub(super) async fn connect(
    database: &Database,
) -> Result<(AnyConnection, Option<FileLock>), OpenError> {
    let lock = match database {
        Database::Sqlite(path) => {
            // It may be there already; if it cannot be made, opening it says why.
            let _ = private_file(path);
            Some(FileLock::take(path)?)
        }
        Database::Postgres(_) => None,
    };
    let mut connection = connect_with(&database.options(true)?).await?;
    if let Database::Sqlite(_) = database {
        make_durable(&mut connection).await?;
    }
    migrator(database).run(&mut connection).await?;
    upgrade(&mut connection).await?;
    Ok((connection, lock))
}

/// Connects to a file once more to write to it.
pub(super) async fn reconnect(database: &Database) -> Result<AnyConnection, OpenError> {
    let mut connection = connect_as_it_is(database).await?;
    make_durable(&mut connection).await?;
    Ok(connection)
}

/// How a writer works. Every commit waits for the disk.
pub(super) const WRITER: &str = "PRAGMA synchronous = FULL; \
     -- What a statement has to restore if it fails halfway is kept in memory, not in a file.
     PRAGMA temp_store = MEMORY; \
     -- The pages of a table that is played change with every action: 32 MiB of changes are
     -- gathered before each is copied from the log into the database, once.
     PRAGMA wal_autocheckpoint = 8192; \
     PRAGMA cache_size = -4096";

async fn make_durable(connection: &mut AnyConnection) -> Result<(), OpenError> {
    let mode: String =
        sqlx::query_scalar("PRAGMA journal_mode = WAL").fetch_one(&mut *connection).await?;
    if mode != "wal" {
        return Err(OpenError::NoWriteAheadLog);
    }
    sqlx::query(WRITER).execute(connection).await?;
    Ok(())
}

/// The number of the last change to the database's shape.
pub(super) const fn shape() -> u64 {
    MIGRATIONS.len() as u64
}

fn migrator(database: &Database) -> Migrator {
    let migrations = MIGRATIONS.iter().enumerate().map(|(place, (about, sql))| {
        let version = place as i64 + 1;
        let sql = SqlStr::from_static(sql.of(database));
        Migration::new(version, Cow::Borrowed(about), MigrationType::Simple, sql, false)
    });
    Migrator::with_migrations(migrations.collect())
}

/// A path as an address can hold it.
fn escaped(path: &[u8]) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.".contains(&byte);
    path.iter()
        .map(
            |&byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") },
        )
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_apart_and_passwords_do_not_show() {
        let read = |text: &str| text.parse::<Database>().unwrap();
        assert_eq!(read("./bellwether.db"), Database::Sqlite("./bellwether.db".into()));
        assert_eq!(read("sqlite:a.db"), Database::Sqlite("a.db".into()));
        let postgres = read("postgres://me:hunter2@db/bellwether");
        assert_eq!(format!("{postgres:?}"), "PostgreSQL");
    }

    #[test]
    fn paths_are_escaped() {
        assert_eq!(escaped("/tmp/a b?#%.db".as_bytes()), "/tmp/a%20b%3F%23%25.db");
    }
}
