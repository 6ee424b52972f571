//! Tables on the server: followed over the WebSocket, shown by the same boards.
//!
//! [`OnlineTable`] combines what the server has confirmed with the commands that it has not
//! answered yet. The room before the game, the game, chat, clocks and requests are views of it.

mod after_game;
mod chat;
mod clock;
mod fairness;
mod game;
mod next_table;
mod notifications;
mod online_menu;
mod plans;
mod player_strip;
mod qr_code;
mod requests;
mod room;
mod spec_list;
mod turn_alert;

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use registry::{AnyGame, Registry};
use rules::Seat;
use wire::id::{ClientId, PersonId, TableId};
use wire::secret::Bytes32;
use wire::table::{Command, Stage, Table as FollowedTable};
use wire::{ChatLine, Following, ServerMessage};

use chat::ChatBox;
pub(crate) use fairness::FairnessCheck;
pub(crate) use game::{ConnectionNotice, OnlineGame};
pub(crate) use room::Room;

use crate::browser;
use crate::net::{LiveConnection, Me};
use clock::ClockReading;

/// Who has the table open.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Presence {
    connected: Vec<PersonId>,
    spectators: u32,
}

/// A table on the server. Copies share it.
#[derive(Copy, Clone)]
pub struct OnlineTable {
    id: StoredValue<TableId>,
    live: LiveConnection,
    me: Me,
    following: StoredValue<Following>,
    /// The table as the server has confirmed it.
    confirmed: RwSignal<Option<Arc<FollowedTable>>>,
    /// The game with the actions that are not confirmed yet.
    game: RwSignal<Option<Arc<AnyGame>>>,
    names: RwSignal<Arc<BTreeMap<PersonId, String>>>,
    chat: RwSignal<Vec<ChatLine>>,
    presence: RwSignal<Presence>,
    times: RwSignal<Option<ClockReading>>,
    /// A message for the person, such as why a command is refused.
    notice: RwSignal<Option<String>>,
    /// Why the table cannot be shown.
    failure_reason: RwSignal<Option<String>>,
}

impl OnlineTable {
    /// Follows a table until the owner is disposed of.
    pub(crate) fn follow(id: TableId) -> Self {
        let (live, me) = (LiveConnection::from_context(), Me::from_context());
        let online = Self {
            following: StoredValue::new(Following::new(Registry::new(), id.clone())),
            id: StoredValue::new(id.clone()),
            live,
            me,
            confirmed: RwSignal::new(None),
            game: RwSignal::new(None),
            names: RwSignal::default(),
            chat: RwSignal::default(),
            presence: RwSignal::default(),
            times: RwSignal::new(None),
            notice: RwSignal::new(None),
            failure_reason: RwSignal::new(None),
        };
        // Commands of an earlier page that the server has not answered.
        online.following.update_value(|following| {
            for (name, command) in live.pending_commands(&id) {
                // The game is not known yet, so nothing can refuse them.
                let _ = following.send(name, command);
            }
        });
        live.watch(id, move || online.position(), move |message| online.on_message(message));
        on_cleanup(move || live.unwatch(&online.id.get_value()));
        online
    }

    /// The sequence numbers of the last entry and the last chat line that are known.
    fn position(self) -> (u64, u64) {
        let entries = self.following.try_with_value(Following::seq).unwrap_or_default();
        let chat = self.chat.try_with_untracked(|chat| chat.last().map(|line| line.seq));
        (entries, chat.flatten().unwrap_or_default())
    }

    fn on_message(self, message: ServerMessage) {
        match message {
            ServerMessage::Entries { entries, names, times, .. } => {
                let updated = self.following.try_update_value(|it| it.hear(&entries, &names));
                if let Some(Err(error)) = updated {
                    self.failure_reason
                        .set(Some(format!("The table cannot be followed: {error}.")));
                }
                self.times
                    .set(times.map(|times| ClockReading { times, received_at: browser::now() }));
                self.publish();
            }
            ServerMessage::Chat { lines, names, .. } => self.on_chat(lines, &names),
            ServerMessage::Presence { here: connected, spectators, .. } => {
                self.presence.set(Presence { connected, spectators });
            }
            ServerMessage::Done { id, seq } => {
                self.following.update_value(|following| following.done(&id, seq));
                self.publish();
            }
            ServerMessage::Refused { id, error, .. } => {
                self.following.update_value(|following| following.refused(&id));
                self.notice.set(Some(format!("Not done: {error}.")));
                self.publish();
            }
            ServerMessage::Failed { error, .. } => self.failure_reason.set(Some(error)),
            ServerMessage::Hello { .. } | ServerMessage::Lists { .. } => {}
        }
    }

    /// Updates names only if they have changed: everything that shows one would be rendered again.
    fn update_names(self, names: &BTreeMap<PersonId, String>) {
        let known = self.names.get_untracked();
        let is_new = |(id, name): &(&PersonId, &String)| known.get(*id) != Some(*name);
        let new: Vec<_> = names.iter().filter(is_new).collect();
        if !new.is_empty() {
            let new = new.into_iter().map(|(id, name)| (id.clone(), name.clone()));
            self.names.update(|known| Arc::make_mut(known).extend(new));
        }
    }

    fn on_chat(self, lines: Vec<ChatLine>, names: &BTreeMap<PersonId, String>) {
        self.update_names(names);
        self.chat.update(|chat| {
            let last = chat.last().map_or(0, |line| line.seq);
            chat.extend(lines.into_iter().filter(|line| line.seq > last));
        });
    }

    /// Shows the present state.
    fn publish(self) {
        self.following.with_value(|following| {
            self.update_names(following.names());
            self.confirmed.set(following.table().cloned().map(Arc::new));
            self.game.set(following.game().cloned().map(Arc::new));
        });
    }

    /// Gives a command: actions are shown at once, and everything is sent.
    fn command(self, command: Command) {
        let id = ClientId::random();
        let sent = self
            .following
            .try_update_value(|following| following.send(id.clone(), command.clone()));
        match sent {
            Some(Ok(())) => {
                self.notice.set(None);
                self.publish();
                self.live.command(&self.id.get_value(), id, command);
            }
            Some(Err(reason)) => self.notice.set(Some(reason)),
            None => {}
        }
    }

    /// Takes a seat, with a random contribution to the draws.
    fn sit_down(self, seat: Option<Seat>) {
        let contribution = Bytes32::random();
        self.command(Command::Join { seat, contribution, ready: false });
    }

    /// Reads the confirmed table; `None` before the server has sent it.
    fn with<T>(self, read: impl FnOnce(&FollowedTable) -> T) -> Option<T> {
        self.confirmed.with(|confirmed| confirmed.as_deref().map(read))
    }

    /// The stage of the table.
    pub(crate) fn stage(self) -> Option<Stage> {
        self.with(FollowedTable::stage)
    }

    /// Why the table cannot be shown.
    pub(crate) fn failure(self) -> Option<String> {
        self.failure_reason.get()
    }

    /// A message for the person, such as why a command is refused.
    pub(crate) fn notice(self) -> Option<String> {
        self.notice.get()
    }

    /// The title of the game.
    pub(crate) fn title(self) -> &'static str {
        self.with(|table| table.game().id().info().title).unwrap_or("Bellwether")
    }

    /// The seats that the person at this page plays.
    fn own_seats(self) -> Vec<Seat> {
        let Some(me) = self.me.id() else { return Vec::new() };
        self.with(|table| table.seats_of(&me)).unwrap_or_default()
    }

    /// Whether the person at this page has a seat.
    fn is_seated(self) -> bool {
        !self.own_seats().is_empty()
    }

    /// The name of a person.
    fn name(self, person: &PersonId) -> String {
        // One's own name is known here first after a change.
        if let Some(me) = self.me.person().filter(|me| me.id == *person) {
            return me.name;
        }
        self.names.with(|names| names.get(person).cloned().unwrap_or_else(|| "Somebody".to_owned()))
    }

    /// Whether a seat's player has the table open.
    fn is_here(self, seat: Seat) -> bool {
        let person = self.with(|table| table.seated()[seat.index()].clone()).flatten();
        person.is_some_and(|person| {
            self.presence.with(|presence| presence.connected.contains(&person))
        })
    }
}
