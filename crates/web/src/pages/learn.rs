//! Learn: a game in our own words, and one click to a table.

use leptos::prelude::*;
use shelf::GameId;

use super::named::named_in_address;
use super::pictures::picture;
use crate::app::Bar;
use crate::markdown;

/// The page for whichever game is in the address.
#[component]
pub(crate) fn LearnPage() -> impl IntoView {
    named_in_address("game", GameId::named, lesson)
}

fn lesson(game: GameId) -> impl IntoView {
    let others = GameId::ALL.into_iter().filter(move |other| *other != game).map(|other| {
        let info = other.info();
        view! { <li><a href=format!("/learn/{}", info.id)>{format!("Learn {}", info.title)}</a></li> }
    });
    view! {
        <Bar/>
        <main class="page lesson">
            <div class="banner">{picture(game)}</div>
            {to_the_table(game)}
            <article>{markdown::elements(game.info().help)}</article>
            {to_the_table(game)}
            <ul class="plain">{others.collect_view()}</ul>
        </main>
    }
}

fn to_the_table(game: GameId) -> impl IntoView {
    let id = game.info().id;
    view! {
        <div class="row">
            <a class="btn primary" href=format!("/play/{id}")>"Play it now"</a>
            <a class="btn" href=format!("/new/{id}")>"Choose seats"</a>
            <span class="small muted">"Against bots, on this device; you can take moves back and ask for hints."</span>
        </div>
    }
}
