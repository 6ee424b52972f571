//! A table on the server, from the room to the end of the game.

use leptos::prelude::*;
use wire::id::TableId;
use wire::table::Stage;

use super::route_params::named_in_address;
use crate::app::TopBar;
use crate::table::online::{ConnectionNotice, OnlineGame, OnlineTable, Room};

/// The table whose id is in the route.
#[component]
pub(crate) fn OnlineTablePage() -> impl IntoView {
    named_in_address("id", |id| id.parse::<TableId>().ok(), |id| view! { <Followed id/> })
}

/// What is shown of a table.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Scene {
    Looking,
    Failed,
    Gathering,
    Game,
}

#[component]
fn Followed(id: TableId) -> impl IntoView {
    let online = OnlineTable::follow(id);
    let scene = Memo::new(move |_| match (online.failure(), online.stage()) {
        (Some(_), _) => Scene::Failed,
        (None, None) => Scene::Looking,
        (None, Some(Stage::Gathering)) => Scene::Gathering,
        (None, Some(Stage::Playing | Stage::Ended(_))) => Scene::Game,
    });
    move || match scene.get() {
        Scene::Looking => view! {
            <TopBar/><ConnectionNotice/>
            <main class="page" aria-busy="true"><p>"Looking for the table …"</p></main>
        }
        .into_any(),
        Scene::Failed => view! {
            <TopBar/>
            <main class="page">
                <h1>"There is no such table here."</h1>
                <p role="alert">{move || online.failure()}</p>
                <p><a class="btn" href="/">"To the games"</a></p>
            </main>
        }
        .into_any(),
        Scene::Gathering => view! { <Room online/> }.into_any(),
        Scene::Game => view! { <OnlineGame online/> }.into_any(),
    }
}
