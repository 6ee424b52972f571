//! The log: what has happened, in words. Each entry shows its moment when it is pressed.

use leptos::prelude::*;
use registry::DescribedAction;
use rules::Actor;

use super::{SeatMark, Table};
use crate::art::Symbol;
use crate::deferred::Deferred;
use crate::keyed_list::KeyedList;

/// The log of a table, the newest entry first.
#[component]
pub fn LogPanel(
    /// The table.
    table: Table,
) -> impl IntoView {
    let lines = Memo::new(move |_| {
        let entry = table.log.get();
        let entries = entry.iter().enumerate().filter(|(_, entry)| !entry.sentences.is_empty());
        entries.rev().map(|(index, entry)| (index, entry.clone())).collect::<Vec<_>>()
    });
    view! {
        <section class="logbox card" aria-label="Log">
            <div class="panel-h"><h2>"Log"</h2></div>
            <ol class="log" reversed>
                <KeyedList
                    each=move || lines.get()
                    key=|(index, entry)| (*index, entry.action.clone())
                    children=move |(index, entry)| view! { <Deferred><LogEntry table index entry/></Deferred> }
                />
            </ol>
        </section>
    }
}

#[component]
fn LogEntry(table: Table, index: usize, entry: DescribedAction) -> impl IntoView {
    let symbol = match entry.actor {
        Actor::Seat(seat) => view! { <SeatMark seat size=18/> }.into_any(),
        Actor::Dealer => view! { <Symbol name="die" size=18/> }.into_any(),
    };
    let is_shown = move || table.moment.get() == Some(index + 1);
    let jump = move |_| {
        let last = table.game.with_untracked(|game| game.actions());
        // The last entry shows the present, if there is one.
        table.moment.set((table.is_replay || index + 1 < last).then_some(index + 1));
    };
    view! {
        <li class:here=is_shown>
            {symbol}
            <button class="line" on:click=jump title="Show this moment" aria-current=move || is_shown().then_some("step")>
                {entry.sentences.join(" ")}
            </button>
        </li>
    }
}
