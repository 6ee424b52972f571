//! The lists of the home page: own tables, the one to play next, and open tables. They are a chunk
//! that is fetched after the page has been painted.

use leptos::prelude::*;
use leptos::reactive::owner::Owner;
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use wire::id::TableId;

use super::lobby::{Lobby, OpenTables, OwnTableRow, TurnLink};
use super::my_games::title_of;
use crate::deferred::{Deferred, DeferredRoot};
use crate::keyed_list::KeyedList;
use crate::lazy::LazyView;
use crate::table::{SavedTable, TableStore};

/// The headings of the lists.
const OWN_TABLES_TITLE: &str = "Your tables";
const OPEN_TABLES_TITLE: &str = "Open tables";

/// The number of local games that are listed.
const MAX_LISTED: usize = 4;

/// Subscribes to the lobby, until the owner is disposed of.
#[wasm_split(lists, fallible, preload(fetch))]
pub(super) fn watch_lobby(owner: Owner) -> Result<Lobby, SplitLoaderError> {
    Ok(owner.with(Lobby::watch))
}

/// The table at which the person is to act.
#[wasm_split(lists, fallible)]
pub(super) fn turn_link(lobby: Lobby) -> LazyView {
    Ok(view! { <TurnLink lobby/> }.into_any())
}

/// The person's tables, and the open tables.
#[wasm_split(lists, fallible)]
pub(super) fn table_lists(lobby: Lobby) -> LazyView {
    let lists = view! {
        <DeferredRoot placeholder=|| placeholder_list(OWN_TABLES_TITLE)><OwnTables lobby/></DeferredRoot>
        <Deferred placeholder=|| placeholder_list(OPEN_TABLES_TITLE)><OpenTables lobby/></Deferred>
    };
    Ok(lists.into_any())
}

/// Placeholders of the lists while they are loaded.
pub(super) fn placeholders() -> impl IntoView {
    [OWN_TABLES_TITLE, OPEN_TABLES_TITLE].map(placeholder_list).collect_view()
}

fn placeholder_list(title: &'static str) -> impl IntoView {
    view! {
        <section class="box card" aria-busy="true"><h2>{title}</h2><p class="small muted">"Looking around …"</p></section>
    }
}

/// Games in progress: those on the server, then those on this device.
#[component]
fn OwnTables(lobby: Lobby) -> impl IntoView {
    let saved_tables =
        LocalResource::new(|| async { TableStore::open().await?.newest_first().await });
    let online_tables = Memo::new(move |_| lobby.mine());
    let local_tables = move || {
        let found = saved_tables.get().and_then(Result::ok).unwrap_or_default();
        let open: Vec<_> = found.into_iter().filter(|saved| !saved.over).take(MAX_LISTED).collect();
        open
    };
    let is_empty = move || online_tables.with(Vec::is_empty) && local_tables().is_empty();
    let row = |saved: SavedTable| {
        let title = title_of(&saved);
        view! {
            <li class="mine">
                <div class="tn"><b>{title.clone()}</b><span class="small muted">"on this device, waits for you"</span></div>
                <a class="btn small" href=format!("/table/{}", saved.id)>"Play"<span class="sr">": "{title}</span></a>
            </li>
        }
    };
    view! {
        <section class="box card">
            <div class="panel-h"><h2>{OWN_TABLES_TITLE}</h2><a class="small" href="/games">"All games on this device"</a></div>
            <p class="small muted" hidden=move || !is_empty()>"No game is under way."</p>
            <ul class="tables">
                <KeyedList each=move || online_tables.get() key=TableId::clone children=move |id| view! { <OwnTableRow lobby id/> }/>
                {move || local_tables().into_iter().map(row).collect_view()}
            </ul>
        </section>
    }
}
