//! The list of games to learn, each with its guided game and its rules.

use leptos::prelude::*;
use registry::GameId;

use crate::pages::game_pictures::game_picture;
use crate::top_bar::TopBar;

/// The list.
#[component]
pub(super) fn LearnIndex() -> impl IntoView {
    view! {
        <TopBar/>
        <main class="page wide learn">
            <h1>"Learn a game in five minutes"</h1>
            <p class="muted">"You play, and somebody at your shoulder says what is going on. What to press is marked, and nothing can go wrong."</p>
            <div class="lessons">{GameId::ALL.map(game_card).collect_view()}</div>
        </main>
    }
}

fn game_card(game: GameId) -> impl IntoView {
    let info = game.info();
    let named_for_screen_readers = move || view! { <span class="sr">": "{info.title}</span> };
    view! {
        <article class="card">
            {game_picture(game)}
            <div class="body">
                <h2>{info.title}</h2>
                <p>{lesson_summary(game)}</p>
                <div class="row">
                    <a class="btn primary" href=format!("/learn/{}/play", info.id)>"Guided game"{named_for_screen_readers()}</a>
                    <a class="btn" href=format!("/learn/{}", info.id)>"The rules"{named_for_screen_readers()}</a>
                </div>
            </div>
        </article>
    }
}

/// What the guided game teaches.
const fn lesson_summary(game: GameId) -> &'static str {
    match game {
        GameId::Tipperary => {
            "The last three rounds: place tiles, bring sheep together, make whiskey and close a large rectangle."
        }
        GameId::GlenMore => {
            "Your first three turns: take tiles from the track, wake up their neighbours, and fill your first barrels."
        }
        GameId::FoxyAndWooly => {
            "The last seven tokens: chase a wolf or take it, bid for favours, and save your best sheep."
        }
    }
}
