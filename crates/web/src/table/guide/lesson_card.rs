//! The teacher's card: the text of the step, and the buttons to go on and back.

use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;
use rules::Turn;

use super::{GuidedGame, Lesson};
use crate::art::Symbol;
use crate::markdown;
use crate::table::branch_off;

/// The card above the board.
#[component]
pub(super) fn LessonCard(
    /// The lesson.
    guided: GuidedGame,
) -> impl IntoView {
    let lesson = guided.lesson;
    let progress = Memo::new(move |_| lesson.with(Lesson::progress));
    let is_last = Memo::new(move |_| lesson.with(Lesson::is_last));
    let words = move || {
        progress.track();
        lesson.with_untracked(|lesson| {
            let step = lesson.step();
            view! { <h2>{step.title}</h2>{markdown::elements(&step.words)} }
        })
    };
    let step = move || {
        let (index, steps) = progress.get();
        format!("Step {index} of {steps}")
    };
    let label = move || match lesson.with(|it| (it.is_replying(), it.next_expected().is_some())) {
        (true, _) => "One moment …",
        (false, true) => "Do it for me",
        (false, false) => "Next",
    };
    let primary = move || lesson.with(|it| !it.is_replying() && it.next_expected().is_none());
    let busy = move || lesson.with(Lesson::is_replying).to_string();
    view! {
        <section class="teacher card" aria-label="Your teacher">
            <div class="words" aria-live="polite" aria-atomic="true">{words}</div>
            <div class="ways">
                <button class="btn quiet back" disabled=move || !guided.table.can_undo.get() on:click=move |_| guided.back()>
                    <Symbol name="i-back"/>"Back"
                </button>
                <span class="step"><span class="xs muted">{step}</span>
                    <progress max=move || progress.get().1.to_string() value=move || progress.get().0.to_string() aria-hidden="true"></progress></span>
                <Show when=move || !is_last.get() fallback=move || view! { <LessonEnd guided/> }>
                    <button class="btn go-on" class:primary=primary aria-disabled=busy on:click=move |_| guided.advance()>{label}</button>
                </Show>
            </div>
        </section>
    }
}

/// The links after the last step.
#[component]
fn LessonEnd(guided: GuidedGame) -> impl IntoView {
    let table = guided.table;
    let info = table.game.with_untracked(|game| game.id().info());
    let navigate = use_navigate();
    let play_on = move |_| {
        let navigate = navigate.clone();
        let go = move |to: &str| navigate(to, NavigateOptions::default());
        let failed = move |error| table.notice.set(Some(error));
        table.game.with_untracked(|game| branch_off(game, game.actions(), go, failed));
    };
    let can_play_on = table.game.with_untracked(|game| game.turn() != Turn::Over);
    view! {
        {can_play_on.then(|| view! { <button class="btn primary play-on" on:click=play_on>"Play on against bots"</button> })}
        <a class="btn" class:primary=!can_play_on href=format!("/play/{}", info.id)>"Start a game of your own"</a>
        <a class="btn quiet" href=format!("/learn/{}", info.id)>"Read the rules"</a>
    }
}
