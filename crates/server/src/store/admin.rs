//! What whoever runs the server sees and does, as it is stored.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::plans::forget;
use super::programs::revoke_all;
use super::read::{id, readable};
use super::sessions::close_all;
use super::{Store, StoreError};
use crate::id::{PersonId, TableId};
use crate::wire::{Overview, PersonRow};

/// Closes an account.
pub(super) async fn ban(
    on: &mut AnyConnection,
    person: &PersonId,
    now: i64,
) -> Result<u64, StoreError> {
    // First of all, so that nobody sits down as this person while the rest is done.
    let sql = "UPDATE people SET banned_at = $2 WHERE id = $1 AND deleted_at IS NULL";
    let query = sqlx::query(sql).bind(person.as_str()).bind(now);
    let banned = query.execute(&mut *on).await?.rows_affected();
    close_all(on, person).await?;
    revoke_all(on, person).await?;
    forget(on, person).await?;
    Ok(banned)
}

/// Opens it again.
pub(super) async fn unban(on: &mut AnyConnection, person: &PersonId) -> Result<u64, StoreError> {
    let sql = "UPDATE people SET banned_at = NULL WHERE id = $1 AND banned_at IS NOT NULL";
    Ok(sqlx::query(sql).bind(person.as_str()).execute(on).await?.rows_affected())
}

/// Lists a table no more.
pub(super) async fn hide(on: &mut AnyConnection, table: &TableId) -> Result<u64, StoreError> {
    let query = sqlx::query("UPDATE tables SET listed = 0 WHERE id = $1");
    Ok(query.bind(table.as_str()).execute(on).await?.rows_affected())
}

impl Store {
    /// The server at a glance, with the sockets of this node.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn overview(&self, sockets: i64) -> Result<Overview, StoreError> {
        let sql = "SELECT \
                   COUNT(CASE WHEN bot_of IS NULL AND name_key IS NOT NULL THEN 1 END) AS people, \
                   COUNT(CASE WHEN bot_of IS NULL AND name_key IS NULL THEN 1 END) AS guests, \
                   COUNT(bot_of) AS programs, COUNT(banned_at) AS banned \
                   FROM people WHERE deleted_at IS NULL";
        let people = sqlx::query(sql).fetch_one(&self.pool).await?;
        let sql = "SELECT COUNT(CASE WHEN stage = 'gathering' THEN 1 END) AS gathering, \
                   COUNT(CASE WHEN stage = 'playing' THEN 1 END) AS playing, \
                   COUNT(CASE WHEN stage = 'ended' THEN 1 END) AS ended, \
                   COUNT(CASE WHEN stage = 'ended' AND counted_at IS NULL THEN 1 END) AS uncounted \
                   FROM tables";
        let tables = sqlx::query(sql).fetch_one(&self.pool).await?;
        let sql = "SELECT COUNT(*) AS deliveries FROM deliveries";
        let deliveries = sqlx::query(sql).fetch_one(&self.pool).await?;
        Ok(Overview {
            people: count(&people, "people")?,
            guests: count(&people, "guests")?,
            programs: count(&people, "programs")?,
            banned: count(&people, "banned")?,
            gathering: count(&tables, "gathering")?,
            playing: count(&tables, "playing")?,
            ended: count(&tables, "ended")?,
            uncounted: count(&tables, "uncounted")?,
            deliveries: count(&deliveries, "deliveries")?,
            sockets,
        })
    }

    /// People whose names start like that, whatever the case, the latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn people_called(&self, name: &str, most: u32) -> Result<Vec<PersonRow>, StoreError> {
        let sql = "SELECT id, name, name_key, bot_of, created_at, banned_at FROM people \
                   WHERE deleted_at IS NULL AND SUBSTR(COALESCE(name_key, LOWER(name)), 1, $1) = $2 \
                   ORDER BY created_at DESC, id LIMIT $3";
        let name = name.to_lowercase();
        let length = i32::try_from(name.chars().count()).unwrap_or(i32::MAX);
        let query = sqlx::query(sql).bind(length).bind(name).bind(i64::from(most));
        readable(&query.fetch_all(&self.pool).await?, person_row)
    }
}

fn count(row: &AnyRow, column: &str) -> Result<u64, StoreError> {
    Ok(row.try_get::<i64, _>(column)? as u64)
}

fn person_row(row: &AnyRow) -> Result<PersonRow, StoreError> {
    let program_of: Option<String> = row.try_get("bot_of")?;
    let program_of = program_of.map(|id| id.parse().map_err(|_| StoreError::Damaged("person")));
    let program_of: Option<PersonId> = program_of.transpose()?;
    let named = row.try_get::<Option<String>, _>("name_key")?.is_some();
    Ok(PersonRow {
        id: id(row, "id", "person")?,
        name: row.try_get("name")?,
        guest: !named,
        program_of,
        created_at: row.try_get("created_at")?,
        banned_at: row.try_get("banned_at")?,
    })
}
