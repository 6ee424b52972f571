//! A private line: a board on which one person plays all seats from the shown moment on. It is
//! neither shared nor saved.

use std::sync::Arc;

use leptos::html::Section;
use leptos::prelude::*;
use registry::Registry;

use crate::boards::Board;
use crate::table::{LocalTable, Table, random_draws};

/// The button that opens a private line at the shown moment.
#[component]
pub(crate) fn TryLine(
    /// The table.
    table: Table,
) -> impl IntoView {
    let open = move |_| {
        let moment = untrack(move || table.shown());
        let names = untrack(move || table.names());
        let line = table.game.with_untracked(|game| {
            LocalTable::line(&Registry::new(), game, moment, &names, random_draws())
        });
        match line {
            Ok(line) => table.study.line.set(Some(Arc::new(line))),
            Err(error) => table.notice.set(Some(error.to_string())),
        }
    };
    view! { <button class="btn quiet try-line" on:click=open>"Try a line"</button> }
}

/// The board of a private line, with a button to close it.
pub(crate) fn private_line_board(table: Table, start: &LocalTable) -> AnyView {
    let from = start.game().actions();
    // No hints for a game that people still play.
    let hints = table.slots.is_none() || table.study.allowed.get_untracked();
    let line = Table::unsaved(start.clone(), hints);
    let section = NodeRef::<Section>::new();
    // The focus moves there, so that screen readers announce the change.
    Effect::new(move || {
        if let Some(section) = section.get() {
            let _ = section.focus();
        }
    });
    view! {
        <section class="line-strip" aria-label="Private line" tabindex="-1" node_ref=section>
            <p><b>"A private line"</b>{format!(" from move {from}. You play every seat, and nobody else sees it.")}</p>
            <button class="btn" on:click=move |_| table.study.line.set(None)>"Throw it away"</button>
        </section>
        <Board table=line/>
    }
    .into_any()
}
