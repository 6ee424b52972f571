//! The frame of a table around its board: top bar, notices, replay bar, score sheet, and the switch
//! to the text table.

use leptos::children::ViewFn;
use leptos::prelude::*;

use super::menu::TableMenu;
use super::replay::ReplayBar;
use super::score_sheet::ScoreSheet;
use super::{Table, text_table};
use crate::art::Symbol;
use crate::browser;
use crate::crash;
use crate::deferred::Deferred;
use crate::lazy::Lazy;

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
    let is_text_view = RwSignal::new(browser::settings::get("view").as_deref() == Some("words"));
    let game = table.game.with_untracked(|game| game.id().info());
    let can_hint = move || {
        table.is_live() && table.thinking.with(Option::is_none) && table.seat_to_act().is_some()
    };
    crash::register_game(table.game);
    browser::set_title(game.title);
    let children = StoredValue::new(children);
    view! {
        <header class="bar">
            <a class="brand" href="/" aria-label="Bellwether, home"><Symbol name="logo"/><span class="hide-s">"Bellwether"</span></a>
            <h1 class="crumb"><b>{game.title}</b><span class="hide-s">" · "</span>{move || progress.get()}</h1>
            <span class="grow"></span>
            <div class="tools"><Deferred>
                {(!table.is_replay).then(|| view! {
                    <button class="btn quiet undo" on:click=move |_| table.undo.run(()) aria-disabled=move || (!table.can_undo.get()).to_string()>
                        <Symbol name="i-undo"/><span class="hide-s">"Undo"</span><span class="sr">"Take back"</span>
                    </button>
                })}
                <Show when=move || table.study.hints>
                    <button class="btn quiet" on:click=move |_| table.ask_hint.run(()) disabled=move || !can_hint()>
                        <Symbol name="i-bot"/><span>"Hint"</span>
                    </button>
                </Show>
                {table.slots.map(|slots| slots.toolbar.run(()))}
                <TableMenu table is_text_view/>
            </Deferred></div>
        </header>
        <p class="sr" aria-live="polite">{narration(table)}</p>
        <p class="notice" role="alert" class:on=move || table.notice.with(Option::is_some) on:click=move |_| table.notice.set(None)>{move || table.notice.get()}</p>
        {table.slots.map(|slots| slots.banner.run(()))}
        <ScoreSheet table/>
        <Show when=move || is_text_view.get() fallback=move || view! { <Deferred>{children.with_value(|children| children())}</Deferred> }>
            <main><Lazy view=text_table::text_table(table) placeholder=ViewFn::default()/></main>
        </Show>
        <Show when=move || !table.is_live()><ReplayBar table/></Show>
    }
}

/// What has happened since the last announcement, for screen readers: the action, and all draws
/// after it.
fn narration(table: Table) -> ReadSignal<String> {
    let announcement = RwSignal::new(String::new());
    Effect::new(move |before: Option<usize>| {
        let log = table.log.get();
        let from = before.unwrap_or(log.len().saturating_sub(1));
        match log.get(from..) {
            Some([]) => {}
            Some(new) => {
                let sentences = new.iter().flat_map(|entry| &entry.sentences);
                announcement.set(sentences.map(String::as_str).collect::<Vec<_>>().join(" "));
            }
            None => announcement.set("Taken back.".to_owned()),
        }
        log.len()
    });
    announcement.read_only()
}
