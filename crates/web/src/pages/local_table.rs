//! A table on this device.

use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::{use_navigate, use_params_map};
use registry::Registry;

use super::NotFound;
use crate::boards::Board;
use crate::browser;
use crate::lazy::loading_page;
use crate::table::{LocalTable, SavedTable, Table, TableStore, open_table, random_draws};
use crate::top_bar::TopBar;

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
    let local = match LocalTable::resume(&Registry::new(), &record, seat_players, draws) {
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
