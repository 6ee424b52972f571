//! Opening a database, making it if need be, and bringing it up to date.

use std::borrow::Cow;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Once;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, AnyPool, Connection, SqlStr};
use thiserror::Error;

use super::writer::Writer;
use super::{Store, Writes};

/// The changes to the database's shape, oldest first. One that was released is never edited.
const MIGRATIONS: [(&str, &str); 3] = [
    ("tables and people", include_str!("../../migrations/0001_tables_and_people.sql")),
    ("chat", include_str!("../../migrations/0002_chat.sql")),
    ("what is due", include_str!("../../migrations/0003_due.sql")),
];

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
    /// It cannot be brought up to date.
    #[error("the database cannot be brought up to date: {0}")]
    Migrate(#[from] MigrateError),
    /// The file system does not support what durability needs.
    #[error("the database file cannot be used with a write-ahead log here")]
    NoWriteAheadLog,
}

impl Store {
    /// Opens the database, makes it if it is a file that does not exist, and brings it up to date.
    ///
    /// # Errors
    /// If that is not possible.
    pub async fn open(database: &Database) -> Result<Self, OpenError> {
        static DRIVERS: Once = Once::new();
        DRIVERS.call_once(sqlx::any::install_default_drivers);
        match database {
            Database::Sqlite(path) => open_sqlite(path).await,
            Database::Postgres(address) => open_postgres(address).await,
        }
    }
}

async fn open_sqlite(path: &std::path::Path) -> Result<Store, OpenError> {
    let path = escaped(path.as_os_str().as_encoded_bytes());
    let options: AnyConnectOptions = format!("sqlite:{path}?mode=rwc").parse()?;
    let mut writer = AnyConnection::connect_with(&options).await?;
    let mode: String =
        sqlx::query_scalar("PRAGMA journal_mode = WAL").fetch_one(&mut writer).await?;
    if mode != "wal" {
        return Err(OpenError::NoWriteAheadLog);
    }
    // FULL makes every commit wait for the disk.
    sqlx::query("PRAGMA synchronous = FULL").execute(&mut writer).await?;
    migrator().run(&mut writer).await?;
    let pool = pool(options, "PRAGMA query_only = ON").await?;
    Ok(Store { pool, writes: Writes::Together(Writer::start(writer)) })
}

async fn open_postgres(address: &str) -> Result<Store, OpenError> {
    let options: AnyConnectOptions = address.parse()?;
    let pool = pool(options, "SET synchronous_commit = on").await?;
    migrator().run(&pool).await?;
    Ok(Store { pool, writes: Writes::Apart(address.to_owned()) })
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

fn migrator() -> Migrator {
    let migrations = MIGRATIONS.iter().enumerate().map(|(place, (about, sql))| {
        let version = place as i64 + 1;
        let sql = SqlStr::from_static(sql);
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
