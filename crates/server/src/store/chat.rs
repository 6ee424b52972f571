//! What was said at tables, as it is stored.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::read::{id, readable};
use super::{Store, StoreError};
use crate::id::{PersonId, TableId};
use crate::wire::ChatLine;

/// How much is kept for one table.
const MOST_LINES: i64 = 5000;

/// Something new that is said.
#[derive(Clone, Debug)]
pub struct NewLine {
    /// Where.
    pub table: TableId,
    /// By whom.
    pub person: PersonId,
    /// What the sender called it.
    pub client_key: String,
    /// When.
    pub at: i64,
    /// What.
    pub text: String,
}

impl NewLine {
    pub(super) async fn perform(&self, on: &mut AnyConnection) -> Result<u64, StoreError> {
        let sql = "INSERT INTO chat (table_id, seq, client_key, person, at, text) \
                   SELECT $1, COALESCE(MAX(seq), 0) + 1, $2, $3, $4, $5 FROM chat \
                   WHERE table_id = $1 HAVING COALESCE(MAX(seq), 0) < $6";
        let query = sqlx::query(sql).bind(self.table.as_str()).bind(self.client_key.as_str());
        let query = query.bind(self.person.as_str()).bind(self.at).bind(self.text.as_str());
        Ok(query.bind(MOST_LINES).execute(on).await?.rows_affected())
    }
}

impl Store {
    /// What was said at a table after that number, in order, and not more than so many lines.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn chat(
        &self,
        table: &TableId,
        after: u64,
        most: u32,
    ) -> Result<Vec<ChatLine>, StoreError> {
        let sql = "SELECT seq, person, at, text FROM chat \
                   WHERE table_id = $1 AND seq > $2 ORDER BY seq LIMIT $3";
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        let query = sqlx::query(sql).bind(table.as_str()).bind(after).bind(i64::from(most));
        readable(&query.fetch_all(&self.pool).await?, line)
    }

    /// The number and the text of what was sent under that key.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn said(
        &self,
        table: &TableId,
        key: &str,
    ) -> Result<Option<(u64, String)>, StoreError> {
        let sql = "SELECT seq, text FROM chat WHERE table_id = $1 AND client_key = $2";
        let query = sqlx::query(sql).bind(table.as_str()).bind(key);
        let said = query.fetch_optional(&self.pool).await?;
        let said = said.map(|row| {
            let seq: i64 = row.try_get("seq")?;
            Ok((seq as u64, row.try_get("text")?))
        });
        said.transpose()
    }
}

fn line(row: &AnyRow) -> Result<ChatLine, StoreError> {
    let seq: i64 = row.try_get("seq")?;
    Ok(ChatLine {
        seq: seq as u64,
        at: row.try_get("at")?,
        person: id(row, "person", "person")?,
        text: row.try_get("text")?,
    })
}
