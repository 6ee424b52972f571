//! Learn: a game in our own words, and one click to a table.

use leptos::prelude::*;
use leptos_router::hooks::use_params_map;
use shelf::GameId;

use super::NotFound;
use super::home::opener;
use super::new_table::usual_table;
use super::pictures::picture;
use crate::app::Bar;
use crate::markdown;

/// The page for whichever game is in the address.
#[component]
pub(crate) fn LearnPage() -> impl IntoView {
    let params = use_params_map();
    let game = Memo::new(move |_| {
        params.with(|params| params.get("game").as_deref().and_then(GameId::named))
    });
    move || match game.get() {
        Some(game) => view! { <Lesson game/> }.into_any(),
        None => view! { <NotFound/> }.into_any(),
    }
}

#[component]
fn Lesson(game: GameId) -> impl IntoView {
    let wrong = RwSignal::new(None::<String>);
    let others = GameId::ALL.into_iter().filter(move |other| *other != game).map(|other| {
        let info = other.info();
        view! { <li><a href=format!("/learn/{}", info.id)>{format!("Learn {}", info.title)}</a></li> }
    });
    view! {
        <Bar/>
        <main class="page lesson">
            <div class="banner">{picture(game)}</div>
            <PlayNow game wrong/>
            <p role="alert" class="wrong">{move || wrong.get()}</p>
            <article>{markdown::elements(game.info().help)}</article>
            <PlayNow game wrong/>
            <ul class="plain">{others.collect_view()}</ul>
        </main>
    }
}

#[component]
fn PlayNow(game: GameId, wrong: RwSignal<Option<String>>) -> impl IntoView {
    let open = opener(wrong);
    let id = game.info().id;
    view! {
        <div class="row">
            <button class="btn primary" on:click=move |_| open(usual_table(game))>"Play it now"</button>
            <a class="btn" href=format!("/new/{id}")>"Choose seats"</a>
            <span class="small muted">"Against bots, on this device: nothing can go wrong, and you can take moves back."</span>
        </div>
    }
}
