//! Opening tables on this device: new ones, and ones that continue another game.

use leptos::task::spawn_local;
use registry::{AnyGame, Registry};

use super::{DrawSource, LocalTable, NewTable, SavedTable, TableStore};
use crate::boards;
use crate::browser::{self, settings};

/// The default level of bots.
const DEFAULT_BOT_LEVEL: u8 = 2;

/// Opens a new table, saves it and navigates to it.
pub(crate) fn open_table(
    new: NewTable,
    navigate: impl Fn(&str) + 'static,
    failed: impl Fn(String) + 'static,
) {
    boards::fetch(new.game);
    spawn_local(async move {
        // The page is painted first.
        browser::next_task().await;
        match LocalTable::open(&Registry::new(), new) {
            Ok(local) => save_and_navigate(&local, navigate, failed),
            Err(error) => failed(error.to_string()),
        }
    });
}

/// Opens a table that continues another game, with a person in the seat to act and bots in the
/// others.
pub(crate) fn branch_off(
    game: &AnyGame,
    moment: usize,
    navigate: impl Fn(&str) + 'static,
    failed: impl Fn(String) + 'static,
) {
    match LocalTable::branch(&Registry::new(), game, moment, default_bot_level(), random_draws()) {
        Ok(local) => save_and_navigate(&local, navigate, failed),
        Err(error) => failed(error.to_string()),
    }
}

/// Saves a new table and navigates to it.
fn save_and_navigate(
    local: &LocalTable,
    navigate: impl Fn(&str) + 'static,
    failed: impl Fn(String) + 'static,
) {
    let id = hex::encode(browser::random_bytes::<6>());
    let saved = SavedTable::of(id.clone(), local, browser::now());
    spawn_local(async move {
        // Opening, saving and navigating happen in separate tasks.
        browser::next_task().await;
        let saving = async { TableStore::open().await?.put(&saved).await };
        match saving.await {
            Ok(()) => {
                browser::next_task().await;
                navigate(&format!("/table/{id}"));
            }
            Err(error) => failed(error.to_string()),
        }
    });
}

/// A random seed for the dealer's draws.
pub(crate) fn random_draws() -> DrawSource {
    DrawSource::Seed { seed: hex::encode(browser::random_bytes::<32>()) }
}

/// The level of bots that was chosen last.
pub(crate) fn default_bot_level() -> u8 {
    settings::get("level")
        .and_then(|level| level.parse().ok())
        .filter(|level| (1..=5).contains(level))
        .unwrap_or(DEFAULT_BOT_LEVEL)
}
