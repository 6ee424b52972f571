//! Hearing of what other nodes have written.

use std::time::Duration;

use sqlx::postgres::PgListener;

use super::{Store, StoreError, Writes};
use crate::id::TableId;

/// The channel on which nodes tell each other which table has changed.
pub(super) const CHANNEL: &str = "bellwether_tables";

/// What another node may have written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Something at this table.
    Table(TableId),
    /// Anything: the connection was lost for a while.
    Anything,
}

/// The changes that other nodes (and this one) make.
#[derive(Debug)]
pub struct Changes(Option<PgListener>);

impl Store {
    /// Listens from now on.
    ///
    /// # Errors
    /// If the database cannot be reached.
    pub async fn changes(&self) -> Result<Changes, StoreError> {
        let Writes::Apart(address) = &self.writes else { return Ok(Changes(None)) };
        let mut listener = PgListener::connect(address).await?;
        listener.listen(CHANNEL).await?;
        Ok(Changes(Some(listener)))
    }
}

impl Changes {
    /// Waits for the next change. Where nobody else writes, that is forever.
    pub async fn next(&mut self) -> Change {
        let Some(listener) = &mut self.0 else { return std::future::pending().await };
        loop {
            match listener.try_recv().await {
                Ok(Some(notice)) => {
                    if let Ok(table) = notice.payload().parse() {
                        return Change::Table(table);
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
