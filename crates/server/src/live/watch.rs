//! What a page has been told of a table, and what is new to it.

use std::collections::BTreeSet;

use axum::extract::ws::Utf8Bytes;

use super::Topic;
use super::socket::{LONGEST_LIST, Socket};
use crate::id::{PersonId, TableId};
use crate::page::{Page, PageSize};
use crate::tables::{News, TableError};
use crate::wire::ServerMessage;

/// How many lines of chat are sent in one message.
const A_MESSAGE: PageSize = PageSize { items: 50, bytes: LONGEST_LIST };

/// A message for a page.
#[derive(Clone, Debug)]
pub(super) struct Next {
    pub(super) message: Utf8Bytes,
    /// Whether there is more to tell of the same.
    pub(super) more: bool,
    /// Whether it may have changed who is here.
    pub(super) moves: bool,
}

/// What a page has been told of a table.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    table: TableId,
    /// The number of the last entry.
    log: u64,
    /// The number of the last line.
    chat: u64,
    /// Who was there.
    presence: Option<(Vec<PersonId>, u32)>,
}

impl Watch {
    /// The page says what it has.
    pub(super) const fn new(table: TableId, log: u64, chat: u64) -> Self {
        Self { table, log, chat, presence: None }
    }

    pub(super) const fn table(&self) -> &TableId {
        &self.table
    }

    /// The next message about what is new, if anything is. Only one is made at a time, so that
    /// nothing piles up for a page that reads slowly.
    pub(super) async fn next(
        &mut self,
        server: &Socket,
        topic: Topic,
    ) -> Result<Option<Next>, TableError> {
        match topic {
            Topic::Log => self.entries(server).await,
            Topic::Chat => self.lines(server).await,
            Topic::Presence => self.presence(server).await,
        }
    }

    async fn entries(&mut self, server: &Socket) -> Result<Option<Next>, TableError> {
        let (entries, times) = match server.tables.news(&self.table, self.log).await? {
            News::Message { text, last } => {
                self.log = last;
                return Ok(Some(Next { message: text, more: false, moves: false }));
            }
            News::Entries { entries, times } => (entries, times),
        };
        let Page { items: entries, more } = entries;
        let Some(last) = entries.last() else { return Ok(None) };
        self.log = last.seq;
        let people = entries.iter().filter_map(|stamped| stamped.entry.person().cloned());
        let names = server.tables.names(&people.collect()).await?;
        let moves = entries.iter().any(|stamped| stamped.entry.moves_somebody());
        let table = self.table.clone();
        let message = text(&ServerMessage::Entries { table, entries, names, times });
        Ok(Some(Next { message, more, moves: moves && self.presence.is_some() }))
    }

    async fn lines(&mut self, server: &Socket) -> Result<Option<Next>, TableError> {
        let Page { items: lines, more } =
            server.chat.after(&self.table, self.chat, A_MESSAGE).await?;
        let Some(last) = lines.last() else { return Ok(None) };
        self.chat = last.seq;
        let people = lines.iter().map(|line| line.person.clone());
        let names = server.tables.names(&people.collect()).await?;
        let message = text(&ServerMessage::Chat { table: self.table.clone(), lines, names });
        Ok(Some(Next { message, more, moves: false }))
    }

    /// Who is there, if that has changed: those who sit at the table by name, the others counted.
    async fn presence(&mut self, server: &Socket) -> Result<Option<Next>, TableError> {
        let crowd = server.presence.crowd(&self.table);
        let seated = server.tables.read(&self.table, |table, _| {
            table.people().into_iter().cloned().collect::<BTreeSet<PersonId>>()
        });
        let here: Vec<PersonId> = crowd.people.intersection(&seated.await?).cloned().collect();
        let spectators = (crowd.people.len() - here.len()) as u32 + crowd.nameless;
        let now = Some((here.clone(), spectators));
        if self.presence == now {
            return Ok(None);
        }
        self.presence = now;
        let table = self.table.clone();
        let message = text(&ServerMessage::Presence { table, here, spectators });
        Ok(Some(Next { message, more: false, moves: false }))
    }
}

/// A message as it goes over the wire.
pub(crate) fn text(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).expect("every message can be written as JSON").into()
}
