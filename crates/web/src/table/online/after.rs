//! After the game: the result, a rematch, the replay, and the check of the draws.

use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;
use serde_json::json;
use wire::Opened;
use wire::table::{Ending, Stage};

use super::play::player;
use super::{FairnessCheck, Online};
use crate::net::post;

/// What can be done after the end.
#[component]
pub(super) fn After(
    /// The table.
    online: Online,
) -> impl IntoView {
    let ended = move || match online.stage() {
        Some(Stage::Ended(how)) => Some(how),
        _ => None,
    };
    let said = move || match ended() {
        Some(Ending::Agreed) => "You agreed to end the game here.".to_owned(),
        Some(Ending::Resigned { seat }) => format!("{} gave up.", player(online, seat).name),
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
    let asked_for = move || online.with(|table| table.rematch().is_some()).unwrap_or_default();
    // Everybody plays the day's deal once.
    let may_play_again = move || {
        online.sits() && online.with(|table| table.spec().day.is_none()).unwrap_or_default()
    };
    let id = online.id.get_value();
    let (record, replay) = (format!("/api/tables/{id}/record"), format!("/replay?table={id}"));
    view! {
        <Show when=move || ended().is_some()>
            <section class="after card" aria-label="After the game">
                <p role="status">{said}</p>
                <Show when=may_play_again>
                    <button class="btn primary rematch" on:click=move |_| rematch.run(())>
                        {move || if asked_for() { "Join the rematch" } else { "Play again with the same people" }}
                    </button>
                </Show>
                <a class="btn" href=replay.clone()>"Look back"</a>
                <a class="btn" href=record.clone() download rel="external">"Save the record"</a>
                <FairnessCheck id=online.id.get_value()/>
            </section>
        </Show>
    }
}
