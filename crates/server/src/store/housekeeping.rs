//! Those who are gone, and what nobody needs any more.
//!
//! Whatever is forgotten is looked for first and then forgotten one by one; each time it is looked
//! at again within the transaction, so that it does not matter who does it and how often.

use sqlx::{AnyConnection, AssertSqlSafe};

use super::read::id;
use super::sessions::lock;
use super::{Store, StoreError, in_postgres, webhooks};
use crate::id::{PersonId, TableId};

/// Those who cannot come back: deleted or banned, or a guest or program without a session.
const IS_GONE: &str = "(people.deleted_at IS NOT NULL OR people.banned_at IS NOT NULL \
     OR (people.password IS NULL \
     AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.person = people.id)))";

/// Guests whom nobody misses: no session was used since then, and nothing refers to them.
const IS_FORGOTTEN: &str = "people.name_key IS NULL AND people.bot_of IS NULL \
     AND people.deleted_at IS NULL AND people.banned_at IS NULL AND people.created_at <= $1 \
     AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.person = people.id \
         AND COALESCE(sessions.used_at, sessions.created_at) > $1) \
     AND NOT EXISTS (SELECT 1 FROM sitting WHERE sitting.person = people.id) \
     AND NOT EXISTS (SELECT 1 FROM results WHERE results.player = people.id) \
     AND NOT EXISTS (SELECT 1 FROM chat WHERE chat.person = people.id)";

/// Tables that have never begun and where nothing has happened since then.
const IS_ABANDONED: &str = "tables.stage <> 'ended' AND tables.stage = 'gathering' \
     AND tables.changed_at <= $1 \
     AND NOT EXISTS (SELECT 1 FROM chat WHERE chat.table_id = tables.id AND chat.at > $1)";

/// Whether somebody may sit down. In PostgreSQL that stays true until the transaction ends:
/// whoever deletes or closes the account, or its last session, waits for it.
pub(super) async fn may_sit_down(
    on: &mut AnyConnection,
    person: &PersonId,
) -> Result<bool, StoreError> {
    if in_postgres(on) {
        let query = sqlx::query("SELECT id FROM people WHERE id = $1 FOR SHARE");
        query.bind(person.as_str()).execute(&mut *on).await?;
    }
    // A statement of its own: it sees what was written until the row was locked.
    let sql = format!("SELECT COUNT(*) FROM people WHERE id = $1 AND NOT {IS_GONE}");
    let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(person.as_str());
    let found: i64 = query.fetch_one(on).await?;
    Ok(found > 0)
}

pub(super) async fn forget_guest(
    on: &mut AnyConnection,
    person: &PersonId,
    unused_since: i64,
) -> Result<u64, StoreError> {
    lock(on, person).await?;
    let sql = format!("SELECT COUNT(*) FROM people WHERE {IS_FORGOTTEN} AND people.id = $2");
    let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(unused_since).bind(person.as_str());
    let found: i64 = query.fetch_one(&mut *on).await?;
    if found == 0 {
        return Ok(0);
    }
    webhooks::remove(on, person).await?;
    for sql in ["DELETE FROM plans WHERE person = $1", "DELETE FROM sessions WHERE person = $1"] {
        sqlx::query(sql).bind(person.as_str()).execute(&mut *on).await?;
    }
    let query = sqlx::query("DELETE FROM people WHERE id = $1");
    Ok(query.bind(person.as_str()).execute(on).await?.rows_affected())
}

pub(super) async fn forget_table(
    on: &mut AnyConnection,
    table: &TableId,
    untouched_since: i64,
) -> Result<u64, StoreError> {
    if in_postgres(on) {
        let query = sqlx::query("SELECT id FROM tables WHERE id = $1 FOR UPDATE");
        query.bind(table.as_str()).execute(&mut *on).await?;
    }
    let sql = format!("SELECT COUNT(*) FROM tables WHERE {IS_ABANDONED} AND tables.id = $2");
    let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(untouched_since).bind(table.as_str());
    let found: i64 = query.fetch_one(&mut *on).await?;
    if found == 0 {
        return Ok(0);
    }
    for sql in [
        "DELETE FROM plans WHERE table_id = $1",
        "DELETE FROM deliveries WHERE table_id = $1",
        "DELETE FROM chat WHERE table_id = $1",
        "DELETE FROM sitting WHERE table_id = $1",
        "DELETE FROM entries WHERE table_id = $1",
    ] {
        sqlx::query(sql).bind(table.as_str()).execute(&mut *on).await?;
    }
    let query = sqlx::query("DELETE FROM tables WHERE id = $1");
    Ok(query.bind(table.as_str()).execute(on).await?.rows_affected())
}

impl Store {
    /// Whether somebody cannot come back.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn is_gone(&self, person: &PersonId) -> Result<bool, StoreError> {
        let sql = format!("SELECT COUNT(*) FROM people WHERE id = $1 AND {IS_GONE}");
        let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(person.as_str());
        let found: i64 = query.fetch_one(&self.pool).await?;
        Ok(found > 0)
    }

    /// Those who cannot come back and have a part in a game that has not ended, and where; a few
    /// at a time, in order, those after that one.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn gone_at_tables(
        &self,
        after: Option<&(TableId, PersonId)>,
        most: u32,
    ) -> Result<Vec<(TableId, PersonId)>, StoreError> {
        let sql = format!(
            "SELECT sitting.table_id, sitting.person FROM tables \
             JOIN sitting ON sitting.table_id = tables.id JOIN people ON people.id = sitting.person \
             WHERE tables.stage <> 'ended' AND tables.id >= $1 \
             AND (sitting.table_id > $1 OR sitting.person > $2) AND {IS_GONE} \
             ORDER BY tables.id, sitting.person LIMIT $3"
        );
        let (table, person) =
            after.map_or(("", ""), |(table, person)| (table.as_str(), person.as_str()));
        let query = sqlx::query(AssertSqlSafe(sql)).bind(table).bind(person);
        let rows = query.bind(i64::from(most)).fetch_all(&self.pool).await?;
        let pair = |row| Ok((id(row, "table_id", "table")?, id(row, "person", "person")?));
        rows.iter().map(pair).collect()
    }

    /// Guests whom nobody misses: they have sat nowhere and said nothing, and no session of theirs
    /// was used since then.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn unused_guests(
        &self,
        unused_since: i64,
        most: u32,
    ) -> Result<Vec<PersonId>, StoreError> {
        let sql = format!(
            "SELECT id FROM people WHERE {IS_FORGOTTEN} ORDER BY people.created_at, id LIMIT $2"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(unused_since).bind(i64::from(most));
        query.fetch_all(&self.pool).await?.iter().map(|row| id(row, "id", "person")).collect()
    }

    /// Tables that have never begun and where nothing has happened since then.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn abandoned_tables(
        &self,
        untouched_since: i64,
        most: u32,
    ) -> Result<Vec<TableId>, StoreError> {
        let sql = format!(
            "SELECT id FROM tables WHERE {IS_ABANDONED} ORDER BY tables.changed_at, id LIMIT $2"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(untouched_since).bind(i64::from(most));
        query.fetch_all(&self.pool).await?.iter().map(|row| id(row, "id", "table")).collect()
    }
}
