//! Programs that people let play, as they are stored.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::read::{id, readable};
use super::{NewPerson, Store, StoreError, in_postgres, sessions};
use crate::id::PersonId;
use crate::wire::Program;

/// Adds a program and its session, unless its owner has enough of them.
pub(super) async fn add(
    on: &mut AnyConnection,
    (program, name_key, name_shape): (&NewPerson, &str, &str),
    owner: &PersonId,
    most: i64,
    now: i64,
) -> Result<u64, StoreError> {
    let sql = "INSERT INTO people (id, name, name_key, created_at, bot_of, name_shape) \
               SELECT $1, $2, $3, $4, $5, $7 FROM people WHERE id = $5 \
               AND deleted_at IS NULL AND banned_at IS NULL AND (SELECT COUNT(*) \
               FROM people AS p JOIN sessions ON person = p.id WHERE p.bot_of = $5) < $6";
    let query = sqlx::query(sql).bind(program.id.as_str()).bind(program.name.as_str());
    let query = query.bind(name_key).bind(now).bind(owner.as_str()).bind(most);
    let query = query.bind(name_shape);
    match query.execute(&mut *on).await?.rows_affected() {
        0 => Ok(0),
        _ => sessions::open(on, &program.session, &program.id, now).await,
    }
}

/// Closes the sessions of a program of that owner.
pub(super) async fn revoke(
    on: &mut AnyConnection,
    owner: &PersonId,
    program: &PersonId,
) -> Result<u64, StoreError> {
    sessions::lock(on, program).await?;
    let sql = "DELETE FROM sessions WHERE person IN \
               (SELECT id FROM people WHERE id = $1 AND bot_of = $2)";
    let query = sqlx::query(sql).bind(program.as_str()).bind(owner.as_str());
    Ok(query.execute(on).await?.rows_affected())
}

/// Closes the sessions of all programs of that owner.
pub(super) async fn revoke_all(on: &mut AnyConnection, owner: &PersonId) -> Result<(), StoreError> {
    if in_postgres(on) {
        let query = sqlx::query("SELECT id FROM people WHERE bot_of = $1 ORDER BY id FOR UPDATE");
        query.bind(owner.as_str()).execute(&mut *on).await?;
    }
    let sql = "DELETE FROM sessions WHERE person IN (SELECT id FROM people WHERE bot_of = $1)";
    sqlx::query(sql).bind(owner.as_str()).execute(on).await?;
    Ok(())
}

impl Store {
    /// A person's programs, those included whose sessions are closed.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn all_programs(&self, owner: &PersonId) -> Result<Vec<PersonId>, StoreError> {
        let query = sqlx::query("SELECT id FROM people WHERE bot_of = $1 ORDER BY id");
        let rows = query.bind(owner.as_str()).fetch_all(&self.pool).await?;
        rows.iter().map(|row| id(row, "id", "person")).collect()
    }

    /// A person's programs whose sessions are open, the oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn programs(&self, owner: &PersonId) -> Result<Vec<Program>, StoreError> {
        let sql = "SELECT people.id, name, people.created_at FROM people \
                   JOIN sessions ON person = people.id WHERE bot_of = $1 \
                   ORDER BY people.created_at, people.id";
        let query = sqlx::query(sql).bind(owner.as_str());
        readable(&query.fetch_all(&self.pool).await?, program)
    }
}

fn program(row: &AnyRow) -> Result<Program, StoreError> {
    Ok(Program {
        id: id(row, "id", "person")?,
        name: row.try_get("name")?,
        created_at: row.try_get("created_at")?,
    })
}
