//! How a socket hears that something has happened at one of its tables.
//!
//! A bell says where something is new, not what: whoever hears it reads the log from where it has
//! read up to. So a slow socket misses nothing, gets nothing twice and piles nothing up.

use std::collections::BTreeSet;
use std::mem;
use std::sync::{Mutex, PoisonError};

use tokio::sync::Notify;

use crate::id::TableId;

/// What there may be news of at a table.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Topic {
    /// Its log.
    Log,
    /// Its chat.
    Chat,
    /// Who is there.
    Presence,
}

/// One for each socket.
#[derive(Debug, Default)]
pub struct Bell {
    news: Mutex<BTreeSet<(TableId, Topic)>>,
    rung: Notify,
}

impl Bell {
    /// Something has happened at that table.
    pub fn ring(&self, table: &TableId, topic: Topic) {
        let mut news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        news.insert((table.clone(), topic));
        self.rung.notify_one();
    }

    /// What it has rung for, without waiting.
    pub fn news(&self) -> BTreeSet<(TableId, Topic)> {
        mem::take(&mut *self.news.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits until it has rung, and says for what.
    pub async fn heard(&self) -> BTreeSet<(TableId, Topic)> {
        loop {
            self.rung.notified().await;
            let news = self.news();
            if !news.is_empty() {
                return news;
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
            bell.ring(table, Topic::Log);
        }
        let log = |table: &TableId| (table.clone(), Topic::Log);
        assert_eq!(bell.heard().await, BTreeSet::from([log(&one), log(&other)]));
        bell.ring(&one, Topic::Chat);
        assert_eq!(bell.news(), BTreeSet::from([(one, Topic::Chat)]));
        assert_eq!(bell.news(), BTreeSet::new());
    }
}
