//! A table on the server, from the room to the end of the game.

use leptos::prelude::*;
use wire::id::TableId;
use wire::table::Stage;

use super::route_params::page_for_param;
use crate::table::online::{ConnectionNotice, OnlineGame, OnlineTable, Room};
use crate::top_bar::TopBar;

/// The table whose id is in the route.
#[component]
pub(crate) fn OnlineTablePage() -> impl IntoView {
    page_for_param("id", |id| id.parse::<TableId>().ok(), |id| view! { <FollowedTable id/> })
}

/// What is shown of a table.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Screen {
    Loading,
    Failed,
    Gathering,
    Game,
}

#[component]
fn FollowedTable(id: TableId) -> impl IntoView {
    let online = OnlineTable::follow(id);
    let screen = Memo::new(move |_| match (online.failure(), online.stage()) {
        (Some(_), _) => Screen::Failed,
        (None, None) => Screen::Loading,
        (None, Some(Stage::Gathering)) => Screen::Gathering,
        (None, Some(Stage::Playing | Stage::Ended(_))) => Screen::Game,
    });
    move || match screen.get() {
        Screen::Loading => view! {
            <TopBar/><ConnectionNotice/>
            <main class="page" aria-busy="true"><p>"Looking for the table …"</p></main>
        }
        .into_any(),
        Screen::Failed => view! {
            <TopBar/>
            <main class="page">
                <h1>"There is no such table here."</h1>
                <p role="alert">{move || online.failure()}</p>
                <p><a class="btn" href="/">"To the games"</a></p>
            </main>
        }
        .into_any(),
        Screen::Gathering => view! { <Room online/> }.into_any(),
        Screen::Game => view! { <OnlineGame online/> }.into_any(),
    }
}
