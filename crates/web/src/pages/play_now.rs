//! One click to a table: addresses that open one and go there.

use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::{use_navigate, use_params_map};
use shelf::GameId;

use super::NotFound;
use super::new_table::usual_table;
use super::table::open_table;
use crate::app::Bar;
use crate::browser;
use crate::table::{Draws, NewTable};

/// Opens the usual table of the game in the address.
#[component]
pub(crate) fn PlayNow() -> impl IntoView {
    let game = use_params_map().with_untracked(|params| params.get("game"));
    match game.as_deref().and_then(GameId::named) {
        Some(game) => view! { <Opening new=usual_table(game)/> }.into_any(),
        None => view! { <NotFound/> }.into_any(),
    }
}

/// Opens today's deal: Tipperary alone, with the same draws for everyone.
#[component]
pub(crate) fn PlayToday() -> impl IntoView {
    let mut new = usual_table(GameId::Tipperary);
    new.sitters.truncate(1);
    new.draws = Draws::Today { date: browser::today() };
    view! { <Opening new/> }
}

/// Opens a table and goes there, in the place of this address.
#[component]
fn Opening(new: NewTable) -> impl IntoView {
    let wrong = RwSignal::new(None::<String>);
    let navigate = use_navigate();
    let go = move |to: &str| navigate(to, NavigateOptions { replace: true, ..Default::default() });
    open_table(new, go, move |error| wrong.set(Some(error)));
    view! {
        <Bar/>
        <main class="page" aria-busy=move || wrong.with(Option::is_none).then_some("true")>
            <h1>"Setting the table …"</h1>
            <p role="alert" class="wrong">{move || wrong.get()}</p>
        </main>
    }
}
