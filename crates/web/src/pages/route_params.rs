//! Pages about what a route parameter names, and the titles of games.

use leptos::prelude::*;
use leptos_router::hooks::use_params_map;
use registry::GameId;

use super::NotFound;

/// The page about what the route parameter names, made anew when it changes, or [`NotFound`].
pub(super) fn page_for_param<T, V>(
    place: &'static str,
    read: impl Fn(&str) -> Option<T> + Send + Sync + 'static,
    page: impl Fn(T) -> V + Send + Sync + 'static,
) -> impl IntoView
where
    T: Clone + PartialEq + Send + Sync + 'static,
    V: IntoView + 'static,
{
    let params = use_params_map();
    let named = Memo::new(move |_| params.with(|params| read(&params.get(place)?)));
    move || match named.get() {
        Some(named) => page(named).into_any(),
        None => view! { <NotFound/> }.into_any(),
    }
}

/// The title of a game; the id itself if the game is not known.
pub(super) fn game_title(id: &str) -> &str {
    GameId::named(id).map_or(id, |game| game.info().title)
}
