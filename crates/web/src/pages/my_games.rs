//! The games on this device: resume, save as a file, delete.

use leptos::prelude::*;
use leptos::task::spawn_local;
use registry::GameId;
use rules::{Seat, join_names};

use crate::browser;
use crate::table::{SavedTable, TableStore};
use crate::top_bar::TopBar;

/// The list of saved games.
#[component]
pub(crate) fn MyGames() -> impl IntoView {
    let tables = LocalResource::new(|| async { TableStore::open().await?.newest_first().await });
    let delete = move |id: String| {
        spawn_local(async move {
            if let Ok(store) = TableStore::open().await {
                // A game that could not be deleted stays in the list.
                let _ = store.delete(&id).await;
            }
            tables.refetch();
        });
    };
    view! {
        <TopBar/>
        <main class="page">
            <h1>"My games on this device"</h1>
            {move || match tables.get() {
                None => view! { <p aria-busy="true">"Looking …"</p> }.into_any(),
                Some(Err(error)) => view! { <p role="alert">{error.to_string()}</p> }.into_any(),
                Some(Ok(tables)) if tables.is_empty() => view! {
                    <p>"There are none yet. "<a href="/">"Start one"</a>"."</p>
                }.into_any(),
                Some(Ok(tables)) => view! {
                    <ul class="tables">{tables.into_iter().map(|saved| view! { <SavedTableRow saved delete/> }).collect_view()}</ul>
                }.into_any(),
            }}
        </main>
    }
}

#[component]
fn SavedTableRow(
    saved: SavedTable,
    delete: impl Fn(String) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let is_confirming = RwSignal::new(false);
    let title = title_of(&saved);
    let last_changed = browser::date_and_time(saved.changed as i64);
    let state = if saved.over { "finished" } else { "under way" };
    let (id, record, href) =
        (saved.id.clone(), saved.record.clone(), format!("/table/{}", saved.id));
    let save = move |_| {
        // The browser reports it if it cannot save files.
        let _ = browser::save_file("game.bwr", &record);
    };
    view! {
        <li>
            <div class="tn"><b>{title}</b><span class="small muted">{state}", "{last_changed}</span></div>
            <a class="btn primary" href=href>{if saved.over { "Look" } else { "Play" }}</a>
            <button class="btn" on:click=save>"Save"</button>
            <Show when=move || is_confirming.get() fallback=move || view! {
                <button class="btn quiet" on:click=move |_| is_confirming.set(true)>"Delete"</button>
            }>
                {
                    let id = StoredValue::new(id.clone());
                    view! { <button class="btn danger" on:click=move |_| delete(id.get_value())>"Really delete"</button> }
                }
            </Show>
        </li>
    }
}

/// The title of a saved game in lists. Only the header of the record is read; the rest is checked
/// when the game is opened.
pub(crate) fn title_of(saved: &SavedTable) -> String {
    let game = saved.record.lines().find_map(|line| {
        let id = line.strip_prefix("[game \"")?.strip_suffix("\"]")?;
        GameId::named(id)
    });
    let Some(game) = game else { return "A damaged game".to_owned() };
    let seats = Seat::all(saved.seat_players.len() as u8);
    let names: Vec<String> =
        seats.zip(&saved.seat_players).map(|(seat, seat_player)| seat_player.name(seat)).collect();
    format!("{} with {}", game.info().title, join_names(&names))
}
