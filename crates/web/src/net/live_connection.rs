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
use super::outbox::{Outbox, has_unsent};
use crate::browser;

/// The delay before the first retry, in milliseconds. It doubles with each failure.
const FIRST_RETRY_DELAY: u32 = 300;
/// The longest delay before a retry, in milliseconds.
const MAX_RETRY_DELAY: u32 = 10_000;
/// The delay before commands are sent again that the server could not handle, in milliseconds.
const RESEND_DELAY: u32 = 2_000;
/// How often the page checks whether it has slept, in milliseconds.
const WAKE_CHECK_INTERVAL: u32 = 4_000;
/// After a gap of more than this between two checks, in milliseconds, the page has slept and its
/// connection is replaced.
const MAX_CHECK_GAP: f64 = 15_000.0;

/// Matches while a reload would lose input: a focused field, or a private line.
const UNSAVED_INPUT: &str = ":is(input, textarea):focus, .line-strip";

/// The state of the connection.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum LinkState {
    /// Not needed, or not tried yet.
    Idle,
    /// Connected.
    Up,
    /// Lost; it is being retried.
    Down,
}

/// A subscription to a table.
#[derive(Clone)]
struct TableSubscription {
    /// The sequence numbers of the last entry and the last chat line that are known.
    position: Rc<dyn Fn() -> (u64, u64)>,
    on_message: Rc<dyn Fn(ServerMessage)>,
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

struct ConnectionState {
    socket: Option<Socket>,
    /// Whether the server's hello has arrived.
    is_greeted: bool,
    is_connecting: bool,
    /// Whether it was opened with a session, which is needed for everything but watching the lobby.
    has_session: bool,
    /// The number of subscribers to the lobby.
    lobby_subscribers: usize,
    subscriptions: BTreeMap<TableId, TableSubscription>,
    outbox: Outbox,
    failures: u32,
    retry: Option<Timeout>,
    /// When the page was last known to be awake.
    last_awake: f64,
}

impl ConnectionState {
    /// Whether something needs a session: a subscription to a table, or a command.
    fn needs_session(&self) -> bool {
        !self.subscriptions.is_empty() || !self.outbox.is_empty()
    }
}

/// The owner of what lives as long as the app.
#[derive(Clone)]
struct AppOwner(Owner);

/// Lets pages connect to the server. Commands that an earlier page could not send are sent at once.
pub(crate) fn provide_connection() {
    let Some(owner) = Owner::current() else { return };
    provide_context(AppOwner(owner.clone()));
    if has_unsent() {
        // If the chunk cannot be fetched, they are sent at the next start.
        spawn_local(async move { drop(send_unsent(owner).await) });
    }
}

#[wasm_split(online, fallible)]
fn send_unsent(app: Owner) -> Result<(), SplitLoaderError> {
    app.with(LiveConnection::from_context);
    Ok(())
}

/// The page's connection. Copies share it.
#[derive(Copy, Clone)]
pub(crate) struct LiveConnection {
    link: RwSignal<LinkState>,
    /// Incremented whenever the lobby has changed.
    lobby_version: RwSignal<u32>,
    me: Me,
    state: StoredValue<ConnectionState, LocalStorage>,
}

impl LiveConnection {
    /// Creates it and provides it to all pages. It connects when the lobby or a table is subscribed
    /// to, or when commands are unsent.
    fn provide() -> Self {
        let outbox = Outbox::load();
        let has_unsent = !outbox.is_empty();
        let state = ConnectionState {
            socket: None,
            is_greeted: false,
            is_connecting: false,
            has_session: false,
            lobby_subscribers: 0,
            subscriptions: BTreeMap::new(),
            outbox,
            failures: 0,
            retry: None,
            last_awake: browser::now(),
        };
        let live = Self {
            link: RwSignal::new(LinkState::Idle),
            lobby_version: RwSignal::new(0),
            me: Me::from_context(),
            state: StoredValue::new_local(state),
        };
        provide_context(live);
        live.watch_for_sleep();
        if has_unsent {
            live.connect();
        }
        live
    }

    /// The app's connection, created when it is first needed.
    pub(crate) fn from_context() -> Self {
        use_context().unwrap_or_else(|| expect_context::<AppOwner>().0.with(Self::provide))
    }

    /// The state of the connection.
    pub(crate) fn link(self) -> LinkState {
        self.link.get()
    }

    /// Subscribes to a table from `position` on, until [`LiveConnection::unwatch`].
    pub(crate) fn watch(
        self,
        table: TableId,
        position: impl Fn() -> (u64, u64) + 'static,
        on_message: impl Fn(ServerMessage) + 'static,
    ) {
        let subscription =
            TableSubscription { position: Rc::new(position), on_message: Rc::new(on_message) };
        self.subscribe(&table, &subscription);
        self.state.update_value(|state| drop(state.subscriptions.insert(table, subscription)));
        self.connect();
    }

    /// Subscribes to the lobby until the owner is disposed of. The signal is incremented whenever
    /// the lobby has changed.
    pub(crate) fn watch_lobby(self) -> ReadSignal<u32> {
        self.state.update_value(|state| state.lobby_subscribers += 1);
        self.send_now(&ClientMessage::LookAround);
        self.connect();
        on_cleanup(move || {
            let left = self.state.try_update_value(|state| {
                state.lobby_subscribers -= 1;
                state.lobby_subscribers
            });
            if left == Some(0) {
                self.send_now(&ClientMessage::LookAway);
            }
        });
        self.lobby_version.read_only()
    }

    /// Ends the subscription to a table.
    pub(crate) fn unwatch(self, table: &TableId) {
        self.state.update_value(|state| drop(state.subscriptions.remove(table)));
        self.send_now(&ClientMessage::Unsubscribe { table: table.clone() });
    }

    /// Sends a command, now or as soon as the connection is back.
    pub(crate) fn command(self, table: &TableId, id: ClientId, command: Command) {
        self.queue_and_send(ClientMessage::Command { table: table.clone(), id, command });
    }

    /// Sends a chat line.
    pub(crate) fn send_chat(self, table: &TableId, text: String) {
        self.queue_and_send(ClientMessage::Say {
            table: table.clone(),
            id: ClientId::random(),
            text,
        });
    }

    /// The commands for a table that the server has not answered.
    pub(crate) fn pending_commands(self, table: &TableId) -> Vec<(ClientId, Command)> {
        self.state.with_value(|state| state.outbox.commands(table))
    }

    /// Connects anew, with the session that is valid now.
    pub(crate) fn reconnect(self) {
        self.drop_socket();
        self.connect();
    }

    /// Closes the connection, which belongs to one session. It is opened again when it is needed.
    pub(crate) fn disconnect(self) {
        self.drop_socket();
    }

    fn queue_and_send(self, message: ClientMessage) {
        self.send_now(&message);
        self.state.update_value(|state| state.outbox.add(message));
        self.connect();
    }

    /// Sends a message if the connection is open. What is in the outbox is sent again when it
    /// opens.
    fn send_now(self, message: &ClientMessage) {
        self.state.with_value(|state| {
            if let (true, Some(Socket { socket, .. })) = (state.is_greeted, &state.socket)
                && let Ok(text) = serde_json::to_string(message)
            {
                // A closing socket reports that in its close event.
                let _ = socket.send_with_str(&text);
            }
        });
    }

    fn subscribe(self, table: &TableId, subscription: &TableSubscription) {
        let (after, chat) = (subscription.position)();
        self.send_now(&ClientMessage::Subscribe { table: table.clone(), after, chat });
    }

    /// Connects, unless connected or connecting. A connection without a session is replaced when a
    /// session is needed.
    fn connect(self) {
        let needs_session =
            self.state.with_value(ConnectionState::needs_session) || self.me.has_session();
        let lacks_session = |state: &ConnectionState| state.is_greeted && !state.has_session;
        if needs_session && self.state.with_value(lacks_session) {
            self.drop_socket();
        }
        let busy = self.state.with_value(|state| state.is_connecting || state.socket.is_some());
        if busy || !browser::is_online() {
            return;
        }
        self.state.update_value(|state| {
            state.is_connecting = true;
            state.has_session = needs_session;
            state.retry = None;
        });
        spawn_local(async move {
            // The socket gets its session from the cookie that hello sets. Watching the lobby does
            // not create a guest.
            let opened = (!needs_session || self.me.hello().await.is_ok()) && self.open();
            self.state.update_value(|state| state.is_connecting = false);
            if !opened {
                self.schedule_retry();
            }
        });
    }

    fn open(self) -> bool {
        let Ok(socket) = WebSocket::new(&socket_url()) else { return false };
        let on_message = EventListener::new(&socket, "message", move |event| {
            let event: &MessageEvent = wasm_bindgen::JsCast::unchecked_ref(event);
            let text = event.data().as_string().unwrap_or_default();
            match serde_json::from_str(&text) {
                Ok(message) => self.on_message(message),
                Err(_) => request_reload_once("misunderstood"),
            }
        });
        let on_close = EventListener::new(&socket, "close", move |_| {
            // Outside of the listener, which is dropped with the socket.
            spawn_local(async move {
                self.drop_socket();
                self.schedule_retry();
            });
        });
        let socket = Socket { socket, _listeners: [on_message, on_close] };
        self.state.update_value(|state| state.socket = Some(socket));
        true
    }

    fn drop_socket(self) {
        let socket = self.state.try_update_value(|state| {
            state.is_greeted = false;
            state.socket.take()
        });
        drop(socket);
    }

    /// Schedules a retry, with a delay that doubles with each failure.
    fn schedule_retry(self) {
        self.link.set(LinkState::Down);
        self.state.update_value(|state| {
            let doubled = FIRST_RETRY_DELAY.saturating_mul(1 << state.failures.min(6));
            // Jitter, so that clients do not reconnect at the same moment.
            let jitter = u32::from(browser::random_bytes::<1>()[0]);
            let wait = doubled.min(MAX_RETRY_DELAY) + jitter;
            state.failures += 1;
            state.retry = Some(Timeout::new(wait, move || self.connect()));
        });
    }

    fn on_message(self, message: ServerMessage) {
        match &message {
            ServerMessage::Hello { version, you } => {
                if *version != VERSION {
                    return request_reload_once(&version.to_string());
                }
                if let Some(you) = you {
                    self.me.set(Some(you.clone()));
                }
                self.on_hello();
            }
            ServerMessage::Lists { .. } => self.lobby_version.update(|changes| *changes += 1),
            ServerMessage::Entries { table, .. }
            | ServerMessage::Chat { table, .. }
            | ServerMessage::Presence { table, .. }
            | ServerMessage::Failed { table: Some(table), .. } => {
                self.dispatch(&table.clone(), message);
            }
            ServerMessage::Done { id, .. } | ServerMessage::Refused { id, again: false, .. } => {
                let table = self.state.with_value(|state| state.outbox.table_of(id));
                self.state.update_value(|state| state.outbox.remove_answered(id));
                if let Some(table) = table {
                    self.dispatch(&table, message);
                }
            }
            ServerMessage::Refused { again: true, .. } => {
                Timeout::new(RESEND_DELAY, move || self.send_outbox()).forget();
            }
            ServerMessage::Failed { table: None, error } => leptos::logging::warn!("{error}"),
        }
    }

    fn on_hello(self) {
        self.state.update_value(|state| {
            state.is_greeted = true;
            state.failures = 0;
        });
        self.link.set(LinkState::Up);
        let subscriptions = self.state.with_value(|state| state.subscriptions.clone());
        for (table, subscription) in &subscriptions {
            self.subscribe(table, subscription);
        }
        if self.state.with_value(|state| state.lobby_subscribers > 0) {
            self.send_now(&ClientMessage::LookAround);
        }
        self.send_outbox();
        // A command may have been given meanwhile. Outside of the listener, which is dropped with
        // the socket.
        spawn_local(async move { self.connect() });
    }

    fn send_outbox(self) {
        let messages: Vec<ClientMessage> =
            self.state.with_value(|state| state.outbox.messages().cloned().collect());
        for message in &messages {
            self.send_now(message);
        }
    }

    fn dispatch(self, table: &TableId, message: ServerMessage) {
        let subscription = self.state.with_value(|state| state.subscriptions.get(table).cloned());
        if let Some(subscription) = subscription {
            (subscription.on_message)(message);
        }
    }

    /// Listens to changes of the network and of visibility, and checks regularly whether the page
    /// has slept.
    fn watch_for_sleep(self) {
        let window = browser::window();
        EventListener::new(&window, "online", move |_| self.check_connection(true)).forget();
        EventListener::new(&window, "offline", move |_| {
            self.drop_socket();
            self.link.set(LinkState::Down);
        })
        .forget();
        EventListener::new(&window, "pageshow", move |_| self.check_connection(false)).forget();
        EventListener::new(&document(), "visibilitychange", move |_| self.check_connection(false))
            .forget();
        // The listeners live as long as the page.
        Interval::new(WAKE_CHECK_INTERVAL, move || self.check_connection(false)).forget();
    }

    /// Replaces the connection after a sleep or when the network is back (`anew`), and retries at
    /// once if it was lost.
    fn check_connection(self, replace: bool) {
        if document().hidden() && !replace {
            return;
        }
        let now = browser::now();
        let has_slept = self.state.with_value(|state| now - state.last_awake > MAX_CHECK_GAP);
        let is_up = self.link.get_untracked() == LinkState::Up;
        self.state.update_value(|state| state.last_awake = now);
        let is_needed =
            self.state.with_value(|state| state.needs_session() || state.lobby_subscribers > 0);
        if is_needed && (replace || has_slept) {
            self.state.update_value(|state| state.failures = 0);
            self.reconnect();
        } else if !is_up && is_needed && self.state.with_value(|state| state.retry.is_none()) {
            self.connect();
        }
    }
}

fn socket_url() -> String {
    let location = browser::window().location();
    let secure = location.protocol().is_ok_and(|protocol| protocol == "https:");
    let scheme = if secure { "wss" } else { "ws" };
    format!("{scheme}://{}/api/live", location.host().unwrap_or_default())
}

/// Asks `boot.js` to load the client's new version as soon as a reload loses no input. Done once
/// for each cause, such as the server's version, since a second reload would not help.
fn request_reload_once(cause: &str) {
    let Ok(Some(storage)) = browser::window().session_storage() else { return };
    if storage.get_item("bellwether.reloaded").ok().flatten().as_deref() == Some(cause) {
        return;
    }
    let _ = storage.set_item("bellwether.reloaded", cause);
    spawn_local(async {
        while matches!(document().query_selector(UNSAVED_INPUT), Ok(Some(_))) {
            TimeoutFuture::new(WAKE_CHECK_INTERVAL).await;
        }
        if let Ok(event) = web_sys::Event::new("renew") {
            let _ = browser::window().dispatch_event(&event);
        }
    });
}
