//! The page's one WebSocket: what is watched, what is sent, and how it heals.

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

/// How long the first break before another try is, in milliseconds; each is twice the one before.
const FIRST_BREAK: u32 = 300;
/// The longest break.
const LONGEST_BREAK: u32 = 10_000;
/// How long until something is sent again that the server could not do just now.
const AGAIN: u32 = 2_000;
/// How often the page looks whether it has slept.
const BEAT: u32 = 4_000;
/// Whoever was away for so long, in milliseconds, does not trust an old connection.
const NAP: f64 = 15_000.0;

/// A reload would lose what somebody types here, or the line that they try.
const IN_USE: &str = ":is(input, textarea):focus, .line-strip";

/// How the connection is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Link {
    /// Not needed, or not tried yet.
    Idle,
    /// The server and the page talk.
    Up,
    /// It broke, and is tried again.
    Down,
}

/// Somebody who follows a table.
#[derive(Clone)]
struct Watcher {
    /// The numbers of the last entry and the last line of chat it has.
    position: Rc<dyn Fn() -> (u64, u64)>,
    hear: Rc<dyn Fn(ServerMessage)>,
}

/// An open socket; its listeners go with it.
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
    /// Whether the server has said hello on it.
    greeted: bool,
    connecting: bool,
    /// Whether it was opened as somebody, who may do more than look.
    introduced: bool,
    /// How many look at lists of tables.
    lookers: usize,
    watchers: BTreeMap<TableId, Watcher>,
    outbox: Outbox,
    failures: u32,
    retry: Option<Timeout>,
    /// When the page last knew that it was awake.
    awake: f64,
}

impl Inner {
    /// Whether somebody follows a table or wants something done, and not only looks around.
    fn takes_part(&self) -> bool {
        !self.watchers.is_empty() || !self.outbox.is_empty()
    }
}

/// Whoever owns what lasts as long as the app.
#[derive(Clone)]
struct WholeApp(Owner);

/// Lets pages connect to the server; what an earlier one has left to send is sent at once.
pub(crate) fn provide_live() {
    let Some(owner) = Owner::current() else { return };
    provide_context(WholeApp(owner.clone()));
    if has_post() {
        // If this cannot be fetched now, the post waits for the next start.
        spawn_local(async move { drop(send_post(owner).await) });
    }
}

#[wasm_split(online, fallible)]
fn send_post(app: Owner) -> Result<(), SplitLoaderError> {
    app.with(Live::here);
    Ok(())
}

/// The page's connection. Copies are the same.
#[derive(Copy, Clone)]
pub(crate) struct Live {
    link: RwSignal<Link>,
    /// Grows whenever lists of tables have changed.
    lists: RwSignal<u32>,
    me: Me,
    inner: StoredValue<Inner, LocalStorage>,
}

impl Live {
    /// Makes it, and makes it known to all pages. It connects when somebody looks at tables or watches
    /// one, or when something is left to send.
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

    /// The page's own, made when it is first needed.
    pub(crate) fn here() -> Self {
        use_context().unwrap_or_else(|| expect_context::<WholeApp>().0.with(Self::provide))
    }

    /// How the connection is.
    pub(crate) fn link(self) -> Link {
        self.link.get()
    }

    /// Follows a table from where `position` says it is, until [`Live::unwatch`].
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

    /// Looks at lists of tables as long as whoever asks for it is shown: what comes back grows
    /// whenever they have changed.
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

    /// Follows a table no more.
    pub(crate) fn unwatch(self, table: &TableId) {
        self.inner.update_value(|inner| drop(inner.watchers.remove(table)));
        self.send_now(&ClientMessage::Unsubscribe { table: table.clone() });
    }

    /// Sends a command, now or as soon as the connection is back.
    pub(crate) fn command(self, table: &TableId, id: ClientId, command: Command) {
        self.post(ClientMessage::Command { table: table.clone(), id, command });
    }

    /// Says something at a table.
    pub(crate) fn say(self, table: &TableId, text: String) {
        self.post(ClientMessage::Say { table: table.clone(), id: ClientId::random(), text });
    }

    /// The commands for a table that the server has not answered.
    pub(crate) fn unanswered(self, table: &TableId) -> Vec<(ClientId, Command)> {
        self.inner.with_value(|inner| inner.outbox.commands(table))
    }

    /// Connects anew, as whoever the page's person is now.
    pub(crate) fn reconnect(self) {
        self.drop_socket();
        self.connect();
    }

    /// Lets go of the connection, which is one person's; whoever needs one next has a new one.
    pub(crate) fn hang_up(self) {
        self.drop_socket();
    }

    fn post(self, message: ClientMessage) {
        self.send_now(&message);
        self.inner.update_value(|inner| inner.outbox.add(message));
        self.connect();
    }

    /// Sends it if the connection stands; what is in the outbox is sent when it stands again.
    fn send_now(self, message: &ClientMessage) {
        self.inner.with_value(|inner| {
            if let (true, Some(Socket { socket, .. })) = (inner.greeted, &inner.socket)
                && let Ok(text) = serde_json::to_string(message)
            {
                // A socket that is closing says so in its own event.
                let _ = socket.send_with_str(&text);
            }
        });
    }

    fn subscribe(self, table: &TableId, watcher: &Watcher) {
        let (after, chat) = (watcher.position)();
        self.send_now(&ClientMessage::Subscribe { table: table.clone(), after, chat });
    }

    /// Connects, unless it is connected or on its way. A connection that nobody has introduced
    /// themselves on is given up for one on which somebody has.
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
            // The socket knows a person by the cookie that hello sets; looking around makes nobody
            // a guest.
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
            // Outside of the listener, which goes with the socket.
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

    /// Tries again after a break, which grows.
    fn failed(self) {
        self.link.set(Link::Down);
        self.inner.update_value(|inner| {
            let doubled = FIRST_BREAK.saturating_mul(1 << inner.failures.min(6));
            // Not everyone at the same moment.
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
        // Somebody may have sat down meanwhile. Outside of the listener, which goes with the socket.
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

    /// Notices networks that come and go, and pages that have slept.
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
        // All of it lasts as long as the page.
        Interval::new(BEAT, move || self.wake(false)).forget();
    }

    /// A page that was asleep for a while trusts no old connection; one that is awake again, or has
    /// a network again, does not wait for the next try.
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

/// The server is newer than this page, which makes room for the new one (boot.js) as soon as nobody
/// types anything or tries a line, for that is all that a reload could lose. Once is enough for each
/// cause, such as the server's version: if that does not help, nothing will.
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
