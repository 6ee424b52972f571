//! The shortest way from an action to an SQLite file.
//!
//! Everything else goes through sqlx, which serves both databases alike. But it works in a thread
//! of its own and answers after every statement: at one table these changes of threads would take
//! as long as the disk. So the writer's thread (`writer.rs`) adds to logs by itself.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::connect::WRITER;
use super::write::{ADD_ENTRY, SUM_UP};
use super::{Append, StoreError};

/// A connection that adds to the logs of tables.
#[derive(Debug)]
pub(super) struct Journal(Connection);

impl Journal {
    /// Opens a database that exists and is up to date.
    pub(super) fn open(path: &Path) -> Result<Self, rusqlite::Error> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.execute_batch(WRITER)?;
        Ok(Self(connection))
    }

    /// Makes all appends durable, or none.
    pub(super) fn add<'a>(
        &self,
        appends: impl Iterator<Item = &'a Append>,
    ) -> Result<(), StoreError> {
        self.run("BEGIN IMMEDIATE")?;
        let added = self.write(appends).and_then(|()| self.run("COMMIT"));
        if added.is_err() && !self.0.is_autocommit() {
            self.run("ROLLBACK")?;
        }
        Ok(added?)
    }

    fn write<'a>(&self, appends: impl Iterator<Item = &'a Append>) -> rusqlite::Result<()> {
        for append in appends {
            let mut add = self.0.prepare_cached(ADD_ENTRY)?;
            append.entry_rows().try_for_each(|row| add.execute(row).map(drop))?;
            if let Some(row) = append.row() {
                self.0.prepare_cached(SUM_UP)?.execute(row)?;
            }
        }
        Ok(())
    }

    /// A transaction of rusqlite's would read these words anew each time.
    fn run(&self, sql: &str) -> rusqlite::Result<()> {
        self.0.prepare_cached(sql)?.execute([]).map(drop)
    }
}
