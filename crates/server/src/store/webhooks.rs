//! Webhooks and what they are still to be told, as they are stored.

use std::collections::BTreeSet;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::read::{id, readable};
use super::{Store, StoreError};
use crate::id::{PersonId, TableId};
use crate::secret::Secret;

/// No more than this waits to be told to one person.
const MOST_WAITING: i64 = 100;

/// A person's webhook.
#[derive(Clone, Debug)]
pub struct StoredWebhook {
    /// Where.
    pub url: String,
    /// What signs its messages.
    pub secret: Secret,
}

/// Something that a webhook is still to be told: that it is the person's turn at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Delivery {
    /// Its name.
    pub id: String,
    /// Whom.
    pub person: PersonId,
    /// Where.
    pub table: TableId,
    /// How often it was tried.
    pub tries: u32,
    /// When it is tried next.
    pub next_at: i64,
}

impl Delivery {
    /// Adds it, if the person has a webhook and does not have very much waiting. What is still to
    /// be told of the same table becomes this.
    pub(super) async fn add(&self, on: &mut AnyConnection) -> Result<u64, StoreError> {
        let sql = "UPDATE deliveries SET tries = 0, next_at = $3 \
                   WHERE person = $1 AND table_id = $2";
        let query = sqlx::query(sql).bind(self.person.as_str()).bind(self.table.as_str());
        let known = query.bind(self.next_at).execute(&mut *on).await?.rows_affected();
        if known > 0 {
            return Ok(known);
        }
        let sql = "INSERT INTO deliveries (id, person, table_id, tries, next_at) \
                   SELECT $1, $2, $3, 0, $4 FROM webhooks WHERE person = $2 \
                   AND (SELECT COUNT(*) FROM deliveries WHERE person = $2) < $5";
        let query = sqlx::query(sql).bind(self.id.as_str()).bind(self.person.as_str());
        let query = query.bind(self.table.as_str()).bind(self.next_at).bind(MOST_WAITING);
        Ok(query.execute(on).await?.rows_affected())
    }

    /// Takes it on, and puts off the next try; changes nothing if somebody else was first.
    pub(super) async fn take_on(
        &self,
        on: &mut AnyConnection,
        again_at: i64,
    ) -> Result<u64, StoreError> {
        let sql = "UPDATE deliveries SET tries = tries + 1, next_at = $3 \
                   WHERE id = $1 AND next_at = $2";
        let query = sqlx::query(sql).bind(self.id.as_str()).bind(self.next_at).bind(again_at);
        Ok(query.execute(on).await?.rows_affected())
    }

    /// It is done, or given up; changes nothing if it is to be told anew.
    pub(super) async fn drop(&self, on: &mut AnyConnection) -> Result<u64, StoreError> {
        let query = sqlx::query("DELETE FROM deliveries WHERE id = $1 AND next_at = $2");
        let query = query.bind(self.id.as_str()).bind(self.next_at);
        Ok(query.execute(on).await?.rows_affected())
    }
}

/// Sets a person's webhook, whatever it was before.
pub(super) async fn set(
    on: &mut AnyConnection,
    person: &PersonId,
    webhook: &StoredWebhook,
    now: i64,
) -> Result<u64, StoreError> {
    let sql = "INSERT INTO webhooks (person, url, secret, created_at) VALUES ($1, $2, $3, $4) \
               ON CONFLICT (person) DO UPDATE SET url = $2, secret = $3, created_at = $4";
    let query = sqlx::query(sql).bind(person.as_str()).bind(webhook.url.as_str());
    let query = query.bind(webhook.secret.reveal().to_string()).bind(now);
    Ok(query.execute(on).await?.rows_affected())
}

/// Forgets a person's webhook, and what it was still to be told.
pub(super) async fn remove(on: &mut AnyConnection, person: &PersonId) -> Result<u64, StoreError> {
    let query = sqlx::query("DELETE FROM deliveries WHERE person = $1");
    query.bind(person.as_str()).execute(&mut *on).await?;
    let query = sqlx::query("DELETE FROM webhooks WHERE person = $1");
    Ok(query.bind(person.as_str()).execute(on).await?.rows_affected())
}

impl Store {
    /// A person's webhook.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn webhook(&self, person: &PersonId) -> Result<Option<StoredWebhook>, StoreError> {
        let query = sqlx::query("SELECT url, secret FROM webhooks WHERE person = $1");
        let row = query.bind(person.as_str()).fetch_optional(&self.pool).await?;
        row.map(|row| {
            Ok(StoredWebhook { url: row.try_get("url")?, secret: id(&row, "secret", "secret")? })
        })
        .transpose()
    }

    /// Everyone who has one.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn people_with_webhooks(&self) -> Result<BTreeSet<PersonId>, StoreError> {
        let query = sqlx::query("SELECT person FROM webhooks");
        let rows = query.fetch_all(&self.pool).await?;
        Ok(readable(&rows, |row| id(row, "person", "person"))?.into_iter().collect())
    }

    /// What webhooks should have been told by then: first the most overdue of each person, then
    /// the second of each, up to `each`.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn deliveries(
        &self,
        by: i64,
        each: u32,
        most: u32,
    ) -> Result<Vec<Delivery>, StoreError> {
        let sql = "SELECT id, person, table_id, tries, next_at FROM \
                   (SELECT id, person, table_id, tries, next_at, ROW_NUMBER() OVER \
                   (PARTITION BY person ORDER BY next_at, id) AS place \
                   FROM deliveries WHERE next_at <= $1) AS due \
                   WHERE place <= $2 ORDER BY place, next_at, id LIMIT $3";
        let query = sqlx::query(sql).bind(by).bind(i64::from(each)).bind(i64::from(most));
        readable(&query.fetch_all(&self.pool).await?, delivery)
    }
}

fn delivery(row: &AnyRow) -> Result<Delivery, StoreError> {
    let tries: i64 = row.try_get("tries")?;
    Ok(Delivery {
        id: row.try_get("id")?,
        person: id(row, "person", "person")?,
        table: id(row, "table_id", "table")?,
        tries: tries as u32,
        next_at: row.try_get("next_at")?,
    })
}
