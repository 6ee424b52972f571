//! The list of public tables: those that nobody waits at leave it. Whoever has the link can still
//! play there, and games that have begun stay listed until they end.

use std::time::Duration;

use super::Tables;
use crate::live::{Presence, Stir};
use crate::store::{StoreError, WaitingTable, Write};

/// How often the list is looked through, in milliseconds.
const ROUND: i64 = 60_000;
/// Where nobody sits, a table leaves the list after so long, in milliseconds.
const EMPTY: i64 = 10 * 60_000;
/// As long as somebody has a table open, that is noted so often, in milliseconds. Other nodes see
/// it in time.
const NOTED: i64 = EMPTY / 2;

impl Tables {
    /// Looks after the list, forever. A table at which nothing has happened for that long, and
    /// which nobody has open, leaves it.
    pub(crate) async fn tidy_lobby(&self, presence: &Presence, longest: Duration) {
        let longest = i64::try_from(longest.as_millis()).unwrap_or(i64::MAX);
        let mut next = self.clock().now();
        loop {
            self.clock().until(next).await;
            next = self.clock().now() + ROUND;
            if let Err(error) = self.tidy_lobby_now(presence, longest).await {
                tracing::warn!(%error, "the list of public tables could not be looked through");
            }
        }
    }

    async fn tidy_lobby_now(&self, presence: &Presence, longest: i64) -> Result<(), StoreError> {
        let now = self.clock().now();
        for waiting in self.0.store.waiting_tables(now - NOTED).await? {
            let WaitingTable { ref id, changed_at, taken } = waiting;
            let waits = if taken { longest } else { EMPTY.min(longest) };
            if !presence.crowd(id).people.is_empty() {
                let table = id.clone();
                self.0.store.write(Write::KeepListed { table, now }).await?;
            } else if changed_at <= now.saturating_sub(waits)
                && self.0.store.write(Write::Unlist(waiting)).await? > 0
            {
                self.tell_lobby(&Stir::opened(true));
            }
        }
        Ok(())
    }
}
