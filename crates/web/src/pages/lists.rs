//! The lists of the home page: own tables, the one to play next, and open tables. They are a chunk
//! that is fetched after the page has been painted.

use leptos::prelude::*;
use leptos::reactive::owner::Owner;
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use wire::id::TableId;

use super::lobby::{Lobby, MyMove, MyTable, OpenTables};
use super::my_games::title_of;
use crate::browser::{SavedTable, TableStore};
use crate::deferred::{Deferred, DeferredRoot};
use crate::keyed_list::KeyedList;
use crate::lazy::LazyView;

/// The headings of the lists.
const MINE: &str = "Your tables";
const OPEN: &str = "Open tables";

/// The number of local games that are listed.
const LISTED: usize = 4;

/// Subscribes to the lobby, until the owner is disposed of.
#[wasm_split(lists, fallible, preload(fetch))]
pub(super) fn look(owner: Owner) -> Result<Lobby, SplitLoaderError> {
    Ok(owner.with(Lobby::look))
}

/// The table at which the person is to act.
#[wasm_split(lists, fallible)]
pub(super) fn my_move(lobby: Lobby) -> LazyView {
    Ok(view! { <MyMove lobby/> }.into_any())
}

/// The person's tables, and the open tables.
#[wasm_split(lists, fallible)]
pub(super) fn tables(lobby: Lobby) -> LazyView {
    let lists = view! {
        <DeferredRoot placeholder=|| place(MINE)><MyTables lobby/></DeferredRoot>
        <Deferred placeholder=|| place(OPEN)><OpenTables lobby/></Deferred>
    };
    Ok(lists.into_any())
}

/// Placeholders of the lists while they are loaded.
pub(super) fn looking() -> impl IntoView {
    [MINE, OPEN].map(place).collect_view()
}

fn place(title: &'static str) -> impl IntoView {
    view! {
        <section class="box card" aria-busy="true"><h2>{title}</h2><p class="small muted">"Looking around …"</p></section>
    }
}

/// Games in progress: those on the server, then those on this device.
#[component]
fn MyTables(lobby: Lobby) -> impl IntoView {
    let kept = LocalResource::new(|| async { TableStore::open().await?.all().await });
    let online = Memo::new(move |_| lobby.mine());
    let here = move || {
        let found = kept.get().and_then(Result::ok).unwrap_or_default();
        let open: Vec<_> = found.into_iter().filter(|saved| !saved.over).take(LISTED).collect();
        open
    };
    let nothing = move || online.with(Vec::is_empty) && here().is_empty();
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
            <div class="panel-h"><h2>{MINE}</h2><a class="small" href="/games">"All games on this device"</a></div>
            <p class="small muted" hidden=move || !nothing()>"No game is under way."</p>
            <ul class="tables">
                <KeyedList each=move || online.get() key=TableId::clone children=move |id| view! { <MyTable lobby id/> }/>
                {move || here().into_iter().map(row).collect_view()}
            </ul>
        </section>
    }
}
