//! After the game: the result, a rematch, the replay, and the check of the draws.

use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;
use serde_json::json;
use wire::Opened;
use wire::table::{Ending, Stage};

use super::game::player_label;
use super::{FairnessCheck, OnlineTable};
use crate::net::post;

/// What can be done after the end.
#[component]
pub(super) fn AfterGame(
    /// The table.
    online: OnlineTable,
) -> impl IntoView {
    let ending = move || match online.stage() {
        Some(Stage::Ended(how)) => Some(how),
        _ => None,
    };
    let result = move || match ending() {
        Some(Ending::Agreed) => "You agreed to end the game here.".to_owned(),
        Some(Ending::Resigned { seat }) => format!("{} gave up.", player_label(online, seat).name),
        Some(Ending::Over) => "The game is over.".to_owned(),
        None => String::new(),
    };
    let navigate = use_navigate();
    let rematch = Callback::new(move |()| {
        let navigate = navigate.clone();
        let id = online.id.get_value();
        spawn_local(async move {
            match post::<Opened>(&format!("/api/tables/{id}/rematch"), &json!({})).await {
                Ok(Opened { table }) => {
                    navigate(&format!("/t/{table}"), NavigateOptions::default());
                }
                Err(error) => drop(online.notice.try_set(Some(error.to_string()))),
            }
        });
    });
    let is_offered = move || online.with(|table| table.rematch().is_some()).unwrap_or_default();
    // Everybody plays the day's deal once.
    let can_rematch = move || {
        online.is_seated() && online.with(|table| table.spec().day.is_none()).unwrap_or_default()
    };
    let id = online.id.get_value();
    let (record, replay) = (format!("/api/tables/{id}/record"), format!("/replay?table={id}"));
    view! {
        <Show when=move || ending().is_some()>
            <section class="after card" aria-label="After the game">
                <p role="status">{result}</p>
                <Show when=can_rematch>
                    <button class="btn primary rematch" on:click=move |_| rematch.run(())>
                        {move || if is_offered() { "Join the rematch" } else { "Play again with the same people" }}
                    </button>
                </Show>
                <a class="btn" href=replay.clone()>"Look back"</a>
                <a class="btn" href=record.clone() download rel="external">"Save the record"</a>
                <FairnessCheck id=online.id.get_value()/>
            </section>
        </Show>
    }
}
