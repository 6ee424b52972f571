//! The teacher's card: the text of the step, and the buttons to go on and back.

use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;
use rules::Turn;

use super::{Guide, Lesson};
use crate::art::Symbol;
use crate::markdown;
use crate::pages::branch_off;

/// The card above the board.
#[component]
pub(super) fn Card(
    /// The lesson.
    guide: Guide,
) -> impl IntoView {
    let lesson = guide.lesson;
    let place = Memo::new(move |_| lesson.with(Lesson::progress));
    let is_last = Memo::new(move |_| lesson.with(Lesson::is_last));
    let words = move || {
        place.track();
        lesson.with_untracked(|lesson| {
            let beat = lesson.beat();
            view! { <h2>{beat.title}</h2>{markdown::elements(&beat.words)} }
        })
    };
    let step = move || {
        let (place, beats) = place.get();
        format!("Step {place} of {beats}")
    };
    let label = move || match lesson.with(|it| (it.is_answering(), it.marked().is_some())) {
        (true, _) => "One moment …",
        (false, true) => "Do it for me",
        (false, false) => "Next",
    };
    let primary = move || lesson.with(|it| !it.is_answering() && it.marked().is_none());
    let busy = move || lesson.with(Lesson::is_answering).to_string();
    view! {
        <section class="teacher card" aria-label="Your teacher">
            <div class="words" aria-live="polite" aria-atomic="true">{words}</div>
            <div class="ways">
                <button class="btn quiet back" disabled=move || !guide.table.can_undo.get() on:click=move |_| guide.back()>
                    <Symbol name="i-back"/>"Back"
                </button>
                <span class="step"><span class="xs muted">{step}</span>
                    <progress max=move || place.get().1.to_string() value=move || place.get().0.to_string() aria-hidden="true"></progress></span>
                <Show when=move || !is_last.get() fallback=move || view! { <End guide/> }>
                    <button class="btn go-on" class:primary=primary aria-disabled=busy on:click=move |_| guide.go_on()>{label}</button>
                </Show>
            </div>
        </section>
    }
}

/// The links after the last step.
#[component]
fn End(guide: Guide) -> impl IntoView {
    let table = guide.table;
    let info = table.game.with_untracked(|game| game.id().info());
    let navigate = use_navigate();
    let play_on = move |_| {
        let navigate = navigate.clone();
        let go = move |to: &str| navigate(to, NavigateOptions::default());
        let failed = move |error| table.notice.set(Some(error));
        table.game.with_untracked(|game| branch_off(game, game.actions(), go, failed));
    };
    let goes_on = table.game.with_untracked(|game| game.turn() != Turn::Over);
    view! {
        {goes_on.then(|| view! { <button class="btn primary play-on" on:click=play_on>"Play on against bots"</button> })}
        <a class="btn" class:primary=!goes_on href=format!("/play/{}", info.id)>"Start a game of your own"</a>
        <a class="btn quiet" href=format!("/learn/{}", info.id)>"Read the rules"</a>
    }
}
