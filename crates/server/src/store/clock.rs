//! What the clock that tables go by starts from, as it is stored.

use sqlx::AnyConnection;

use super::{Store, StoreError};

/// The name of the setting: by how much tables' time is ahead of the time of day.
const OFFSET: &str = "clock-offset";

/// Stores by how much it is ahead, in milliseconds.
pub(super) async fn set_offset(on: &mut AnyConnection, offset: i64) -> Result<u64, StoreError> {
    let sql = "INSERT INTO settings (name, value) VALUES ($1, $2) \
               ON CONFLICT (name) DO UPDATE SET value = $2";
    let query = sqlx::query(sql).bind(OFFSET).bind(offset.to_string());
    Ok(query.execute(on).await?.rows_affected())
}

impl Store {
    /// The time of day of the database, if other nodes share it, in milliseconds since 1970.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn time_of_day(&self) -> Result<Option<i64>, StoreError> {
        if !self.is_shared() {
            return Ok(None);
        }
        let sql = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
        Ok(Some(sqlx::query_scalar(sql).fetch_one(&self.pool).await?))
    }

    /// By how much tables' time is ahead of the time of day, in milliseconds.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn clock_offset(&self) -> Result<i64, StoreError> {
        let offset = self.setting(OFFSET).await?;
        offset.map_or(Ok(0), |text| text.parse().map_err(|_| StoreError::Damaged("clock")))
    }

    /// When something has happened last at any table.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn last_change(&self) -> Result<i64, StoreError> {
        let sql = "SELECT COALESCE(MAX(changed_at), 0) FROM tables";
        Ok(sqlx::query_scalar(sql).fetch_one(&self.pool).await?)
    }
}
