//! Routes that open a table and redirect to it.

use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::{use_navigate, use_params_map};
use registry::GameId;

use super::NotFound;
use super::new_table::default_table;
use crate::browser;
use crate::table::{DrawSource, NewTable, open_table};
use crate::top_bar::TopBar;

/// Opens the default table of the game in the route.
#[component]
pub(crate) fn PlayNow() -> impl IntoView {
    let game = use_params_map().with_untracked(|params| params.get("game"));
    match game.as_deref().and_then(GameId::named) {
        Some(game) => view! { <OpenTable new=default_table(game)/> }.into_any(),
        None => view! { <NotFound/> }.into_any(),
    }
}

/// Opens the day's deal: Tipperary alone, with the same draws everywhere.
#[component]
pub(crate) fn PlayToday() -> impl IntoView {
    let mut new = default_table(GameId::Tipperary);
    new.seat_players.truncate(1);
    new.draws = DrawSource::Today { date: browser::today() };
    view! { <OpenTable new/> }
}

/// Opens a table and redirects to it.
#[component]
fn OpenTable(new: NewTable) -> impl IntoView {
    let error_message = RwSignal::new(None::<String>);
    let navigate = use_navigate();
    let go = move |to: &str| navigate(to, NavigateOptions { replace: true, ..Default::default() });
    open_table(new, go, move |error| error_message.set(Some(error)));
    view! {
        <TopBar/>
        <main class="page" aria-busy=move || error_message.with(Option::is_none).then_some("true")>
            <h1>"Setting the table …"</h1>
            <p role="alert" class="wrong">{move || error_message.get()}</p>
        </main>
    }
}
