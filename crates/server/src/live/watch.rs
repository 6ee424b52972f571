//! What a page has been told of a table, and what is new to it.

use std::collections::BTreeSet;

use axum::extract::ws::Utf8Bytes;

use super::Topic;
use super::socket::Socket;
use crate::id::{PersonId, TableId};
use crate::tables::{ENTRIES_A_MESSAGE, News, TableError};
use crate::wire::ServerMessage;

/// How many lines of chat are sent in one message.
const LINES_A_MESSAGE: usize = 50;

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

    /// What is new, as texts to send.
    pub(super) async fn news(
        &mut self,
        server: &Socket,
        topic: Topic,
    ) -> Result<Vec<Utf8Bytes>, TableError> {
        let messages = match topic {
            Topic::Log => return self.entries(server).await,
            Topic::Chat => self.lines(server).await?,
            Topic::Presence => self.presence(server).await?,
        };
        Ok(messages.iter().map(text).collect())
    }

    async fn entries(&mut self, server: &Socket) -> Result<Vec<Utf8Bytes>, TableError> {
        let (entries, times) = match server.tables.news(&self.table, self.log).await? {
            News::Message { text, last } => {
                self.log = last;
                return Ok(vec![text]);
            }
            News::Entries { entries, times } => (entries, times),
        };
        let mut messages = Vec::new();
        for entries in entries.chunks(ENTRIES_A_MESSAGE) {
            let people = entries.iter().filter_map(|stamped| stamped.entry.person().cloned());
            let names = server.tables.names(&people.collect()).await?;
            let (table, entries, times) = (self.table.clone(), entries.to_vec(), times.clone());
            messages.push(ServerMessage::Entries { table, entries, names, times });
        }
        self.log = entries.last().map_or(self.log, |stamped| stamped.seq);
        let moves = entries.iter().any(|stamped| stamped.entry.moves_somebody());
        if moves && self.presence.is_some() {
            messages.extend(self.presence(server).await?);
        }
        Ok(messages.iter().map(text).collect())
    }

    async fn lines(&mut self, server: &Socket) -> Result<Vec<ServerMessage>, TableError> {
        let lines = server.chat.after(&self.table, self.chat).await?;
        let mut messages = Vec::new();
        for lines in lines.chunks(LINES_A_MESSAGE) {
            let people = lines.iter().map(|line| line.person.clone());
            let names = server.tables.names(&people.collect()).await?;
            let (table, lines) = (self.table.clone(), lines.to_vec());
            messages.push(ServerMessage::Chat { table, lines, names });
        }
        self.chat = lines.last().map_or(self.chat, |line| line.seq);
        Ok(messages)
    }

    /// Who is there, if that has changed: those who sit at the table by name, the others counted.
    async fn presence(&mut self, server: &Socket) -> Result<Vec<ServerMessage>, TableError> {
        let crowd = server.presence.crowd(&self.table);
        let seated = server.tables.read(&self.table, |table, _| {
            table.people().into_iter().cloned().collect::<BTreeSet<PersonId>>()
        });
        let here: Vec<PersonId> = crowd.people.intersection(&seated.await?).cloned().collect();
        let spectators = (crowd.people.len() - here.len()) as u32 + crowd.nameless;
        let now = Some((here.clone(), spectators));
        if self.presence == now {
            return Ok(Vec::new());
        }
        self.presence = now;
        Ok(vec![ServerMessage::Presence { table: self.table.clone(), here, spectators }])
    }
}

/// A message as it goes over the wire.
pub(crate) fn text(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).expect("every message can be written as JSON").into()
}
