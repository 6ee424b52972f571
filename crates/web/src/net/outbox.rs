//! What was sent and not answered yet. It is kept on the device, so that it is sent even if the page
//! is closed before the server answers; the server does it once, however often it comes.

use web_sys::Storage;
use wire::id::{ClientId, TableId};
use wire::{ClientMessage, table::Command};

use crate::browser;

/// Under such names the device keeps what was not answered.
const PREFIX: &str = "bellwether.outbox.";

/// A message, and what it is kept under.
struct Letter {
    key: String,
    message: ClientMessage,
}

/// What was sent and not answered, in order.
pub(super) struct Outbox(Vec<Letter>);

impl Outbox {
    /// What this device still has to send.
    pub(super) fn load() -> Self {
        let Some(storage) = storage() else { return Self(Vec::new()) };
        let mut keys: Vec<String> = keys(&storage).collect();
        keys.sort_unstable();
        let read = |key: String| {
            let text = storage.get_item(&key).ok().flatten()?;
            Some(Letter { key, message: serde_json::from_str(&text).ok()? })
        };
        Self(keys.into_iter().filter_map(read).collect())
    }

    /// Whether everything was answered.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Everything that is to be sent, in order.
    pub(super) fn messages(&self) -> impl Iterator<Item = &ClientMessage> {
        self.0.iter().map(|letter| &letter.message)
    }

    /// The commands for that table, in order.
    pub(super) fn commands(&self, at: &TableId) -> Vec<(ClientId, Command)> {
        let command = |message: &ClientMessage| match message {
            ClientMessage::Command { table, id, command } if table == at => {
                Some((id.clone(), command.clone()))
            }
            _ => None,
        };
        self.messages().filter_map(command).collect()
    }

    /// Keeps a message until it is answered.
    pub(super) fn add(&mut self, message: ClientMessage) {
        let Some((_, id)) = named(&message) else { return };
        // The time comes first, so that keys sort as messages were sent.
        let key = format!("{PREFIX}{:015.0}-{:04}-{id}", browser::now(), self.0.len());
        if let (Some(storage), Ok(text)) = (storage(), serde_json::to_string(&message)) {
            // A device that keeps nothing still sends it as long as the page is open.
            let _ = storage.set_item(&key, &text);
        }
        self.0.push(Letter { key, message });
    }

    /// Finds the table that a message with that name was for.
    pub(super) fn table_of(&self, id: &ClientId) -> Option<TableId> {
        let found = self.messages().filter_map(named).find(|(_, known)| *known == id);
        found.map(|(table, _)| table.clone())
    }

    /// The server has answered.
    pub(super) fn answered(&mut self, id: &ClientId) {
        let is_it = |letter: &Letter| named(&letter.message).is_some_and(|(_, known)| known == id);
        for letter in self.0.extract_if(.., |letter| is_it(letter)) {
            if let Some(storage) = storage() {
                let _ = storage.remove_item(&letter.key);
            }
        }
    }
}

/// Whether this device still has something to send.
pub(super) fn has_post() -> bool {
    storage().is_some_and(|storage| keys(&storage).next().is_some())
}

/// What is kept under.
fn keys(storage: &Storage) -> impl Iterator<Item = String> {
    let keys = (0..storage.length().unwrap_or(0)).filter_map(|n| storage.key(n).ok().flatten());
    keys.filter(|key| key.starts_with(PREFIX))
}

/// The table and the name of what is answered.
const fn named(message: &ClientMessage) -> Option<(&TableId, &ClientId)> {
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
