//! The page's one WebSocket: subscriptions, commands, and reconnecting.

use std::collections::BTreeMap;
use std::rc::Rc;

use gloo_events::EventListener;
use gloo_timers::callback::{Interval, Timeout};
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::reactive::owner::Owner;
use leptos::task::spawn_local;
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use web_sys::{MessageEvent, WebSocket};
use wire::id::{ClientId, TableId};
use wire::table::Command;
use wire::{ClientMessage, ServerMessage, VERSION};

use super::Me;
use super::outbox::{Outbox, has_post};
use crate::browser;

/// The delay before the first retry, in milliseconds. It doubles with each failure.
const FIRST_BREAK: u32 = 300;
/// The longest delay before a retry, in milliseconds.
const LONGEST_BREAK: u32 = 10_000;
/// The delay before commands are sent again that the server could not handle, in milliseconds.
const AGAIN: u32 = 2_000;
/// How often the page checks whether it has slept, in milliseconds.
const BEAT: u32 = 4_000;
/// After a gap of more than this between two checks, in milliseconds, the page has slept and its
/// connection is replaced.
const NAP: f64 = 15_000.0;

/// Matches while a reload would lose input: a focused field, or a private line.
const IN_USE: &str = ":is(input, textarea):focus, .line-strip";

/// The state of the connection.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Link {
    /// Not needed, or not tried yet.
    Idle,
    /// Connected.
    Up,
    /// Lost; it is being retried.
    Down,
}

/// A subscription to a table.
#[derive(Clone)]
struct Watcher {
    /// The sequence numbers of the last entry and the last chat line that are known.
    position: Rc<dyn Fn() -> (u64, u64)>,
    hear: Rc<dyn Fn(ServerMessage)>,
}

/// An open socket with its listeners.
struct Socket {
    socket: WebSocket,
    _listeners: [EventListener; 2],
}

impl Drop for Socket {
    fn drop(&mut self) {
        // It may be closed already.
        let _ = self.socket.close();
    }
}

struct Inner {
    socket: Option<Socket>,
    /// Whether the server's hello has arrived.
    greeted: bool,
    connecting: bool,
    /// Whether it was opened with a session, which is needed for everything but watching the lobby.
    introduced: bool,
    /// The number of subscribers to the lobby.
    lookers: usize,
    watchers: BTreeMap<TableId, Watcher>,
    outbox: Outbox,
    failures: u32,
    retry: Option<Timeout>,
    /// When the page was last known to be awake.
    awake: f64,
}

impl Inner {
    /// Whether something needs a session: a subscription to a table, or a command.
    fn takes_part(&self) -> bool {
        !self.watchers.is_empty() || !self.outbox.is_empty()
    }
}

/// The owner of what lives as long as the app.
#[derive(Clone)]
struct WholeApp(Owner);

/// Lets pages connect to the server. Commands that an earlier page could not send are sent at once.
pub(crate) fn provide_live() {
    let Some(owner) = Owner::current() else { return };
    provide_context(WholeApp(owner.clone()));
    if has_post() {
        // If the chunk cannot be fetched, they are sent at the next start.
        spawn_local(async move { drop(send_post(owner).await) });
    }
}

#[wasm_split(online, fallible)]
fn send_post(app: Owner) -> Result<(), SplitLoaderError> {
    app.with(Live::here);
    Ok(())
}

/// The page's connection. Copies share it.
#[derive(Copy, Clone)]
pub(crate) struct Live {
    link: RwSignal<Link>,
    /// Incremented whenever the lobby has changed.
    lists: RwSignal<u32>,
    me: Me,
    inner: StoredValue<Inner, LocalStorage>,
}

impl Live {
    /// Creates it and provides it to all pages. It connects when the lobby or a table is subscribed
    /// to, or when commands are unsent.
    fn provide() -> Self {
        let outbox = Outbox::load();
        let has_post = !outbox.is_empty();
        let inner = Inner {
            socket: None,
            greeted: false,
            connecting: false,
            introduced: false,
            lookers: 0,
            watchers: BTreeMap::new(),
            outbox,
            failures: 0,
            retry: None,
            awake: browser::now(),
        };
        let live = Self {
            link: RwSignal::new(Link::Idle),
            lists: RwSignal::new(0),
            me: Me::here(),
            inner: StoredValue::new_local(inner),
        };
        provide_context(live);
        live.stay_awake();
        if has_post {
            live.connect();
        }
        live
    }

    /// The app's connection, created when it is first needed.
    pub(crate) fn here() -> Self {
        use_context().unwrap_or_else(|| expect_context::<WholeApp>().0.with(Self::provide))
    }

    /// The state of the connection.
    pub(crate) fn link(self) -> Link {
        self.link.get()
    }

    /// Subscribes to a table from `position` on, until [`LiveConnection::unwatch`].
    pub(crate) fn watch(
        self,
        table: TableId,
        position: impl Fn() -> (u64, u64) + 'static,
        hear: impl Fn(ServerMessage) + 'static,
    ) {
        let watcher = Watcher { position: Rc::new(position), hear: Rc::new(hear) };
        self.subscribe(&table, &watcher);
        self.inner.update_value(|inner| drop(inner.watchers.insert(table, watcher)));
        self.connect();
    }

    /// Subscribes to the lobby until the owner is disposed of. The signal is incremented whenever
    /// the lobby has changed.
    pub(crate) fn look_around(self) -> ReadSignal<u32> {
        self.inner.update_value(|inner| inner.lookers += 1);
        self.send_now(&ClientMessage::LookAround);
        self.connect();
        on_cleanup(move || {
            let left = self.inner.try_update_value(|inner| {
                inner.lookers -= 1;
                inner.lookers
            });
            if left == Some(0) {
                self.send_now(&ClientMessage::LookAway);
            }
        });
        self.lists.read_only()
    }

    /// Ends the subscription to a table.
    pub(crate) fn unwatch(self, table: &TableId) {
        self.inner.update_value(|inner| drop(inner.watchers.remove(table)));
        self.send_now(&ClientMessage::Unsubscribe { table: table.clone() });
    }

    /// Sends a command, now or as soon as the connection is back.
    pub(crate) fn command(self, table: &TableId, id: ClientId, command: Command) {
        self.post(ClientMessage::Command { table: table.clone(), id, command });
    }

    /// Sends a chat line.
    pub(crate) fn say(self, table: &TableId, text: String) {
        self.post(ClientMessage::Say { table: table.clone(), id: ClientId::random(), text });
    }

    /// The commands for a table that the server has not answered.
    pub(crate) fn unanswered(self, table: &TableId) -> Vec<(ClientId, Command)> {
        self.inner.with_value(|inner| inner.outbox.commands(table))
    }

    /// Connects anew, with the session that is valid now.
    pub(crate) fn reconnect(self) {
        self.drop_socket();
        self.connect();
    }

    /// Closes the connection, which belongs to one session. It is opened again when it is needed.
    pub(crate) fn hang_up(self) {
        self.drop_socket();
    }

    fn post(self, message: ClientMessage) {
        self.send_now(&message);
        self.inner.update_value(|inner| inner.outbox.add(message));
        self.connect();
    }

    /// Sends a message if the connection is open. What is in the outbox is sent again when it
    /// opens.
    fn send_now(self, message: &ClientMessage) {
        self.inner.with_value(|inner| {
            if let (true, Some(Socket { socket, .. })) = (inner.greeted, &inner.socket)
                && let Ok(text) = serde_json::to_string(message)
            {
                // A closing socket reports that in its close event.
                let _ = socket.send_with_str(&text);
            }
        });
    }

    fn subscribe(self, table: &TableId, watcher: &Watcher) {
        let (after, chat) = (watcher.position)();
        self.send_now(&ClientMessage::Subscribe { table: table.clone(), after, chat });
    }

    /// Connects, unless connected or connecting. A connection without a session is replaced when a
    /// session is needed.
    fn connect(self) {
        let needs_name = self.inner.with_value(Inner::takes_part) || self.me.is_known();
        let nameless = |inner: &Inner| inner.greeted && !inner.introduced;
        if needs_name && self.inner.with_value(nameless) {
            self.drop_socket();
        }
        let busy = self.inner.with_value(|inner| inner.connecting || inner.socket.is_some());
        if busy || !browser::is_online() {
            return;
        }
        self.inner.update_value(|inner| {
            inner.connecting = true;
            inner.introduced = needs_name;
            inner.retry = None;
        });
        spawn_local(async move {
            // The socket gets its session from the cookie that hello sets. Watching the lobby does
            // not create a guest.
            let opened = (!needs_name || self.me.hello().await.is_ok()) && self.open();
            self.inner.update_value(|inner| inner.connecting = false);
            if !opened {
                self.failed();
            }
        });
    }

    fn open(self) -> bool {
        let Ok(socket) = WebSocket::new(&address()) else { return false };
        let on_message = EventListener::new(&socket, "message", move |event| {
            let event: &MessageEvent = wasm_bindgen::JsCast::unchecked_ref(event);
            let text = event.data().as_string().unwrap_or_default();
            match serde_json::from_str(&text) {
                Ok(message) => self.hear(message),
                Err(_) => renew_once("misunderstood"),
            }
        });
        let on_close = EventListener::new(&socket, "close", move |_| {
            // Outside of the listener, which is dropped with the socket.
            spawn_local(async move {
                self.drop_socket();
                self.failed();
            });
        });
        let socket = Socket { socket, _listeners: [on_message, on_close] };
        self.inner.update_value(|inner| inner.socket = Some(socket));
        true
    }

    fn drop_socket(self) {
        let socket = self.inner.try_update_value(|inner| {
            inner.greeted = false;
            inner.socket.take()
        });
        drop(socket);
    }

    /// Schedules a retry, with a delay that doubles with each failure.
    fn failed(self) {
        self.link.set(Link::Down);
        self.inner.update_value(|inner| {
            let doubled = FIRST_BREAK.saturating_mul(1 << inner.failures.min(6));
            // Jitter, so that clients do not reconnect at the same moment.
            let jitter = u32::from(browser::random_bytes::<1>()[0]);
            let wait = doubled.min(LONGEST_BREAK) + jitter;
            inner.failures += 1;
            inner.retry = Some(Timeout::new(wait, move || self.connect()));
        });
    }

    fn hear(self, message: ServerMessage) {
        match &message {
            ServerMessage::Hello { version, you } => {
                if *version != VERSION {
                    return renew_once(&version.to_string());
                }
                if let Some(you) = you {
                    self.me.set(Some(you.clone()));
                }
                self.greeted();
            }
            ServerMessage::Lists { .. } => self.lists.update(|changes| *changes += 1),
            ServerMessage::Entries { table, .. }
            | ServerMessage::Chat { table, .. }
            | ServerMessage::Presence { table, .. }
            | ServerMessage::Failed { table: Some(table), .. } => {
                self.tell(&table.clone(), message);
            }
            ServerMessage::Done { id, .. } | ServerMessage::Refused { id, again: false, .. } => {
                let table = self.inner.with_value(|inner| inner.outbox.table_of(id));
                self.inner.update_value(|inner| inner.outbox.answered(id));
                if let Some(table) = table {
                    self.tell(&table, message);
                }
            }
            ServerMessage::Refused { again: true, .. } => {
                Timeout::new(AGAIN, move || self.send_outbox()).forget();
            }
            ServerMessage::Failed { table: None, error } => leptos::logging::warn!("{error}"),
        }
    }

    fn greeted(self) {
        self.inner.update_value(|inner| {
            inner.greeted = true;
            inner.failures = 0;
        });
        self.link.set(Link::Up);
        let watchers = self.inner.with_value(|inner| inner.watchers.clone());
        for (table, watcher) in &watchers {
            self.subscribe(table, watcher);
        }
        if self.inner.with_value(|inner| inner.lookers > 0) {
            self.send_now(&ClientMessage::LookAround);
        }
        self.send_outbox();
        // A command may have been given meanwhile. Outside of the listener, which is dropped with
        // the socket.
        spawn_local(async move { self.connect() });
    }

    fn send_outbox(self) {
        let messages: Vec<ClientMessage> =
            self.inner.with_value(|inner| inner.outbox.messages().cloned().collect());
        for message in &messages {
            self.send_now(message);
        }
    }

    fn tell(self, table: &TableId, message: ServerMessage) {
        let watcher = self.inner.with_value(|inner| inner.watchers.get(table).cloned());
        if let Some(watcher) = watcher {
            (watcher.hear)(message);
        }
    }

    /// Listens to changes of the network and of visibility, and checks regularly whether the page
    /// has slept.
    fn stay_awake(self) {
        let window = browser::window();
        EventListener::new(&window, "online", move |_| self.wake(true)).forget();
        EventListener::new(&window, "offline", move |_| {
            self.drop_socket();
            self.link.set(Link::Down);
        })
        .forget();
        EventListener::new(&window, "pageshow", move |_| self.wake(false)).forget();
        EventListener::new(&document(), "visibilitychange", move |_| self.wake(false)).forget();
        // The listeners live as long as the page.
        Interval::new(BEAT, move || self.wake(false)).forget();
    }

    /// Replaces the connection after a sleep or when the network is back (`anew`), and retries at
    /// once if it was lost.
    fn wake(self, anew: bool) {
        if document().hidden() && !anew {
            return;
        }
        let now = browser::now();
        let slept = self.inner.with_value(|inner| now - inner.awake > NAP);
        let up = self.link.get_untracked() == Link::Up;
        self.inner.update_value(|inner| inner.awake = now);
        let needed = self.inner.with_value(|inner| inner.takes_part() || inner.lookers > 0);
        if needed && (anew || slept) {
            self.inner.update_value(|inner| inner.failures = 0);
            self.reconnect();
        } else if !up && needed && self.inner.with_value(|inner| inner.retry.is_none()) {
            self.connect();
        }
    }
}

fn address() -> String {
    let location = browser::window().location();
    let secure = location.protocol().is_ok_and(|protocol| protocol == "https:");
    let scheme = if secure { "wss" } else { "ws" };
    format!("{scheme}://{}/api/live", location.host().unwrap_or_default())
}

/// Asks `boot.js` to load the client's new version as soon as a reload loses no input. Done once
/// for each cause, such as the server's version, since a second reload would not help.
fn renew_once(cause: &str) {
    let Ok(Some(storage)) = browser::window().session_storage() else { return };
    if storage.get_item("bellwether.reloaded").ok().flatten().as_deref() == Some(cause) {
        return;
    }
    let _ = storage.set_item("bellwether.reloaded", cause);
    spawn_local(async {
        while matches!(document().query_selector(IN_USE), Ok(Some(_))) {
            TimeoutFuture::new(BEAT).await;
        }
        if let Ok(event) = web_sys::Event::new("renew") {
            let _ = browser::window().dispatch_event(&event);
        }
    });
}
