//! Everything that is ever read.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use super::{Store, StoreError};
use crate::id::{PersonId, TableId};
use crate::secret::Secret;
use crate::table::{Entry, Stamped};
use crate::wire::Person;

/// How many tables are looked at in one round.
const MOST_DUE: i64 = 1000;

/// An entry as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEntry {
    /// The entry.
    pub stamped: Stamped,
    /// What its sender called it.
    pub client_key: Option<String>,
}

/// What signing in is checked against.
#[derive(Clone, Debug)]
pub struct Account {
    /// Whose it is.
    pub person: PersonId,
    /// The hash of the password.
    pub password: String,
    /// Whether it was closed by whoever runs the server.
    pub banned: bool,
}

impl Store {
    /// The entries of a table's log after that number, in order, and not more than so many.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn entries(
        &self,
        table: &TableId,
        after: u64,
        most: u32,
    ) -> Result<Vec<StoredEntry>, StoreError> {
        let sql = "SELECT seq, client_key, at, body FROM entries \
                   WHERE table_id = $1 AND seq > $2 ORDER BY seq LIMIT $3";
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        let query = sqlx::query(sql).bind(table.as_str()).bind(after).bind(i64::from(most));
        query.fetch_all(&self.pool).await?.iter().map(stored_entry).collect()
    }

    /// The seed of a table's draws; `None` if there is no such table.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn seed(&self, table: &TableId) -> Result<Option<Secret>, StoreError> {
        let query = sqlx::query_scalar("SELECT seed FROM tables WHERE id = $1");
        let seed: Option<String> = query.bind(table.as_str()).fetch_optional(&self.pool).await?;
        let seed = seed.map(|seed| seed.parse().map_err(|_| StoreError::Damaged("seed")));
        seed.transpose()
    }

    /// The tables that are listed for everyone and not ended, the latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn public_tables(&self, most: u32) -> Result<Vec<TableId>, StoreError> {
        let sql = "SELECT id FROM tables WHERE listed = 1 AND stage <> 'ended' \
                   ORDER BY changed_at DESC, id LIMIT $1";
        let query = sqlx::query(sql).bind(i64::from(most));
        readable(&query.fetch_all(&self.pool).await?, |row| id(row, "id", "table"))
    }

    /// The tables that somebody has to look at by then, and when; the most pressing first, and not
    /// all of them if there are very many.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn due(&self, by: i64) -> Result<Vec<(TableId, i64)>, StoreError> {
        let sql = "SELECT id, due FROM tables WHERE due <= $1 ORDER BY due LIMIT $2";
        let rows = sqlx::query(sql).bind(by).bind(MOST_DUE).fetch_all(&self.pool).await?;
        readable(&rows, |row| Ok((id(row, "id", "table")?, row.try_get("due")?)))
    }

    /// The tables at which a person sits: those whose game has ended or the others, the latest
    /// first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn tables_of(
        &self,
        person: &PersonId,
        ended: bool,
        most: u32,
    ) -> Result<Vec<TableId>, StoreError> {
        let sql = "SELECT id FROM tables JOIN sitting ON table_id = id \
                   WHERE person = $1 AND (stage = 'ended') = $2 \
                   ORDER BY changed_at DESC, id LIMIT $3";
        let query = sqlx::query(sql).bind(person.as_str()).bind(ended).bind(i64::from(most));
        readable(&query.fetch_all(&self.pool).await?, |row| id(row, "id", "table"))
    }

    /// A person, unless they have left for good.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn person(&self, id: &PersonId) -> Result<Option<Person>, StoreError> {
        let sql = "SELECT name, name_key, bot_of FROM people WHERE id = $1 AND deleted_at IS NULL";
        let row = sqlx::query(sql).bind(id.as_str()).fetch_optional(&self.pool).await?;
        row.map(|row| {
            let guest = row.try_get::<Option<String>, _>("name_key")?.is_none();
            let bot = row.try_get::<Option<String>, _>("bot_of")?.is_some();
            Ok(Person { id: id.clone(), name: row.try_get("name")?, guest, bot })
        })
        .transpose()
    }

    /// What those people are called.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn names(
        &self,
        people: &BTreeSet<PersonId>,
    ) -> Result<BTreeMap<PersonId, String>, StoreError> {
        if people.is_empty() {
            return Ok(BTreeMap::new());
        }
        let places: Vec<String> = (1..=people.len()).map(|place| format!("${place}")).collect();
        let sql = format!("SELECT id, name FROM people WHERE id IN ({})", places.join(", "));
        // The text has nothing in it but numbers of our own.
        let query = sqlx::query(AssertSqlSafe(sql));
        let query = people.iter().fold(query, |query, person| query.bind(person.as_str()));
        let nameless = people.iter().map(|person| (person.clone(), "Somebody".to_owned()));
        let mut names: BTreeMap<PersonId, String> = nameless.collect();
        for row in query.fetch_all(&self.pool).await? {
            names.insert(id(&row, "id", "person")?, row.try_get("name")?);
        }
        Ok(names)
    }

    /// What signing in with that name is checked against.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn account(&self, name_key: &str) -> Result<Option<Account>, StoreError> {
        let sql = "SELECT id, password, banned_at FROM people \
                   WHERE name_key = $1 AND password IS NOT NULL";
        let row = sqlx::query(sql).bind(name_key).fetch_optional(&self.pool).await?;
        row.as_ref().map(account).transpose()
    }

    /// What a person's password is checked against, if they have one.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn account_of(&self, person: &PersonId) -> Result<Option<Account>, StoreError> {
        let sql = "SELECT id, password, banned_at FROM people \
                   WHERE id = $1 AND password IS NOT NULL";
        let row = sqlx::query(sql).bind(person.as_str()).fetch_optional(&self.pool).await?;
        row.as_ref().map(account).transpose()
    }

    /// The value of a setting.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn setting(&self, name: &str) -> Result<Option<String>, StoreError> {
        let query = sqlx::query_scalar("SELECT value FROM settings WHERE name = $1");
        Ok(query.bind(name).fetch_optional(&self.pool).await?)
    }
}

/// What can be read of a list: a row that cannot does not keep anybody from the others.
pub(super) fn readable<T>(
    rows: &[AnyRow],
    read: impl Fn(&AnyRow) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    let seen = rows.iter().map(read).filter(|read| match read {
        Err(StoreError::Damaged(what)) => {
            tracing::error!(what, "a row cannot be read and is left out");
            false
        }
        _ => true,
    });
    seen.collect()
}

fn account(row: &AnyRow) -> Result<Account, StoreError> {
    Ok(Account {
        person: id(row, "id", "person")?,
        password: row.try_get("password")?,
        banned: row.try_get::<Option<i64>, _>("banned_at")?.is_some(),
    })
}

fn stored_entry(row: &AnyRow) -> Result<StoredEntry, StoreError> {
    let body: String = row.try_get("body")?;
    let entry: Entry = serde_json::from_str(&body).map_err(|_| StoreError::Damaged("entry"))?;
    let seq: i64 = row.try_get("seq")?;
    let stamped = Stamped { seq: seq as u64, at: row.try_get("at")?, entry };
    Ok(StoredEntry { stamped, client_key: row.try_get("client_key")? })
}

pub(super) fn id<T: std::str::FromStr>(
    row: &AnyRow,
    column: &str,
    what: &'static str,
) -> Result<T, StoreError> {
    let text: String = row.try_get(column)?;
    text.parse().map_err(|_| StoreError::Damaged(what))
}
