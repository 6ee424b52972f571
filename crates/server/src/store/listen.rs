//! Hearing of what other nodes have written.

use std::time::Duration;

use sqlx::postgres::PgListener;
use tokio::time::timeout;

use super::connect::CONNECT_TIMEOUT;
use super::pool::no_answer;
use super::{Store, StoreError, Writes};
use crate::id::TableId;
use crate::live::{Announcement, Stir};

/// The channel on which nodes tell each other which table has changed.
pub(super) const CHANNEL: &str = "bellwether_tables";

/// What a notice starts with if it is not about a table's log.
pub(super) const CHAT: &str = "chat";
pub(super) const GONE: &str = "gone";
const PRESENCE: &str = "presence";

/// What another node may have written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Something at this table, with what it changes in lists.
    Table(TableId, Stir),
    /// Something that was said at this table.
    Chat(TableId),
    /// This table was forgotten.
    Gone(TableId),
    /// Who is at a table there.
    Presence(Announcement),
    /// Anything: the connection was lost for a while.
    Anything,
}

/// The changes that other nodes (and this one) make.
#[derive(Debug)]
pub struct Changes(Option<PgListener>);

impl Store {
    /// Tells the other nodes, if there are any, who is at a table here.
    ///
    /// # Errors
    /// If the database cannot be reached.
    pub(crate) async fn announce(&self, announcement: &Announcement) -> Result<(), StoreError> {
        if !self.is_shared() {
            return Ok(());
        }
        let text = serde_json::to_string(announcement);
        let text = text.map_err(|_| StoreError::Damaged("announcement"))?;
        let query = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL);
        query.bind(format!("{PRESENCE} {text}")).execute(&self.pool).await?;
        Ok(())
    }

    /// Listens from now on.
    ///
    /// # Errors
    /// If the database cannot be reached.
    pub async fn changes(&self) -> Result<Changes, StoreError> {
        let Writes::Apart(address) = &self.writes else { return Ok(Changes(None)) };
        let listen = async {
            let mut listener = PgListener::connect(address).await?;
            listener.listen(CHANNEL).await?;
            Ok(Changes(Some(listener)))
        };
        timeout(CONNECT_TIMEOUT, listen).await.unwrap_or_else(|_| Err(no_answer().into()))
    }
}

/// The notice that something has happened at a table.
pub(super) fn changed(table: &TableId, stir: &Stir) -> Result<String, StoreError> {
    let stir = serde_json::to_string(stir).map_err(|_| StoreError::Damaged("notice"))?;
    Ok(format!("{table} {stir}"))
}

/// A notice is a word or the id of a table, and what it is about.
fn change(payload: &str) -> Option<Change> {
    let (word, text) = payload.split_once(' ')?;
    match word {
        CHAT => text.parse().ok().map(Change::Chat),
        GONE => text.parse().ok().map(Change::Gone),
        PRESENCE => serde_json::from_str(text).ok().map(Change::Presence),
        table => Some(Change::Table(table.parse().ok()?, serde_json::from_str(text).ok()?)),
    }
}

impl Changes {
    /// Waits for the next change. Where nobody else writes, that is forever.
    pub async fn next(&mut self) -> Change {
        let Some(listener) = &mut self.0 else { return std::future::pending().await };
        loop {
            match listener.try_recv().await {
                Ok(Some(notice)) => {
                    if let Some(change) = change(notice.payload()) {
                        return change;
                    }
                }
                Ok(None) => return Change::Anything,
                Err(error) => {
                    tracing::warn!(%error, "the database cannot be listened to");
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    return Change::Anything;
                }
            }
        }
    }
}
