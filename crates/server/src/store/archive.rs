//! A whole server as JSON lines: for moving it to another database, and for looking at it.
//!
//! The first line says what it is, each other line is a row, and the last one says how many there
//! were, so that half an archive is not taken for a whole one.

use std::io::{BufRead, Write};

use futures_util::TryStreamExt;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Row};
use thiserror::Error;

use super::connect::{connect, connect_as_it_is, shape};
use super::{Database, OpenError, StoreError, private_file};

/// What a column holds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Kind {
    Text,
    Number,
    Real,
}
use Kind::{Number, Real, Text};

type Columns = &'static [(&'static str, Kind)];

/// Everything that is kept, in an order in which a row refers to rows before it only; each with the
/// columns that it is sorted by.
const TABLES: [(&str, &str, Columns); 11] = [
    ("settings", "name", &[("name", Text), ("value", Text)]),
    (
        "people",
        "COALESCE(bot_of, ''), id",
        &[
            ("id", Text),
            ("name", Text),
            ("name_key", Text),
            ("name_shape", Text),
            ("password", Text),
            ("created_at", Number),
            ("deleted_at", Number),
            ("bot_of", Text),
            ("banned_at", Number),
        ],
    ),
    (
        "sessions",
        "id",
        &[("id", Text), ("person", Text), ("created_at", Number), ("used_at", Number)],
    ),
    (
        "tables",
        "id",
        &[
            ("id", Text),
            ("game", Text),
            ("listed", Number),
            ("stage", Text),
            ("seed", Text),
            ("created_at", Number),
            ("changed_at", Number),
            ("due", Number),
            ("counted_at", Number),
            ("opened_by", Text),
            ("bots", Number),
        ],
    ),
    (
        "entries",
        "table_id, seq",
        &[
            ("table_id", Text),
            ("seq", Number),
            ("client_key", Text),
            ("at", Number),
            ("body", Text),
        ],
    ),
    ("sitting", "table_id, person", &[("table_id", Text), ("person", Text)]),
    (
        "chat",
        "table_id, seq",
        &[
            ("table_id", Text),
            ("seq", Number),
            ("client_key", Text),
            ("person", Text),
            ("at", Number),
            ("text", Text),
        ],
    ),
    (
        "results",
        "table_id, seat",
        &[
            ("table_id", Text),
            ("seat", Number),
            ("player", Text),
            ("game", Text),
            ("players", Number),
            ("pool", Text),
            ("place", Number),
            ("total", Number),
            ("day", Text),
            ("at", Number),
        ],
    ),
    (
        "ratings",
        "player, pool, game, players, number",
        &[
            ("player", Text),
            ("pool", Text),
            ("game", Text),
            ("players", Number),
            ("number", Number),
            ("table_id", Text),
            ("rating", Real),
            ("uncertainty", Real),
            ("at", Number),
        ],
    ),
    (
        "webhooks",
        "person",
        &[("person", Text), ("url", Text), ("secret", Text), ("created_at", Number)],
    ),
    (
        "plans",
        "table_id, seat",
        &[
            ("table_id", Text),
            ("seat", Number),
            ("person", Text),
            ("plan", Text),
            ("created_at", Number),
        ],
    ),
];

/// What is under way and need not be kept: a message that is not told is no loss, and a probe has
/// said all it says.
#[cfg(test)]
const FLEETING: [&str; 2] = ["deliveries", "probe"];

/// The shape of the first version that could export.
const FIRST_SHAPE: u64 = 8;

/// Why an archive cannot be written or read.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// The database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] std::io::Error),
    /// The archive is damaged.
    #[error("line {line}: {reason}")]
    Damaged {
        /// Which line, from 1.
        line: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// There is something in the database.
    #[error("the database is not empty: import into a new one")]
    NotEmpty,
    /// A file is kept by the database's own means.
    #[error("PostgreSQL has pg_dump for this; `bellwether export` works with both databases")]
    NotAFile,
}

impl From<sqlx::Error> for ArchiveError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// A line of an archive.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Line {
    Head {
        bellwether: String,
        /// The number of the last change to the database's shape.
        shape: u64,
    },
    Row {
        table: String,
        row: Map<String, Value>,
    },
    End {
        rows: u64,
    },
}

/// Writes everything in the database as lines, and gives the number of rows.
///
/// # Errors
/// If the database or the file fails.
pub async fn export(from: &Database, to: &mut impl Write) -> Result<u64, ArchiveError> {
    let rows = read_all(from, async |line| {
        let text = serde_json::to_string(&line).map_err(std::io::Error::from)?;
        Ok(writeln!(to, "{text}")?)
    });
    let rows = rows.await?;
    to.flush()?;
    Ok(rows)
}

/// Reads the lines of an archive into an empty database, all of them or none, and gives the number
/// of rows.
///
/// # Errors
/// If the archive is damaged, the database is not empty, or one of them fails.
pub async fn import(from: &mut impl BufRead, to: &Database) -> Result<u64, ArchiveError> {
    let (mut connection, _lock) = connect(to).await?;
    let imported = import_lines(from, &mut connection).await;
    closed(connection, imported).await
}

async fn import_lines(
    from: &mut impl BufRead,
    to: &mut AnyConnection,
) -> Result<u64, ArchiveError> {
    let mut importer = Importer::begin(to).await?;
    for line in from.lines() {
        let line = line?;
        let read = serde_json::from_str(&line);
        importer.take(read.map_err(|_| importer.damaged("this is no line of an archive"))?).await?;
    }
    importer.finish().await
}

/// Closes the connection whether something came of it or not: whoever opens the database next must
/// not find it locked by what is still being taken back.
async fn closed<T>(
    connection: AnyConnection,
    done: Result<T, ArchiveError>,
) -> Result<T, ArchiveError> {
    let closed = connection.close().await;
    let done = done?;
    closed?;
    Ok(done)
}

/// Copies everything from one database to another, which is empty.
///
/// # Errors
/// If the other one is not empty, or one of them fails.
pub async fn copy(from: &Database, to: &Database) -> Result<u64, ArchiveError> {
    let (mut connection, _lock) = connect(to).await?;
    let copied = copy_lines(from, &mut connection).await;
    closed(connection, copied).await
}

async fn copy_lines(from: &Database, to: &mut AnyConnection) -> Result<u64, ArchiveError> {
    let mut importer = Importer::begin(to).await?;
    read_all(from, async |line| importer.take(line).await).await?;
    importer.finish().await
}

/// Copies a database file as it is at this moment, also while a server uses it.
///
/// # Errors
/// If it is no file, the other file exists, or the disk fails.
pub async fn backup(from: &Database, to: &std::path::Path) -> Result<(), ArchiveError> {
    let Database::Sqlite(_) = from else { return Err(ArchiveError::NotAFile) };
    let mut connection = connect_as_it_is(from).await?;
    let file = private_file(to)?;
    let name = to.to_string_lossy().into_owned();
    sqlx::query("VACUUM INTO $1").bind(name).execute(&mut connection).await?;
    file.sync_all()?;
    Ok(connection.close().await?)
}

/// Hands over every line of an archive, as things are at one moment.
async fn read_all(
    from: &Database,
    mut take: impl AsyncFnMut(Line) -> Result<(), ArchiveError>,
) -> Result<u64, ArchiveError> {
    let mut connection = connect_as_it_is(from).await?;
    let mut transaction = connection.begin().await?;
    if let Database::Postgres(_) = from {
        let sql = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";
        sqlx::query(sql).execute(&mut *transaction).await?;
    }
    take(Line::Head { bellwether: "export".to_owned(), shape: shape() }).await?;
    let mut count = 0;
    for (table, order, columns) in TABLES {
        let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
        let sql = format!("SELECT {} FROM {table} ORDER BY {order}", names.join(", "));
        // Only the names above go into it.
        let mut rows = sqlx::query(AssertSqlSafe(sql)).fetch(&mut *transaction);
        while let Some(row) = rows.try_next().await? {
            take(Line::Row { table: table.to_owned(), row: values(&row, columns)? }).await?;
            count += 1;
        }
    }
    take(Line::End { rows: count }).await?;
    transaction.rollback().await?;
    connection.close().await?;
    Ok(count)
}

fn values(row: &AnyRow, columns: Columns) -> Result<Map<String, Value>, sqlx::Error> {
    let value = |&(name, kind): &(&str, Kind)| {
        let value: Value = match kind {
            Text => row.try_get::<Option<String>, _>(name)?.into(),
            Number => row.try_get::<Option<i64>, _>(name)?.into(),
            // As text, so that every bit comes back.
            Real => row.try_get::<Option<f64>, _>(name)?.map(|real| real.to_string()).into(),
        };
        Ok((name.to_owned(), value))
    };
    columns.iter().map(value).collect()
}

/// Puts lines into an empty database.
struct Importer<'a> {
    transaction: sqlx::Transaction<'a, sqlx::Any>,
    /// How many lines were read.
    lines: u64,
    rows: u64,
    is_whole: bool,
    /// Whether an earlier version has exported it, which had fewer columns.
    is_earlier: bool,
}

impl<'a> Importer<'a> {
    async fn begin(connection: &'a mut AnyConnection) -> Result<Self, ArchiveError> {
        let mut transaction = connection.begin().await?;
        for (table, _, _) in TABLES {
            let sql = AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
            let rows: i64 = sqlx::query_scalar(sql).fetch_one(&mut *transaction).await?;
            if rows > 0 {
                return Err(ArchiveError::NotEmpty);
            }
        }
        Ok(Self { transaction, lines: 0, rows: 0, is_whole: false, is_earlier: false })
    }

    /// What is wrong with the line that is read now.
    fn damaged(&self, reason: impl Into<String>) -> ArchiveError {
        ArchiveError::Damaged { line: self.lines + 1, reason: reason.into() }
    }

    async fn take(&mut self, line: Line) -> Result<(), ArchiveError> {
        if self.is_whole {
            return Err(self.damaged("there is something after the end"));
        }
        match line {
            Line::Head { bellwether, shape: kept } if self.lines == 0 => {
                if bellwether != "export" || kept < FIRST_SHAPE {
                    return Err(self.damaged("this is no archive that was ever exported"));
                }
                if kept > shape() {
                    let reason = "this was exported by a newer version: use that one to import it";
                    return Err(self.damaged(reason));
                }
                self.is_earlier = kept < shape();
            }
            _ if self.lines == 0 => return Err(self.damaged("an archive starts with what it is")),
            Line::Row { table, row } => self.insert(&table, row).await?,
            Line::End { rows } if rows == self.rows => self.is_whole = true,
            Line::Head { .. } | Line::End { .. } => {
                return Err(self.damaged("some rows are missing before this line"));
            }
        }
        self.lines += 1;
        Ok(())
    }

    async fn insert(&mut self, table: &str, row: Map<String, Value>) -> Result<(), ArchiveError> {
        let known = TABLES.iter().find(|(name, _, _)| *name == table);
        let Some((name, _, expected)) = known else {
            return Err(self.damaged("there is no such table"));
        };
        // A column that an earlier version did not have gets its default.
        let columns: Vec<_> =
            expected.iter().filter(|(column, _)| row.contains_key(*column)).collect();
        let is_complete = columns.len() == expected.len() || self.is_earlier;
        if columns.is_empty() || row.len() != columns.len() || !is_complete {
            return Err(self.damaged(format!("a row of {name} has other columns")));
        }
        let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
        let places: Vec<String> = (1..=columns.len()).map(|place| format!("${place}")).collect();
        let (names, places) = (names.join(", "), places.join(", "));
        let sql = AssertSqlSafe(format!("INSERT INTO {name} ({names}) VALUES ({places})"));
        let mut query = sqlx::query(sql);
        for (name, kind) in columns {
            let value = &row[*name];
            let wrong = || self.damaged(format!("{name} is of another kind"));
            query = match kind {
                Text => query.bind(value.as_str().map(str::to_owned).or_null(value, wrong)?),
                Number => query.bind(value.as_i64().or_null(value, wrong)?),
                Real => {
                    let real = value.as_str().and_then(|text| text.parse::<f64>().ok());
                    query.bind(real.or_null(value, wrong)?)
                }
            };
        }
        match query.execute(&mut *self.transaction).await {
            Ok(_) => self.rows += 1,
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                return Err(self.damaged("this row is there twice"));
            }
            Err(sqlx::Error::Database(error)) => {
                return Err(self.damaged(format!("the database does not take it: {error}")));
            }
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    async fn finish(self) -> Result<u64, ArchiveError> {
        if !self.is_whole {
            return Err(self.damaged("the archive ends in the middle"));
        }
        self.transaction.commit().await?;
        Ok(self.rows)
    }
}

/// A value of the right kind, or none where none is meant.
trait OrNull: Sized {
    fn or_null(
        self,
        value: &Value,
        wrong: impl FnOnce() -> ArchiveError,
    ) -> Result<Self, ArchiveError>;
}

impl<T> OrNull for Option<T> {
    fn or_null(
        self,
        value: &Value,
        wrong: impl FnOnce() -> ArchiveError,
    ) -> Result<Self, ArchiveError> {
        if self.is_none() && !value.is_null() { Err(wrong()) } else { Ok(self) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[tokio::test]
    async fn everything_that_is_kept_is_archived() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::Sqlite(folder.path().join("a.db"));
        let (mut connection, _lock) = connect(&database).await.unwrap();
        let sql = "SELECT m.name AS t, c.name AS c FROM sqlite_master AS m \
                   JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table' ORDER BY t, c";
        let mut kept: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for row in sqlx::query(sql).fetch_all(&mut connection).await.unwrap() {
            kept.entry(row.get("t")).or_default().push(row.get("c"));
        }
        kept.retain(|name, _| !FLEETING.contains(&name.as_str()) && !name.starts_with("_sqlx"));
        let archived = TABLES.iter().map(|(name, _, columns)| {
            let mut columns: Vec<String> =
                columns.iter().map(|(name, _)| (*name).to_owned()).collect();
            columns.sort();
            ((*name).to_owned(), columns)
        });
        assert_eq!(archived.collect::<BTreeMap<_, _>>(), kept);
    }
}
