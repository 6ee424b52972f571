//! Sessions, as they are stored: under the hash of their id, so that whoever reads the database or
//! a backup is signed in nowhere.

use sha2::{Digest, Sha256};
use sqlx::{AnyConnection, Connection, Row};

use super::read::id;
use super::{Store, StoreError, in_postgres};
use crate::id::{PersonId, SessionId};
use crate::wire::Person;

/// How often a session notes that it is used, in milliseconds.
pub(crate) const NOTED_EVERY: i64 = 24 * 60 * 60 * 1000;

/// A session that is open.
#[derive(Clone, Debug)]
pub struct StoredSession {
    /// Whose it is.
    pub person: Person,
    /// When it was last used, to the day.
    pub used_at: i64,
}

/// What a session is stored under.
fn hashed(session: &str) -> String {
    hex::encode(Sha256::digest(session))
}

/// Hashes the ids that an earlier version has stored.
pub(super) async fn hash_all(on: &mut AnyConnection) -> Result<(), StoreError> {
    let mut transaction = on.begin().await?;
    // An id is shorter than its hash.
    let sql = "SELECT id FROM sessions WHERE LENGTH(id) < 64";
    for row in sqlx::query(sql).fetch_all(&mut *transaction).await? {
        let id: String = row.try_get("id")?;
        let query = sqlx::query("UPDATE sessions SET id = $2 WHERE id = $1");
        query.bind(id.as_str()).bind(hashed(&id)).execute(&mut *transaction).await?;
    }
    Ok(transaction.commit().await?)
}

pub(super) async fn open(
    on: &mut AnyConnection,
    session: &SessionId,
    person: &PersonId,
    now: i64,
) -> Result<u64, StoreError> {
    let sql = "INSERT INTO sessions (id, person, created_at, used_at) VALUES ($1, $2, $3, $3)";
    let query = sqlx::query(sql).bind(hashed(session.as_str())).bind(person.as_str()).bind(now);
    Ok(query.execute(on).await?.rows_affected())
}

/// Closes a session of a person's.
pub(super) async fn close(
    on: &mut AnyConnection,
    session: &SessionId,
    person: &PersonId,
) -> Result<u64, StoreError> {
    lock(on, person).await?;
    let query = sqlx::query("DELETE FROM sessions WHERE id = $1");
    Ok(query.bind(hashed(session.as_str())).execute(on).await?.rows_affected())
}

pub(super) async fn close_all(
    on: &mut AnyConnection,
    person: &PersonId,
) -> Result<u64, StoreError> {
    lock(on, person).await?;
    let query = sqlx::query("DELETE FROM sessions WHERE person = $1");
    Ok(query.bind(person.as_str()).execute(on).await?.rows_affected())
}

/// Notes that a session is used, unless that was noted not long ago.
pub(super) async fn note_use(
    on: &mut AnyConnection,
    session: &SessionId,
    now: i64,
) -> Result<u64, StoreError> {
    let sql = "UPDATE sessions SET used_at = $2 \
               WHERE id = $1 AND COALESCE(used_at, created_at) <= $3";
    let query = sqlx::query(sql).bind(hashed(session.as_str())).bind(now);
    Ok(query.bind(now - NOTED_EVERY).execute(on).await?.rows_affected())
}

/// Forgets sessions that were opened before then, a few at a time.
pub(super) async fn forget(
    on: &mut AnyConnection,
    before: i64,
    most: i64,
) -> Result<u64, StoreError> {
    let sql = "DELETE FROM sessions WHERE id IN \
               (SELECT id FROM sessions WHERE created_at <= $1 ORDER BY created_at LIMIT $2)";
    Ok(sqlx::query(sql).bind(before).bind(most).execute(on).await?.rows_affected())
}

/// Keeps everybody else from changing a person's row, or sitting down as that person, until the
/// transaction ends. SQLite has one writer, who needs no lock.
pub(super) async fn lock(on: &mut AnyConnection, person: &PersonId) -> Result<(), StoreError> {
    if in_postgres(on) {
        let query = sqlx::query("SELECT id FROM people WHERE id = $1 FOR UPDATE");
        query.bind(person.as_str()).execute(on).await?;
    }
    Ok(())
}

impl Store {
    /// Who is signed in with that session, if it was opened after `since`.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn session(
        &self,
        session: &SessionId,
        since: i64,
    ) -> Result<Option<StoredSession>, StoreError> {
        let sql = "SELECT person, COALESCE(used_at, created_at) AS used_at FROM sessions \
                   WHERE id = $1 AND created_at > $2";
        let query = sqlx::query(sql).bind(hashed(session.as_str())).bind(since);
        let Some(row) = query.fetch_optional(&self.pool).await? else { return Ok(None) };
        let used_at = row.try_get("used_at")?;
        let person = self.person(&id(&row, "person", "person")?).await?;
        Ok(person.map(|person| StoredSession { person, used_at }))
    }
}
