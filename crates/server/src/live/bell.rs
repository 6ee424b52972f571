//! How a socket hears that something has happened at one of its tables, or in a list it looks at.
//!
//! A bell says where something is new, not what: whoever hears it reads the log from where it has
//! read up to. So a slow socket misses nothing, gets nothing twice and piles nothing up.

use std::collections::BTreeSet;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

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

/// Which lists of tables have changed.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Lists {
    /// That of the public ones.
    pub open: bool,
    /// That of the person's own.
    pub mine: bool,
}

/// What a bell has rung for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rung {
    /// What there is news of, and where.
    pub tables: BTreeSet<(TableId, Topic)>,
    /// The lists that have changed.
    pub lists: Lists,
}

/// One for each socket.
#[derive(Debug, Default)]
pub struct Bell {
    news: Mutex<Rung>,
    rung: Notify,
}

impl Bell {
    /// Something has happened at that table.
    pub fn ring(&self, table: &TableId, topic: Topic) {
        self.unheard().tables.insert((table.clone(), topic));
        self.rung.notify_one();
    }

    /// Lists of tables have changed.
    pub fn ring_lists(&self, Lists { open, mine }: Lists) {
        let mut unheard = self.unheard();
        unheard.lists.open |= open;
        unheard.lists.mine |= mine;
        self.rung.notify_one();
    }

    fn unheard(&self) -> MutexGuard<'_, Rung> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What it has rung for, without waiting.
    pub fn news(&self) -> Rung {
        mem::take(&mut *self.unheard())
    }

    /// Waits until it has rung, and says for what.
    pub async fn heard(&self) -> Rung {
        loop {
            self.rung.notified().await;
            let news = self.news();
            if news != Rung::default() {
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
        assert_eq!(bell.heard().await.tables, BTreeSet::from([log(&one), log(&other)]));
        bell.ring(&one, Topic::Chat);
        bell.ring_lists(Lists { open: true, mine: false });
        bell.ring_lists(Lists { open: false, mine: true });
        let tables = BTreeSet::from([(one, Topic::Chat)]);
        assert_eq!(bell.news(), Rung { tables, lists: Lists { open: true, mine: true } });
        assert_eq!(bell.news(), Rung::default());
    }
}
