//! Replay of a record file: dropped onto the page or chosen.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::Seat;
use shelf::{AnyGame, Shelf};
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, File, HtmlInputElement};

use crate::app::Bar;
use crate::boards::Board;
use crate::table::{Player, Table};

/// Asks for a record and shows it.
#[component]
pub(crate) fn ReplayPage() -> impl IntoView {
    let shown = RwSignal::new(None::<Arc<AnyGame>>);
    let wrong = RwSignal::new(None::<String>);
    let open = move |file: File| {
        spawn_local(async move {
            let text = wasm_bindgen_futures::JsFuture::from(file.text()).await;
            let text = text.ok().and_then(|text| text.as_string()).unwrap_or_default();
            match AnyGame::load(&Shelf::new(), &text) {
                Ok(game) => shown.set(Some(Arc::new(game))),
                Err(error) => wrong.set(Some(format!(
                    "{}, line {}: {}",
                    file.name(),
                    error.line,
                    error.reason
                ))),
            }
        });
    };
    let chosen = move |event: leptos::ev::Event| {
        let input: HtmlInputElement =
            event.target().expect("an event of an input has one").unchecked_into();
        if let Some(file) = input.files().and_then(|files| files.get(0)) {
            open(file);
        }
    };
    let dropped = move |event: DragEvent| {
        event.prevent_default();
        if let Some(file) =
            event.data_transfer().and_then(|data| data.files()).and_then(|files| files.get(0))
        {
            open(file);
        }
    };
    view! {
        {move || match shown.get() {
            Some(game) => view! { <Board table=Table::past(game)/> }.into_any(),
            None => view! {
                <Bar/>
                <main class="page" on:dragover=|event: DragEvent| event.prevent_default() on:drop=dropped>
                    <h1>"Replay"</h1>
                    <p>"Drop a record (a file that ends in .bwr) onto this page, or choose one. Games of this device are replayed from their own table."</p>
                    <label class="btn primary" for="record-file">"Choose a record"</label>
                    <input id="record-file" class="sr" type="file" accept=".bwr,text/plain" on:change=chosen/>
                    <p role="alert" class="wrong">{move || wrong.get()}</p>
                    <p><a href="/games">"My games on this device"</a></p>
                </main>
            }.into_any(),
        }}
    }
}

impl Table {
    /// A game that is only looked at, from its first moment on.
    pub(crate) fn past(game: Arc<AnyGame>) -> Self {
        let names = game.names();
        let players = Seat::all(game.players())
            .map(|seat| Player { name: names.of(seat).to_owned(), kind: String::new() });
        Self {
            players: Signal::stored(Arc::new(players.collect())),
            game: RwSignal::new(game),
            moment: RwSignal::new(Some(0)),
            thinking: RwSignal::new(None),
            hint: RwSignal::new(None),
            notice: RwSignal::new(None),
            own: Signal::derive(Vec::new),
            act: Callback::new(|_| ()),
            undo: Callback::new(|()| ()),
            can_undo: Signal::derive(|| false),
            ask_hint: Callback::new(|()| ()),
            online: None,
        }
    }
}
