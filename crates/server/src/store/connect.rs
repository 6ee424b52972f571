//! Opening a database, making it if need be, and bringing it up to date.

use std::borrow::Cow;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Once;
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, AnyPool, Connection, SqlStr};
use thiserror::Error;

use super::journal::Journal;
use super::writer::Writer;
use super::{Store, Writes, private_file};

/// The changes to the database's shape, oldest first. One that was released is never edited.
const MIGRATIONS: [(&str, Sql); 8] = [
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

/// How many reads go on at the same time.
const CONNECTIONS: u32 = 8;

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
    /// The file cannot be opened for its writer.
    #[error("the database cannot be opened: {0}")]
    Journal(#[from] rusqlite::Error),
    /// The writer has no thread.
    #[error("the database cannot be written to: {0}")]
    Thread(#[from] std::io::Error),
    /// It cannot be brought up to date.
    #[error("the database cannot be brought up to date: {0}")]
    Migrate(MigrateError),
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
        let connection = connect(database).await?;
        let options = database.options(false)?;
        let commits = Counter::default();
        Ok(match database {
            Database::Sqlite(path) => {
                let pool = pool(options, READER).await?;
                let writer = Writer::start(Journal::open(path)?, connection, commits.clone())?;
                Self { pool, writes: Writes::Together(writer), commits }
            }
            Database::Postgres(address) => {
                connection.close().await?;
                let pool = pool(options, "SET synchronous_commit = on").await?;
                Self { pool, writes: Writes::Apart(address.clone()), commits }
            }
        })
    }
}

/// Connects to a database as it is.
pub(super) async fn connect_as_it_is(database: &Database) -> Result<AnyConnection, OpenError> {
    Ok(AnyConnection::connect_with(&database.options(false)?).await?)
}

/// Connects to a database, makes it if need be, and brings it up to date.
pub(super) async fn connect(database: &Database) -> Result<AnyConnection, OpenError> {
    if let Database::Sqlite(path) = database {
        // It may be there already; if it cannot be made, opening it says why.
        let _ = private_file(path);
    }
    let mut connection = AnyConnection::connect_with(&database.options(true)?).await?;
    if let Database::Sqlite(_) = database {
        make_durable(&mut connection).await?;
    }
    migrator(database).run(&mut connection).await?;
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

/// Tables are kept in memory as long as somebody watches: a page that was read is seldom read
/// again, and the system remembers it in any case.
const READER: &str = "PRAGMA query_only = ON; PRAGMA cache_size = -256";

/// The number of the last change to the database's shape.
pub(super) const fn shape() -> u64 {
    MIGRATIONS.len() as u64
}

async fn pool(options: AnyConnectOptions, first: &'static str) -> Result<AnyPool, sqlx::Error> {
    let pool = AnyPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(Duration::from_secs(10))
        .after_connect(move |connection, _| {
            Box::pin(async move {
                sqlx::query(first).execute(connection).await?;
                Ok(())
            })
        });
    pool.connect_with(options).await
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
