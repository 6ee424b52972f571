//! How a socket hears that something has happened at one of its tables.
//!
//! A bell says where something is new, not what: whoever hears it reads the log from where it has
//! read up to. So a slow socket misses nothing, gets nothing twice and piles nothing up.

use std::collections::BTreeSet;
use std::mem;
use std::sync::{Mutex, PoisonError};

use tokio::sync::Notify;

use crate::id::TableId;

/// One for each socket.
#[derive(Debug, Default)]
pub struct Bell {
    tables: Mutex<BTreeSet<TableId>>,
    rung: Notify,
}

impl Bell {
    /// Something has happened at that table.
    pub fn ring(&self, table: &TableId) {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.insert(table.clone());
        self.rung.notify_one();
    }

    /// Waits until it has rung, and says for which tables.
    pub async fn heard(&self) -> BTreeSet<TableId> {
        loop {
            self.rung.notified().await;
            let tables =
                mem::take(&mut *self.tables.lock().unwrap_or_else(PoisonError::into_inner));
            if !tables.is_empty() {
                return tables;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_rings_often_is_heard_once() {
        let (bell, one, other) = (Bell::default(), TableId::random(), TableId::random());
        for table in [&one, &other, &one] {
            bell.ring(table);
        }
        assert_eq!(bell.heard().await, BTreeSet::from([one.clone(), other]));
        bell.ring(&one);
        assert_eq!(bell.heard().await, BTreeSet::from([one]));
    }
}
