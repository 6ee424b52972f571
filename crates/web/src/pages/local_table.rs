//! A table on this device.

use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::NavigateOptions;
use leptos_router::hooks::{use_navigate, use_params_map};
use shelf::{AnyGame, Shelf};

use super::NotFound;
use super::new_table::default_bot_level;
use crate::boards::{self, Board};
use crate::browser::{self, SavedTable, TableStore};
use crate::lazy::loading_page;
use crate::table::{DrawSource, LocalTable, NewTable, Table};
use crate::top_bar::TopBar;

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
        match LocalTable::open(&Shelf::new(), new) {
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
    match LocalTable::branch(&Shelf::new(), game, moment, default_bot_level(), random_draws()) {
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

/// The table whose id is in the route.
#[component]
pub(crate) fn LocalTablePage() -> impl IntoView {
    let params = use_params_map();
    let id = Memo::new(move |_| params.with(|params| params.get("id").unwrap_or_default()));
    let found = LocalResource::new(move || {
        let id = id.get();
        async move {
            let found = TableStore::open().await?.get(&id).await;
            // The table is opened in a task of its own.
            browser::next_task().await;
            found
        }
    });
    view! {
        {move || match found.get() {
            None => loading_page(),
            Some(Ok(Some(saved))) => view! { <ResumedTable saved/> }.into_any(),
            Some(Ok(None)) => view! { <NotFound/> }.into_any(),
            Some(Err(error)) => view! { <TopBar/><main class="page"><p role="alert">{error.to_string()}</p></main> }.into_any(),
        }}
    }
}

/// A saved table.
#[component]
fn ResumedTable(saved: SavedTable) -> impl IntoView {
    let navigate = use_navigate();
    let SavedTable { id, record, seat_players, draws, started, .. } = saved;
    let local = match LocalTable::resume(&Shelf::new(), &record, seat_players, draws) {
        Ok(local) => local,
        Err(error) => return damaged_game(&record, &error.to_string()).into_any(),
    };
    let rematch = local.rematch(random_draws());
    let table = Table::saved(id, local, started);
    let play_again = move |_| {
        let navigate = navigate.clone();
        open_table(
            rematch.clone(),
            move |to| navigate(to, NavigateOptions::default()),
            move |error| table.notice.set(Some(error)),
        );
    };
    let over = move || table.game.with(|game| game.turn() == rules::Turn::Over);
    view! {
        <Board table/>
        <Show when=over>
            <p class="again"><button class="btn primary" on:click=play_again.clone()>"Play again, seats moved on by one"</button></p>
        </Show>
    }
    .into_any()
}

fn damaged_game(record: &str, reason: &str) -> impl IntoView + use<> {
    let (record, reason) = (record.to_owned(), reason.to_owned());
    view! {
        <TopBar/>
        <main class="page">
            <h1>"This game cannot be opened."</h1>
            <p role="alert">{reason}</p>
            <pre tabindex="0" role="group" aria-label="The record">{record}</pre>
        </main>
    }
}
