//! The replay of a record: a file that is dropped or chosen, or the game of a table on the server.

use std::sync::Arc;

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::hooks::use_query_map;
use registry::{AnyGame, Registry};
use rules::Seat;
use wasm_bindgen::JsCast;
use wasm_split_helpers::wasm_split;
use web_sys::{File, HtmlInputElement};
use wire::id::TableId;

use crate::boards::Board;
use crate::lazy::{Lazy, LazyView};
use crate::net::get_text;
use crate::table::online::FairnessCheck;
use crate::table::{PlayerLabel, ReturnLink, Study, Table, log_signal, may_be_evaluated};
use crate::top_bar::TopBar;

/// The replay of the table in the query, or a form to choose a file.
#[component]
pub(crate) fn ReplayPage() -> impl IntoView {
    let query = use_query_map();
    move || match query.with(|query| query.get("table")).map(|id| id.parse()) {
        Some(Ok(id)) => view! { <Lazy view=server_replay(id)/> }.into_any(),
        Some(Err(_)) => replay_error("There is no such table: its id in the address is damaged."),
        None => view! { <FileReplay/> }.into_any(),
    }
}

#[wasm_split(online, fallible)]
fn server_replay(id: TableId) -> LazyView {
    Ok(view! { <ServerReplay id/> }.into_any())
}

/// The replay of a table on the server.
#[component]
fn ServerReplay(id: TableId) -> impl IntoView {
    provide_context(ReturnLink(format!("/t/{id}")));
    let path = format!("/api/tables/{id}/record");
    let record = LocalResource::new(move || {
        let path = path.clone();
        async move { get_text(&path).await }
    });
    move || match record.get() {
        None => loading_record(),
        Some(Err(error)) if error.is_missing() => replay_error("There is no table with that id."),
        Some(Err(error)) => replay_error(&error.to_string()),
        Some(Ok(text)) => match parse_record("The record", &text) {
            Ok(game) => replay_with_check(id.clone(), game),
            Err(reason) => replay_error(&reason),
        },
    }
}

/// The replay of a table, with the check of its draws once the game has ended.
fn replay_with_check(id: TableId, game: AnyGame) -> AnyView {
    let check = may_be_evaluated(&game).then(|| view! { <FairnessCheck id/> });
    view! { <Board table=Table::replay(Arc::new(game))/>{check} }.into_any()
}

fn loading_record() -> AnyView {
    view! {
        <TopBar/>
        <main class="page" aria-busy="true"><p>"Fetching the record …"</p></main>
    }
    .into_any()
}

/// The reason why there is no replay.
fn replay_error(reason: &str) -> AnyView {
    let reason = reason.to_owned();
    view! {
        <TopBar/>
        <main class="page"><h1>"Replay"</h1><p role="alert" class="wrong">{reason}</p></main>
    }
    .into_any()
}

/// Parses a record. An error says the line and the reason.
fn parse_record(name: &str, text: &str) -> Result<AnyGame, String> {
    AnyGame::load(&Registry::new(), text)
        .map_err(|error| format!("{name}, line {}: {}", error.line, error.reason))
}

/// The form to choose a file, and then its replay.
#[component]
fn FileReplay() -> impl IntoView {
    let shown = RwSignal::new(None::<Arc<AnyGame>>);
    let error_message = RwSignal::new(None::<String>);
    let open = move |file: File| {
        spawn_local(async move {
            let text = wasm_bindgen_futures::JsFuture::from(file.text()).await;
            let text = text.ok().and_then(|text| text.as_string()).unwrap_or_default();
            match parse_record(&file.name(), &text) {
                Ok(game) => shown.set(Some(Arc::new(game))),
                Err(reason) => {
                    shown.set(None);
                    error_message.set(Some(reason));
                }
            }
        });
    };
    let on_choose = move |event: ev::Event| {
        let input: HtmlInputElement =
            event.target().expect("an event of an input has one").unchecked_into();
        if let Some(file) = input.files().and_then(|files| files.get(0)) {
            open(file);
        }
    };
    listen_to_drops(open);
    view! {
        {move || match shown.get() {
            Some(game) => view! { <Board table=Table::replay(game)/> }.into_any(),
            None => view! {
                <TopBar/>
                <main class="page">
                    <h1>"Replay"</h1>
                    <p>"Drop a record (a file that ends in .bwr) anywhere onto this page, or choose one. Games of this device are replayed from their own table."</p>
                    <label class="btn primary" for="record-file">"Choose a record"</label>
                    <input id="record-file" class="sr" type="file" accept=".bwr,text/plain" on:change=on_choose/>
                    <p role="alert" class="wrong">{move || error_message.get()}</p>
                    <p><a href="/games">"My games on this device"</a></p>
                </main>
            }.into_any(),
        }}
    }
}

/// Opens a file that is dropped anywhere on the page. By default the browser would leave the page
/// to show it.
fn listen_to_drops(open: impl Fn(File) + 'static) {
    let over = window_event_listener(ev::dragover, |event| event.prevent_default());
    let dropped = window_event_listener(ev::drop, move |event| {
        event.prevent_default();
        let files = event.data_transfer().and_then(|data| data.files());
        if let Some(file) = files.and_then(|files| files.get(0)) {
            open(file);
        }
    });
    on_cleanup(move || {
        over.remove();
        dropped.remove();
    });
}

impl Table {
    /// The replay of a game, from its first moment on.
    pub(crate) fn replay(game: Arc<AnyGame>) -> Self {
        let names = game.names();
        let players = Seat::all(game.players())
            .map(|seat| PlayerLabel { name: names.of(seat).to_owned(), kind: String::new() });
        let may_evaluate = may_be_evaluated(&game);
        let players = Signal::stored(Arc::new(players.collect()));
        let game = RwSignal::new(game);
        Self {
            game,
            players,
            log: log_signal(game, players),
            moment: RwSignal::new(Some(0)),
            thinking: RwSignal::new(None),
            hint: RwSignal::new(None),
            notice: RwSignal::new(None),
            own_seats: Signal::derive(Vec::new),
            act: Callback::new(|_| ()),
            undo: Callback::new(|()| ()),
            can_undo: Signal::derive(|| false),
            ask_hint: Callback::new(|()| ()),
            study: Study::new(Signal::stored(may_evaluate), false),
            is_replay: true,
            slots: None,
        }
    }
}
