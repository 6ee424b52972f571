//! The frame of a table around its board: top bar, notices, replay bar, score sheet, and the switch
//! to the text table.

use leptos::children::ViewFn;
use leptos::prelude::*;

use super::menu::TableMenu;
use super::replay::ReplayBar;
use super::sheet::ScoreSheet;
use super::{Table, text};
use crate::art::Symbol;
use crate::browser;
use crate::crash;
use crate::later::Later;
use crate::soon::Soon;

/// The frame of a table. `children` is the board.
#[component]
pub fn Frame(
    /// The table.
    table: Table,
    /// The progress beside the game's name, such as "round 7 of 12".
    #[prop(into)]
    progress: Signal<String>,
    /// The board: everything below the bar.
    children: ChildrenFn,
) -> impl IntoView {
    let in_words = RwSignal::new(browser::kept("view").as_deref() == Some("words"));
    let game = table.game.with_untracked(|game| game.id().info());
    let can_hint = move || {
        table.is_live() && table.thinking.with(Option::is_none) && table.seat_to_act().is_some()
    };
    crash::remember(table.game);
    browser::set_title(game.title);
    let children = StoredValue::new(children);
    view! {
        <header class="bar">
            <a class="brand" href="/" aria-label="Bellwether, home"><Symbol name="logo"/><span class="hide-s">"Bellwether"</span></a>
            <h1 class="crumb"><b>{game.title}</b><span class="hide-s">" · "</span>{move || progress.get()}</h1>
            <span class="grow"></span>
            <div class="tools"><Soon>
                {(!table.past).then(|| view! {
                    <button class="btn quiet undo" on:click=move |_| table.undo.run(()) aria-disabled=move || (!table.can_undo.get()).to_string()>
                        <Symbol name="i-undo"/><span class="hide-s">"Undo"</span><span class="sr">"Take back"</span>
                    </button>
                })}
                <Show when=move || table.study.hints>
                    <button class="btn quiet" on:click=move |_| table.ask_hint.run(()) disabled=move || !can_hint()>
                        <Symbol name="i-bot"/><span>"Hint"</span>
                    </button>
                </Show>
                {table.company.map(|company| company.tools.run(()))}
                <TableMenu table in_words/>
            </Soon></div>
        </header>
        <p class="sr" aria-live="polite">{narration(table)}</p>
        <p class="notice" role="alert" class:on=move || table.notice.with(Option::is_some) on:click=move |_| table.notice.set(None)>{move || table.notice.get()}</p>
        {table.company.map(|company| company.around.run(()))}
        <ScoreSheet table/>
        <Show when=move || in_words.get() fallback=move || view! { <Soon>{children.with_value(|children| children())}</Soon> }>
            <main><Later part=text::in_words(table) meanwhile=ViewFn::default()/></main>
        </Show>
        <Show when=move || !table.is_live()><ReplayBar table/></Show>
    }
}

/// What has happened since the last announcement, for screen readers: the action, and all draws
/// after it.
fn narration(table: Table) -> ReadSignal<String> {
    let said = RwSignal::new(String::new());
    Effect::new(move |before: Option<usize>| {
        let told = table.told.get();
        let from = before.unwrap_or(told.len().saturating_sub(1));
        match told.get(from..) {
            Some([]) => {}
            Some(new) => {
                let sentences = new.iter().flat_map(|told| &told.sentences);
                said.set(sentences.map(String::as_str).collect::<Vec<_>>().join(" "));
            }
            None => said.set("Taken back.".to_owned()),
        }
        told.len()
    });
    said.read_only()
}
