//! One page's WebSocket: what it subscribes to, what it orders, what it is told.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, timeout};
use tokio_util::sync::CancellationToken;

use super::Bell;
use crate::id::{ClientId, SessionId, TableId};
use crate::metrics::Metrics;
use crate::people::{Identity, People};
use crate::store::StoreError;
use crate::table::{Command, Stamped};
use crate::tables::{TableError, Tables};
use crate::wire::{ClientMessage, ServerMessage, Times, VERSION};

/// Idle sockets are many, so their buffers are small.
pub(crate) const READ_BUFFER: usize = 1024;
/// The longest message of a client.
pub(crate) const LONGEST_MESSAGE: usize = 16 * 1024;
/// What may wait to be sent before the socket counts as dead.
pub(crate) const LONGEST_BACKLOG: usize = 4 * 1024 * 1024;

/// How many tables a page may watch.
const MOST_TABLES: usize = 64;
/// How many messages a page may send, in the long run and at once.
const MESSAGES_A_SECOND: NonZeroU32 = NonZeroU32::new(20).expect("it is not 0");
const MESSAGES_AT_ONCE: NonZeroU32 = NonZeroU32::new(100).expect("it is not 0");
/// How often a silent page is asked whether it is there.
const PING: Duration = Duration::from_secs(30);
/// How long a page may take to read a message.
const PATIENCE: Duration = Duration::from_secs(20);
/// How many entries are sent in one message.
const ENTRIES_A_MESSAGE: usize = 200;

/// The other end is gone, or has to go.
enum Gone {
    Away,
    /// With the reason we give.
    Dismissed(u16, &'static str),
}

impl From<axum::Error> for Gone {
    fn from(_: axum::Error) -> Self {
        Self::Away
    }
}

/// One page's WebSocket.
pub(crate) struct Socket {
    pub(crate) tables: Tables,
    pub(crate) people: People,
    pub(crate) metrics: Metrics,
    pub(crate) session: Option<SessionId>,
    pub(crate) stop: CancellationToken,
}

/// A socket at work.
struct Session {
    config: Socket,
    socket: WebSocket,
    bell: Arc<Bell>,
    /// For each table the number of the last entry that was sent.
    sent: BTreeMap<TableId, u64>,
    pace: DefaultDirectRateLimiter,
    heard: Instant,
}

impl Socket {
    /// Talks until one side has had enough.
    pub(crate) async fn run(self, socket: WebSocket) {
        let metrics = self.metrics.clone();
        metrics.sockets.inc();
        let quota = Quota::per_second(MESSAGES_A_SECOND).allow_burst(MESSAGES_AT_ONCE);
        let mut session = Session {
            config: self,
            socket,
            bell: Arc::default(),
            sent: BTreeMap::new(),
            pace: RateLimiter::direct(quota),
            heard: Instant::now(),
        };
        if let Err(Gone::Dismissed(code, reason)) = session.talk().await {
            session.dismiss(code, reason).await;
        }
        session.leave();
        metrics.sockets.dec();
    }

    async fn command(&self, table: &TableId, id: ClientId, command: Command) -> ServerMessage {
        let refused = |id, error: String, again| ServerMessage::Refused { id, error, again };
        // Asked each time: who has signed out elsewhere is signed out here.
        let person = match self.identity().await {
            Ok(Some(identity)) => identity.person.id,
            Ok(None) => {
                return refused(id, "sign in to play: you can only watch".to_owned(), false);
            }
            Err(error) => return refused(id, told(&error.into()), true),
        };
        match self.tables.command(table, &person, Some(&id), command).await {
            Ok(seq) => ServerMessage::Done { id, seq },
            Err(error) => {
                let again = matches!(error, TableError::Store(_));
                refused(id, told(&error), again)
            }
        }
    }

    async fn identity(&self) -> Result<Option<Identity>, StoreError> {
        match &self.session {
            Some(session) => self.people.by_session(session.clone()).await,
            None => Ok(None),
        }
    }
}

impl Session {
    async fn talk(&mut self) -> Result<(), Gone> {
        let you = self.config.identity().await.ok().flatten().map(|identity| identity.person);
        self.say(&ServerMessage::Hello { version: VERSION, you }).await?;
        let mut ping = silent_ticks();
        let (bell, stop) = (self.bell.clone(), self.config.stop.clone());
        loop {
            tokio::select! {
                message = self.socket.recv() => match message {
                    Some(message) => self.hear(message?).await?,
                    None => return Ok(()),
                },
                tables = bell.heard() => self.tell(tables).await?,
                _ = ping.tick() => self.ping().await?,
                () = stop.cancelled() => {
                    let reason = "the server restarts: come back in a moment";
                    return Err(Gone::Dismissed(close_code::RESTART, reason));
                }
            }
        }
    }

    async fn hear(&mut self, message: Message) -> Result<(), Gone> {
        self.heard = Instant::now();
        let text = match message {
            Message::Text(text) => text,
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
            Message::Binary(_) => {
                return Err(Gone::Dismissed(close_code::UNSUPPORTED, "text only"));
            }
            Message::Close(_) => return Err(Gone::Away),
        };
        if self.pace.check().is_err() {
            return Err(Gone::Dismissed(close_code::POLICY, "too many messages"));
        }
        match serde_json::from_str(&text) {
            Ok(ClientMessage::Subscribe { table, after }) => self.subscribe(table, after).await,
            Ok(ClientMessage::Unsubscribe { table }) => {
                self.sent.remove(&table);
                self.config.tables.unwatch(&table, &self.bell);
                Ok(())
            }
            Ok(ClientMessage::Command { table, id, command }) => {
                let answer = self.config.command(&table, id, command).await;
                self.say(&answer).await
            }
            Err(error) => self.fail(None, format!("this message is not understood: {error}")).await,
        }
    }

    async fn subscribe(&mut self, table: TableId, after: u64) -> Result<(), Gone> {
        if self.sent.len() >= MOST_TABLES && !self.sent.contains_key(&table) {
            let error = format!("a page watches {MOST_TABLES} tables at most");
            return self.fail(Some(table), error).await;
        }
        // First the bell, then the log: what comes in between is heard.
        if self.sent.insert(table.clone(), after).is_none() {
            self.config.tables.watch(&table, &self.bell);
        }
        self.tell(BTreeSet::from([table])).await
    }

    /// Sends what is new at those tables.
    async fn tell(&mut self, tables: BTreeSet<TableId>) -> Result<(), Gone> {
        for table in tables {
            let Some(&sent) = self.sent.get(&table) else { continue };
            match self.config.tables.news(&table, sent).await {
                Ok((entries, times)) => {
                    for entries in entries.chunks(ENTRIES_A_MESSAGE) {
                        self.send_entries(&table, entries.to_vec(), times.clone()).await?;
                    }
                }
                Err(error) => {
                    self.sent.remove(&table);
                    self.config.tables.unwatch(&table, &self.bell);
                    self.fail(Some(table), told(&error)).await?;
                }
            }
        }
        Ok(())
    }

    async fn send_entries(
        &mut self,
        table: &TableId,
        entries: Vec<Stamped>,
        times: Option<Times>,
    ) -> Result<(), Gone> {
        let Some(last) = entries.last().map(|stamped| stamped.seq) else { return Ok(()) };
        let people = entries.iter().filter_map(|stamped| stamped.entry.person().cloned()).collect();
        let names = self.config.tables.names(&people).await.unwrap_or_default();
        let message = ServerMessage::Entries { table: table.clone(), entries, names, times };
        self.say(&message).await?;
        self.sent.insert(table.clone(), last);
        Ok(())
    }

    async fn ping(&mut self) -> Result<(), Gone> {
        if self.heard.elapsed() > 3 * PING {
            return Err(Gone::Away);
        }
        self.send(Message::Ping(axum::body::Bytes::new())).await
    }

    async fn fail(&mut self, table: Option<TableId>, error: String) -> Result<(), Gone> {
        self.say(&ServerMessage::Failed { table, error }).await
    }

    async fn say(&mut self, message: &ServerMessage) -> Result<(), Gone> {
        let text = serde_json::to_string(message).map_err(|_| Gone::Away)?;
        self.send(Message::Text(text.into())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), Gone> {
        match timeout(PATIENCE, self.socket.send(message)).await {
            Ok(sent) => Ok(sent?),
            Err(_) => Err(Gone::Away),
        }
    }

    async fn dismiss(&mut self, code: u16, reason: &'static str) {
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        // It goes away whether it hears this or not.
        let _ = self.send(Message::Close(Some(frame))).await;
    }

    fn leave(&self) {
        for table in self.sent.keys() {
            self.config.tables.unwatch(table, &self.bell);
        }
    }
}

/// What a page is told of an error; what concerns only us stays in the log.
pub(crate) fn told(error: &TableError) -> String {
    match error {
        TableError::NotFound | TableError::Refused(_) => error.to_string(),
        TableError::Store(_) | TableError::Damaged(_) => {
            tracing::error!(%error, "a table failed");
            "the server has a problem: try again in a moment".to_owned()
        }
    }
}

fn silent_ticks() -> Interval {
    let mut ticks = interval(PING);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}
