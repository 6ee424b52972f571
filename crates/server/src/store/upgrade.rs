//! What SQL alone cannot bring up to date, done at every start after the migrations.

use sqlx::{AnyConnection, Connection, Row};

use super::{StoreError, sessions};
use crate::people::shape_of;

/// How often it is begun again because another node does the same.
const MOST_TRIES: usize = 5;

/// Brings the rows up to date that an earlier version has written. What is up to date stays as it
/// is, so that it does not matter how often this is done.
pub(super) async fn upgrade(on: &mut AnyConnection) -> Result<(), StoreError> {
    sessions::hash_all(on).await?;
    let mut tries = 0;
    loop {
        match fill_in_shapes(on).await {
            Err(StoreError::Conflict) if tries < MOST_TRIES => tries += 1,
            filled_in => return filled_in,
        }
    }
}

/// Notes how the names of accounts look. Where several look alike, the oldest has the shape.
async fn fill_in_shapes(on: &mut AnyConnection) -> Result<(), StoreError> {
    let mut transaction = on.begin().await?;
    let sql = "SELECT id, name FROM people WHERE name_key IS NOT NULL AND name_shape IS NULL \
               ORDER BY created_at, id";
    let rows = sqlx::query(sql).fetch_all(&mut *transaction).await?;
    let sql = "UPDATE people SET name_shape = $2 WHERE id = $1 \
               AND NOT EXISTS (SELECT 1 FROM people WHERE name_shape = $2)";
    for row in rows {
        let (id, name): (String, String) = (row.try_get("id")?, row.try_get("name")?);
        let query = sqlx::query(sql).bind(id).bind(shape_of(&name));
        query.execute(&mut *transaction).await?;
    }
    Ok(transaction.commit().await?)
}
