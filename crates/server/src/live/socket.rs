//! One page's WebSocket: what it subscribes to, what it orders, what it is told.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::SinkExt;
use governor::DefaultDirectRateLimiter;
use rules::Refusal;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, timeout};
use tokio_util::sync::CancellationToken;

use super::watch::{Next, Watch, text};
use super::{Bell, Lists, Presence, Rung, Topic};
use crate::chat::Chat;
use crate::http::{ApiError, Pace, Place, UNREADABLE};
use crate::id::{ClientId, PersonId, SessionId, TableId};
use crate::metrics::Metrics;
use crate::people::{Identity, People};
use crate::store::StoreError;
use crate::table::Command;
use crate::tables::{TableError, Tables};
use crate::wire::{ClientMessage, Person, ServerMessage, VERSION};

/// Idle sockets are many, so their buffers are small.
pub(crate) const READ_BUFFER: usize = 256;
/// Messages that are made at the same time leave together until they are this long: an answer and
/// what has come of it. The buffer grows with the longest message, and never shrinks.
pub(crate) const WRITE_BUFFER: usize = 1024;
/// The longest message of a client.
pub(crate) const LONGEST_MESSAGE: usize = 16 * 1024;
/// What a message of ours lists is not longer than this, in bytes of JSON, unless it is one item.
pub(crate) const LONGEST_LIST: usize = 32 * 1024;
/// What may wait to be sent before the socket counts as dead.
pub(crate) const LONGEST_BACKLOG: usize = 4 * 1024 * 1024;

/// How many tables a page may watch.
const MOST_TABLES: usize = 64;
/// How often a silent page is asked whether it is there.
const PING: Duration = Duration::from_secs(30);
/// How long a page may take to read a message.
const PATIENCE: Duration = Duration::from_secs(20);

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
    pub(crate) chat: Chat,
    pub(crate) presence: Presence,
    pub(crate) pace: Arc<Pace>,
    pub(crate) metrics: Metrics,
    pub(crate) session: Option<SessionId>,
    pub(crate) stop: CancellationToken,
    /// Among the sockets of its address; left when it goes.
    pub(crate) place: Place,
}

/// A socket at work.
struct Session {
    config: Box<Socket>,
    socket: WebSocket,
    bell: Arc<Bell>,
    /// Who the page's person was when it connected.
    person: Option<PersonId>,
    /// One for each table: a few, and mostly one.
    watches: Vec<Watch>,
    /// Whether the page looks at lists of tables.
    looks: bool,
    pace: DefaultDirectRateLimiter,
    heard: Instant,
}

impl Socket {
    /// Talks until one side has had enough.
    // What an async function is given it keeps twice: once as such, once where it is put.
    #[allow(
        clippy::manual_async_fn,
        reason = "idle sockets are many, and this one is half as large"
    )]
    pub(crate) fn run(self: Box<Self>, socket: WebSocket) -> impl Future<Output = ()> + Send {
        let mut session = Session {
            pace: self.pace.socket(),
            config: self,
            socket,
            bell: Arc::default(),
            person: None,
            watches: Vec::new(),
            looks: false,
            heard: Instant::now(),
        };
        async move {
            session.config.metrics.sockets.inc();
            if let Err(Gone::Dismissed(code, reason)) = session.talk().await {
                Box::pin(session.dismiss(code, reason)).await;
            }
            session.leave();
            session.config.metrics.sockets.dec();
        }
    }

    async fn command(&self, table: &TableId, id: ClientId, command: Command) -> ServerMessage {
        let done = match self.person().await {
            Ok(person) => {
                let command = command.by(&person);
                match self.tables.check_may_read(table, Some(&person.id)).await {
                    Ok(()) => self.tables.command(table, &person.id, Some(&id), command).await,
                    Err(error) => Err(error),
                }
            }
            Err(error) => Err(error),
        };
        answer(id, done)
    }

    async fn say(&self, table: &TableId, id: ClientId, text: &str) -> ServerMessage {
        let said = match self.person().await {
            Ok(person) if self.pace.line(&person.id).is_err() => {
                let error = ApiError::TooMany.sentence();
                return ServerMessage::Refused { id, error, again: true };
            }
            Ok(person) => match self.tables.check_may_read(table, Some(&person.id)).await {
                Ok(()) => self.chat.say(table, &person.id, Some(id.clone()), text).await,
                Err(error) => Err(error),
            },
            Err(error) => Err(error),
        };
        answer(id, said)
    }

    /// Asked each time: who has signed out elsewhere is signed out here.
    async fn person(&self) -> Result<Person, TableError> {
        let identity = self.identity().await?;
        let Some(Identity { person, .. }) = identity else {
            return Err(Refusal::from("sign in to play: you can only watch").into());
        };
        self.tables.networks().see(&person.id, self.place.network());
        Ok(person)
    }

    async fn identity(&self) -> Result<Option<Identity>, StoreError> {
        match &self.session {
            Some(session) => self.people.by_session(session.clone()).await,
            None => Ok(None),
        }
    }
}

impl Session {
    /// What takes much room while it is done is boxed: most sockets are idle most of the time.
    async fn talk(&mut self) -> Result<(), Gone> {
        let you =
            Box::pin(self.config.identity()).await.ok().flatten().map(|identity| identity.person);
        self.person = you.as_ref().map(|person| person.id.clone());
        self.say(&ServerMessage::Hello { version: VERSION, you }).await?;
        self.flush().await?;
        let mut ping = silent_ticks();
        let bell = self.bell.clone();
        let mut stop = std::pin::pin!(self.config.stop.clone().cancelled_owned());
        loop {
            tokio::select! {
                message = self.socket.recv() => match message {
                    Some(message) => Box::pin(self.attend(message?)).await?,
                    None => return Ok(()),
                },
                news = bell.heard() => Box::pin(self.tell(news)).await?,
                _ = ping.tick() => self.ping().await?,
                () = &mut stop => {
                    let reason = "the server restarts: come back in a moment";
                    return Err(Gone::Dismissed(close_code::RESTART, reason));
                }
            }
            self.flush().await?;
        }
    }

    /// Does what a message asks for; what has come of it goes along with the answer.
    async fn attend(&mut self, message: Message) -> Result<(), Gone> {
        self.hear(message).await?;
        self.tell(self.bell.news()).await
    }

    async fn hear(&mut self, message: Message) -> Result<(), Gone> {
        self.heard = Instant::now();
        // Whatever it is: pings are answered, which is work, too.
        if self.pace.check().is_err() {
            return Err(Gone::Dismissed(close_code::POLICY, "too many messages"));
        }
        let text = match message {
            Message::Text(text) => text,
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
            Message::Binary(_) => {
                return Err(Gone::Dismissed(close_code::UNSUPPORTED, "text only"));
            }
            Message::Close(_) => return Err(Gone::Away),
        };
        match serde_json::from_str(&text) {
            Ok(ClientMessage::Subscribe { table, after, chat }) => {
                self.subscribe(table, after, chat).await
            }
            Ok(ClientMessage::Unsubscribe { table }) => {
                self.unsubscribe(&table);
                Ok(())
            }
            Ok(ClientMessage::Command { table, id, command }) => {
                let answer = self.config.command(&table, id, command).await;
                self.say(&answer).await
            }
            Ok(ClientMessage::Say { table, id, text }) => {
                let answer = self.config.say(&table, id, &text).await;
                self.say(&answer).await
            }
            Ok(ClientMessage::LookAround) => {
                self.look_around();
                Ok(())
            }
            Ok(ClientMessage::LookAway) => {
                self.look_away();
                Ok(())
            }
            Err(error) => self.fail(None, format!("this message is not understood: {error}")).await,
        }
    }

    async fn subscribe(&mut self, table: TableId, log: u64, chat: u64) -> Result<(), Gone> {
        let reader = self.person.as_ref();
        if let Err(error) = self.config.tables.check_may_read(&table, reader).await {
            return self.fail(Some(table), told(&error)).await;
        }
        let watch = Watch::new(table.clone(), log, chat);
        match self.place_of(&table) {
            Some(place) => self.watches[place] = watch,
            None if self.watches.len() >= MOST_TABLES => {
                let error = format!("a page watches {MOST_TABLES} tables at most");
                return self.fail(Some(table), error).await;
            }
            // First the bell, then the log: what comes in between is heard.
            None => {
                // Mostly there is no other.
                self.watches.reserve_exact(1);
                self.watches.push(watch);
                self.config.tables.watch(&table, &self.bell);
                self.config.presence.enter(&table, self.person.clone(), &self.bell);
            }
        }
        let news = [Topic::Log, Topic::Chat, Topic::Presence];
        self.tell_tables(news.into_iter().map(|topic| (table.clone(), topic)).collect()).await
    }

    fn look_around(&mut self) {
        if !std::mem::replace(&mut self.looks, true) {
            self.config.tables.lobby().enter(self.person.clone(), &self.bell);
        }
    }

    fn look_away(&mut self) {
        if std::mem::take(&mut self.looks) {
            self.config.tables.lobby().leave(self.person.as_ref(), &self.bell);
        }
    }

    /// Where it stands what this page knows of a table, if it watches there.
    fn place_of(&self, table: &TableId) -> Option<usize> {
        self.watches.iter().position(|watch| watch.table() == table)
    }

    fn unsubscribe(&mut self, table: &TableId) {
        if let Some(place) = self.place_of(table) {
            self.watches.swap_remove(place);
            self.config.tables.unwatch(table, &self.bell);
            self.config.presence.leave(table, &self.bell);
        }
    }

    /// Sends what is new.
    async fn tell(&mut self, Rung { tables, lists }: Rung) -> Result<(), Gone> {
        if self.looks && lists != Lists::default() {
            let Lists { open, mine } = lists;
            self.say(&ServerMessage::Lists { open, mine }).await?;
        }
        self.tell_tables(tables).await
    }

    /// Sends what is new at those tables, message by message. What is long is read by the page
    /// before the next message is made.
    async fn tell_tables(&mut self, mut news: BTreeSet<(TableId, Topic)>) -> Result<(), Gone> {
        while let Some((table, topic)) = news.pop_first() {
            let Some(place) = self.place_of(&table) else { continue };
            match self.watches[place].next(&self.config, topic).await {
                Ok(None) => {}
                Ok(Some(Next { message, more, moves })) => {
                    let is_long = message.len() > WRITE_BUFFER;
                    self.send(Message::Text(message)).await?;
                    if is_long {
                        self.flush().await?;
                    }
                    if moves {
                        news.insert((table.clone(), Topic::Presence));
                    }
                    if more {
                        news.insert((table, topic));
                    }
                }
                Err(error) => {
                    self.unsubscribe(&table);
                    self.fail(Some(table), told(&error)).await?;
                }
            }
        }
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
        self.send(Message::Text(text(message))).await
    }

    /// Puts a message with those that leave next.
    async fn send(&mut self, message: Message) -> Result<(), Gone> {
        patiently(self.socket.feed(message)).await
    }

    async fn flush(&mut self) -> Result<(), Gone> {
        patiently(self.socket.flush()).await
    }

    async fn dismiss(&mut self, code: u16, reason: &'static str) {
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        // It goes away whether it hears this or not.
        if self.send(Message::Close(Some(frame))).await.is_ok() {
            let _ = self.flush().await;
        }
    }

    fn leave(&mut self) {
        self.look_away();
        for watch in std::mem::take(&mut self.watches) {
            self.config.tables.unwatch(watch.table(), &self.bell);
            self.config.presence.leave(watch.table(), &self.bell);
        }
    }
}

/// What a page is told of what it wanted.
fn answer(id: ClientId, done: Result<u64, TableError>) -> ServerMessage {
    match done {
        Ok(seq) => ServerMessage::Done { id, seq },
        Err(error) => {
            let store_failed = matches!(error, TableError::Store(_)) && !error.is_damage();
            let again = store_failed || matches!(error, TableError::Busy);
            ServerMessage::Refused { id, error: told(&error), again }
        }
    }
}

/// What a page is told of an error; what concerns only us stays in the log.
pub(crate) fn told(error: &TableError) -> String {
    match error {
        TableError::NotFound | TableError::Refused(_) | TableError::Busy => error.to_string(),
        TableError::Store(_) | TableError::Damaged(_) => {
            tracing::error!(%error, "a table failed");
            if error.is_damage() {
                return UNREADABLE.to_owned();
            }
            "the server has a problem: try again in a moment".to_owned()
        }
    }
}

/// Waits for a page to read what it is sent, but not forever.
async fn patiently(sent: impl Future<Output = Result<(), axum::Error>>) -> Result<(), Gone> {
    match timeout(PATIENCE, sent).await {
        Ok(sent) => Ok(sent?),
        Err(_) => Err(Gone::Away),
    }
}

fn silent_ticks() -> Interval {
    let mut ticks = interval(PING);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}
