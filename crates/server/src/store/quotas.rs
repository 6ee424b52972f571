//! What a person has of tables that are limited, and what has left the lobby, as it is stored.

use std::collections::BTreeSet;

use sqlx::{AnyConnection, AssertSqlSafe, Row};

use super::read::id;
use super::{Store, StoreError};
use crate::id::{PersonId, TableId};

/// How many tables that wait for players are looked at in one round.
const MOST_WAITING: i64 = 1000;

/// Tables of which a person has so many and no more at the same time.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Limited {
    /// Public ones that wait for players.
    Public,
    /// Those whose game is on and at which bots play.
    WithBots,
}

impl Limited {
    /// What holds for such tables. The lobby's index has the public ones.
    const fn condition(self) -> &'static str {
        match self {
            Self::Public => "listed = 1 AND stage <> 'ended' AND stage = 'gathering'",
            Self::WithBots => "stage = 'playing' AND bots = 1",
        }
    }

    /// Whose they are.
    const fn owner(self) -> &'static str {
        match self {
            Self::Public => "opened_by = $1",
            Self::WithBots => "id IN (SELECT table_id FROM sitting WHERE person = $1)",
        }
    }
}

/// A public table that waits for players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaitingTable {
    /// Its id.
    pub id: TableId,
    /// When something happened there, or somebody had it open.
    pub changed_at: i64,
    /// Whether anybody sits there.
    pub taken: bool,
}

/// Notes whether bots play at a table.
pub(super) async fn note_bots(
    on: &mut AnyConnection,
    table: &TableId,
    bots: bool,
) -> Result<u64, StoreError> {
    let query = sqlx::query("UPDATE tables SET bots = $1 WHERE id = $2");
    let query = query.bind(i64::from(bots)).bind(table.as_str());
    Ok(query.execute(on).await?.rows_affected())
}

/// Somebody has a table open that waits for players.
pub(super) async fn keep_listed(
    on: &mut AnyConnection,
    table: &TableId,
    now: i64,
) -> Result<u64, StoreError> {
    let sql = "UPDATE tables SET changed_at = $2 WHERE id = $1 AND stage = 'gathering'";
    Ok(sqlx::query(sql).bind(table.as_str()).bind(now).execute(on).await?.rows_affected())
}

/// Takes a table from the list, unless something has happened there.
pub(super) async fn unlist(
    on: &mut AnyConnection,
    WaitingTable { id, changed_at, .. }: &WaitingTable,
) -> Result<u64, StoreError> {
    let sql = "UPDATE tables SET listed = 0 \
               WHERE id = $1 AND listed = 1 AND stage = 'gathering' AND changed_at = $2";
    Ok(sqlx::query(sql).bind(id.as_str()).bind(*changed_at).execute(on).await?.rows_affected())
}

impl Store {
    /// How many of those tables a person has.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn count_of(&self, limited: Limited, person: &PersonId) -> Result<u64, StoreError> {
        let (condition, owner) = (limited.condition(), limited.owner());
        let sql = format!("SELECT COUNT(*) FROM tables WHERE {condition} AND {owner}");
        // The text has nothing in it but words of our own.
        let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(person.as_str());
        let count: i64 = query.fetch_one(&self.pool).await?;
        Ok(count as u64)
    }

    /// Which of those tables are still such.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn still(
        &self,
        limited: Limited,
        tables: &BTreeSet<TableId>,
    ) -> Result<BTreeSet<TableId>, StoreError> {
        if tables.is_empty() {
            return Ok(BTreeSet::new());
        }
        let condition = limited.condition();
        let places: Vec<String> = (1..=tables.len()).map(|place| format!("${place}")).collect();
        let places = places.join(", ");
        let sql = format!("SELECT id FROM tables WHERE {condition} AND id IN ({places})");
        // The text has nothing in it but words and numbers of our own.
        let query = sqlx::query(AssertSqlSafe(sql));
        let query = tables.iter().fold(query, |query, table| query.bind(table.as_str()));
        query.fetch_all(&self.pool).await?.iter().map(|row| id(row, "id", "table")).collect()
    }

    /// Public tables that wait for players and at which nothing has happened since then.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn waiting_tables(&self, since: i64) -> Result<Vec<WaitingTable>, StoreError> {
        let sql = format!(
            "SELECT id, changed_at, \
             (SELECT COUNT(*) FROM sitting WHERE table_id = id) AS people \
             FROM tables WHERE {} AND changed_at <= $1 ORDER BY changed_at, id LIMIT $2",
            Limited::Public.condition()
        );
        // The text has nothing in it but words of our own.
        let query = sqlx::query(AssertSqlSafe(sql)).bind(since).bind(MOST_WAITING);
        let rows = query.fetch_all(&self.pool).await?;
        let table = |row| {
            Ok(WaitingTable {
                id: id(row, "id", "table")?,
                changed_at: row.try_get("changed_at")?,
                taken: row.try_get::<i64, _>("people")? > 0,
            })
        };
        rows.iter().map(table).collect()
    }
}
