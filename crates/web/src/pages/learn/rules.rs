//! The page with the rules of a game.

use leptos::prelude::*;
use registry::GameId;

use super::playable_position::{OpenPosition, POSITIONS, PlayablePosition};
use crate::browser::set_title;
use crate::markdown;
use crate::pages::game_pictures::game_picture;
use crate::pages::route_params::page_for_param;
use crate::top_bar::TopBar;

/// The rules of the game in the route.
#[component]
pub(super) fn RulesPage() -> impl IntoView {
    page_for_param("game", GameId::named, rules)
}

fn rules(game: GameId) -> impl IntoView {
    set_title(&format!("Rules of {}", game.info().title));
    let others = GameId::ALL.into_iter().filter(move |other| *other != game).map(|other| {
        let info = other.info();
        view! { <li><a href=format!("/learn/{}", info.id)>{format!("Learn {}", info.title)}</a></li> }
    });
    // At most one position is open, because boards have shortcuts and element ids of their own.
    provide_context(OpenPosition(RwSignal::new(None)));
    view! {
        <TopBar/>
        <main class="page learn rules">
            <div class="banner">{game_picture(game)}</div>
            {play_links(game)}
            <article>{sections(game)}</article>
            {play_links(game)}
            <ul class="plain">{others.collect_view()}</ul>
        </main>
    }
}

/// The sections of the text, each followed by its playable positions.
fn sections(game: GameId) -> Vec<AnyView> {
    let parts = game.info().help.split("\n## ").enumerate().map(|(place, part)| {
        let text = if place == 0 { part.to_owned() } else { format!("## {part}") };
        let heading = part.lines().next().unwrap_or_default();
        let positions = POSITIONS.iter().filter(|it| it.game == game && it.heading == heading);
        let positions = positions.map(|&spec| view! { <PlayablePosition spec/> }).collect_view();
        view! { {markdown::elements(&text)}{positions} }.into_any()
    });
    parts.collect()
}

fn play_links(game: GameId) -> impl IntoView {
    let id = game.info().id;
    view! {
        <div class="row">
            <a class="btn primary" href=format!("/learn/{id}/play")>"Guided game, five minutes"</a>
            <a class="btn" href=format!("/play/{id}")>"Play it now"</a>
            <a class="btn quiet" href=format!("/new/{id}")>"Choose seats"</a>
        </div>
    }
}
