//! Messages that the server has not answered. They are stored on the device, so that they are sent
//! even if the page is closed; the server ignores repeated ones.

use web_sys::Storage;
use wire::id::{ClientId, TableId};
use wire::{ClientMessage, table::Command};

use crate::browser;

/// The prefix of their keys in local storage.
const PREFIX: &str = "bellwether.outbox.";

/// A message with its key in local storage.
struct PendingMessage {
    key: String,
    message: ClientMessage,
}

/// The unanswered messages, in order.
pub(super) struct Outbox(Vec<PendingMessage>);

impl Outbox {
    /// The unanswered messages of this device, also those of earlier pages.
    pub(super) fn load() -> Self {
        let Some(storage) = storage() else { return Self(Vec::new()) };
        let mut keys: Vec<String> = keys(&storage).collect();
        keys.sort_unstable();
        let read = |key: String| {
            let text = storage.get_item(&key).ok().flatten()?;
            Some(PendingMessage { key, message: serde_json::from_str(&text).ok()? })
        };
        Self(keys.into_iter().filter_map(read).collect())
    }

    /// Whether all messages were answered.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The unanswered messages, in order.
    pub(super) fn messages(&self) -> impl Iterator<Item = &ClientMessage> {
        self.0.iter().map(|pending| &pending.message)
    }

    /// The unanswered commands for a table, in order.
    pub(super) fn commands(&self, at: &TableId) -> Vec<(ClientId, Command)> {
        let command = |message: &ClientMessage| match message {
            ClientMessage::Command { table, id, command } if table == at => {
                Some((id.clone(), command.clone()))
            }
            _ => None,
        };
        self.messages().filter_map(command).collect()
    }

    /// Stores a message until it is answered.
    pub(super) fn add(&mut self, message: ClientMessage) {
        let Some((_, id)) = table_and_id(&message) else { return };
        // The keys start with the time, so that they sort in the order of sending.
        let key = format!("{PREFIX}{:015.0}-{:04}-{id}", browser::now(), self.0.len());
        if let (Some(storage), Ok(text)) = (storage(), serde_json::to_string(&message)) {
            // Without local storage it is sent as long as the page is open.
            let _ = storage.set_item(&key, &text);
        }
        self.0.push(PendingMessage { key, message });
    }

    /// The table of the unanswered message with that id.
    pub(super) fn table_of(&self, id: &ClientId) -> Option<TableId> {
        let found = self.messages().filter_map(table_and_id).find(|(_, known)| *known == id);
        found.map(|(table, _)| table.clone())
    }

    /// Removes an answered message.
    pub(super) fn remove_answered(&mut self, id: &ClientId) {
        let is_it = |pending: &PendingMessage| {
            table_and_id(&pending.message).is_some_and(|(_, known)| known == id)
        };
        for pending in self.0.extract_if(.., |pending| is_it(pending)) {
            if let Some(storage) = storage() {
                let _ = storage.remove_item(&pending.key);
            }
        }
    }
}

/// Whether this device has unanswered messages.
pub(super) fn has_unsent() -> bool {
    storage().is_some_and(|storage| keys(&storage).next().is_some())
}

/// The keys of all unanswered messages.
fn keys(storage: &Storage) -> impl Iterator<Item = String> {
    let keys = (0..storage.length().unwrap_or(0)).filter_map(|n| storage.key(n).ok().flatten());
    keys.filter(|key| key.starts_with(PREFIX))
}

/// The table and the id of a message that is answered.
const fn table_and_id(message: &ClientMessage) -> Option<(&TableId, &ClientId)> {
    match message {
        ClientMessage::Command { table, id, .. } | ClientMessage::Say { table, id, .. } => {
            Some((table, id))
        }
        ClientMessage::Subscribe { .. }
        | ClientMessage::Unsubscribe { .. }
        | ClientMessage::LookAround
        | ClientMessage::LookAway => None,
    }
}

fn storage() -> Option<Storage> {
    browser::window().local_storage().ok().flatten()
}
