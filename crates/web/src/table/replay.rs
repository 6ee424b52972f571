//! The replay bar: a slider over all moments of a game, single steps, and autoplay.

use std::time::Duration;

use leptos::children::ViewFn;
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;

use super::{Table, TryLine, branch_off, study_panel};
use crate::art::Symbol;
use crate::browser;
use crate::lazy::Lazy;

/// How long autoplay shows each moment.
const AUTOPLAY_INTERVAL: Duration = Duration::from_millis(900);

/// The URL of the table whose game is replayed, as a context of the replay page.
#[derive(Clone)]
pub(crate) struct ReturnLink(pub(crate) String);

/// The bar under a board that shows the past.
#[component]
pub fn ReplayBar(
    /// The table.
    table: Table,
) -> impl IntoView {
    let is_playing = RwSignal::new(false);
    let last = move || table.game.with(|game| game.actions());
    let go = move |to: usize| table.moment.set(Some(to.min(last())));
    let step = move |by: isize| {
        is_playing.set(false);
        go(table.shown().saturating_add_signed(by));
    };
    let timer = set_interval_with_handle(
        move || {
            if is_playing.get_untracked() {
                let shown = untrack(move || table.shown());
                if shown >= untrack(last) {
                    is_playing.set(false);
                } else {
                    untrack(move || go(shown + 1));
                }
            }
        },
        AUTOPLAY_INTERVAL,
    );
    on_cleanup(move || {
        if let Ok(timer) = &timer {
            timer.clear();
        }
    });
    let navigate = use_navigate();
    let play_on = move |_| {
        let navigate = navigate.clone();
        let moment = untrack(move || table.shown());
        let go = move |to: &str| navigate(to, NavigateOptions::default());
        let failed = move |error| table.notice.set(Some(error));
        table.game.with_untracked(|game| branch_off(game, moment, go, failed));
    };
    let save = move |_| {
        let record = table.game.with_untracked(|game| game.record());
        if browser::save_file("game.bwr", &record).is_err() {
            table.notice.set(Some("this browser does not let pages save files".to_owned()));
        }
    };
    view! {
        <section class="replay card" aria-label="Replay">
            <Lazy view=study_panel(table) placeholder=ViewFn::default()/>
            <button class="btn quiet icon" aria-label="First moment" on:click=move |_| { is_playing.set(false); go(0); }><Symbol name="i-first"/></button>
            <button class="btn quiet icon" aria-label="One step back" on:click=move |_| step(-1)><Symbol name="i-back"/></button>
            <button class="btn icon" aria-label=move || if is_playing.get() { "Pause" } else { "Play" }
                on:click=move |_| is_playing.update(|on| *on = !*on)>
                <Symbol name=Signal::derive(move || if is_playing.get() { "i-pause" } else { "i-next" }.to_owned())/>
            </button>
            <button class="btn quiet icon" aria-label="One step on" on:click=move |_| step(1)><Symbol name="i-next"/></button>
            <input class="scrub" type="range" min="0" aria-label="Moment"
                max=move || last().to_string()
                prop:value=move || table.shown().to_string()
                on:input=move |event| {
                    is_playing.set(false);
                    go(event_target_value(&event).parse().unwrap_or(0));
                }/>
            <span class="small muted count">{move || format!("{} of {}", table.shown(), last())}</span>
            <button class="btn quiet" on:click=play_on>"Play on from here"</button>
            <TryLine table/>
            <button class="btn quiet" on:click=save><Symbol name="i-link"/>"Save record"</button>
            {use_context::<ReturnLink>().map(|ReturnLink(to)| view! { <a class="btn primary" href=to>"Back to the table"</a> })}
            <Show when=move || !table.is_replay>
                <button class="btn primary" on:click=move |_| table.moment.set(None)>"Back to the game"</button>
            </Show>
        </section>
    }
}
