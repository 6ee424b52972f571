//! Tables that nobody needs any more.

use super::{TableError, Tables};
use crate::id::TableId;
use crate::live::Topic;
use crate::store::{StoreError, Write};

impl Tables {
    /// Forgets a table that has never begun, if nothing has happened there since then, and says
    /// whether it did. It is held meanwhile, so that nobody writes to the copy in memory.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn forget(
        &self,
        id: &TableId,
        untouched_since: i64,
    ) -> Result<bool, StoreError> {
        let slot = self.slot(id);
        let mut place = slot.loaded.lock().await;
        let forget = Write::ForgetTable { table: id.clone(), untouched_since };
        let forgotten = self.0.store.write(forget).await;
        // Whether it was written is not known if that failed: the store will tell.
        *place = None;
        drop(place);
        let forgotten = forgotten? > 0;
        if forgotten {
            slot.ring(id, Topic::Log);
            self.0.lobby.stir_everyone();
        }
        Ok(forgotten)
    }

    /// Another node has forgotten a table.
    pub(super) async fn drop_copy(&self, id: &TableId) {
        let slot = self.slot(id);
        *slot.loaded.lock().await = None;
        slot.ring(id, Topic::Log);
        self.0.lobby.stir_everyone();
    }

    /// Whether there is such a table: that of a rematch may have been forgotten before it began.
    pub(super) async fn is_there(&self, id: &TableId) -> Result<bool, TableError> {
        match self.read(id, |_, _| ()).await {
            Ok(()) => Ok(true),
            Err(TableError::NotFound) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
