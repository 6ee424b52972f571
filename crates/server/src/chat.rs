//! What people say to each other at a table: plain text, a line at a time.

use rules::Refusal;

use crate::clock::now;
use crate::id::{ClientId, PersonId, TableId};
use crate::live::Topic;
use crate::page::{Page, PageSize};
use crate::store::{NewLine, Store, StoreError, Write};
use crate::table::Table;
use crate::tables::{TableError, Tables, USED_ID};
use crate::text::{is_blank, is_plain};
use crate::wire::ChatLine;

/// The longest line, in letters.
const LONGEST_LINE: usize = 500;
/// How often a line is written again because another was first.
const MOST_TRIES: usize = 20;

/// The chat of all tables. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Chat {
    store: Store,
    tables: Tables,
}

impl Chat {
    pub(crate) fn new(store: Store, tables: Tables) -> Self {
        Self { store, tables }
    }

    /// Says something and gives the line's number. When this returns, it is durable. What was sent
    /// before under the same id is not said again.
    pub(crate) async fn say(
        &self,
        table: &TableId,
        person: &PersonId,
        id: Option<ClientId>,
        text: &str,
    ) -> Result<u64, TableError> {
        let text = plain(text)?;
        self.tables.read(table, |table, _| check_may_talk(table, person)).await??;
        let key = id.unwrap_or_else(ClientId::random).key(person);
        for _ in 0..MOST_TRIES {
            if let Some((seq, said)) = self.store.said(table, &key).await? {
                return if said == text { Ok(seq) } else { Err(Refusal::from(USED_ID).into()) };
            }
            let line = NewLine {
                table: table.clone(),
                person: person.clone(),
                client_key: key.clone(),
                at: now(),
                text: text.clone(),
            };
            match self.store.write(Write::Say(line)).await {
                Ok(0) => return Err(Refusal::from("this table has talked enough").into()),
                Ok(_) => self.tables.ring(table, Topic::Chat),
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(StoreError::Conflict.into())
    }

    /// What was said after that number, as far as it fits.
    pub(crate) async fn after(
        &self,
        table: &TableId,
        seq: u64,
        size: PageSize,
    ) -> Result<Page<ChatLine>, TableError> {
        // One line more than fits tells whether there are any.
        let most = u32::try_from(size.items).unwrap_or(u32::MAX).saturating_add(1);
        Ok(Page::of(&self.store.chat(table, seq, most).await?, size))
    }
}

/// A line as it is kept: one line, and nothing in it that a reader cannot see.
fn plain(text: &str) -> Result<String, Refusal> {
    let text = text.trim();
    if is_blank(text) {
        return Err("there is nothing to say in that".into());
    }
    if text.chars().count() > LONGEST_LINE {
        return Err(format!("a line has at most {LONGEST_LINE} letters").into());
    }
    if !is_plain(text) {
        let reason =
            "a line is plain text, without breaks, signs that cannot be seen and heaps of accents";
        return Err(reason.into());
    }
    Ok(text.to_owned())
}

fn check_may_talk(table: &Table, person: &PersonId) -> Result<(), Refusal> {
    if table.spec().open_chat || !table.seats_of(person).is_empty() {
        return Ok(());
    }
    Err("only those who sit at this table talk here".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_short_plain_text() {
        assert_eq!(plain("  Well met, <b>Máire</b>! 🐑 ").unwrap(), "Well met, <b>Máire</b>! 🐑");
        let long = "x".repeat(501);
        for wrong in ["", "   ", "a\nb", "a\u{202e}b", "a\u{0}b", "a\u{2028}b", "\u{3164}", &long] {
            assert!(plain(wrong).is_err(), "{wrong:?}");
        }
    }
}
