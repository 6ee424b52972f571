//! What is new at a table, for those who watch.

use std::collections::BTreeMap;

use axum::extract::ws::Utf8Bytes;

use super::{Loaded, TableError, Tables};
use crate::id::TableId;
use crate::live::{LONGEST_LIST, text};
use crate::page::{Page, PageSize};
use crate::table::Stamped;
use crate::wire::{ServerMessage, Times};

/// How many entries are sent in one message.
const A_MESSAGE: PageSize = PageSize { items: 200, bytes: LONGEST_LIST };

/// What is new at a table.
#[derive(Clone, Debug)]
pub enum News {
    /// A whole message, which is the same for everyone who has read as far.
    Message {
        /// Its text.
        text: Utf8Bytes,
        /// The number of the last entry in it.
        last: u64,
    },
    /// Entries that concern people: their names are still to be looked up, and who is here.
    Entries {
        /// In order, as many as fit into a message.
        entries: Page<Stamped>,
        /// What everyone has left on the clock.
        times: Option<Times>,
    },
}

/// A message that was made for one who watches, and that others will want, too.
#[derive(Clone, Debug)]
pub(super) struct Told {
    after: u64,
    last: u64,
    text: Utf8Bytes,
}

impl Tables {
    /// What is new at a table after that entry, as much as fits into one message.
    ///
    /// # Errors
    /// If there is no such table, or the database fails.
    pub async fn news(&self, id: &TableId, after: u64) -> Result<News, TableError> {
        let slot = self.slot(id);
        let mut place = slot.loaded.lock().await;
        let now = self.clock().now();
        Ok(self.load(id, &slot, &mut place).await?.news(after, now))
    }
}

impl Loaded {
    fn news(&mut self, after: u64, now: i64) -> News {
        let last = self.table.seq();
        if let Some(told) =
            self.told.as_ref().filter(|told| told.after == after && told.last == last)
        {
            return News::Message { text: told.text.clone(), last };
        }
        let entries = Page::of(self.after(after), A_MESSAGE);
        let times = Times::of(&self.table, now);
        let about_nobody =
            |Stamped { entry, .. }: &Stamped| entry.person().is_none() && !entry.moves_somebody();
        if entries.more || entries.items.is_empty() || !entries.items.iter().all(about_nobody) {
            return News::Entries { entries, times };
        }
        let (table, entries) = (self.table.id().clone(), entries.items);
        let names = BTreeMap::new();
        let text = text(&ServerMessage::Entries { table, entries, names, times });
        self.told = Some(Told { after, last, text: text.clone() });
        News::Message { text, last }
    }
}
