//! The page of a guided game.

use leptos::prelude::*;
use registry::GameId;

use crate::boards::Board;
use crate::pages::new_table::own_name;
use crate::pages::route_params::page_for_param;
use crate::table::{Lesson, Table};
use crate::top_bar::TopBar;

/// The guided game in the route.
#[component]
pub(super) fn GuidePage() -> impl IntoView {
    page_for_param("game", GameId::named, guided)
}

fn guided(game: GameId) -> AnyView {
    match Lesson::of(game) {
        Ok(lesson) => {
            let table = Table::guided(lesson, own_name());
            view! { <div class="guided"><Board table/></div> }.into_any()
        }
        // The tests parse and play every lesson, so this does not occur.
        Err(error) => {
            view! { <TopBar/><main class="page"><p role="alert">{error.to_string()}</p></main> }
                .into_any()
        }
    }
}
