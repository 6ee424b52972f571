//! The log: what has happened, in words. Each entry shows its moment when it is pressed.

use leptos::prelude::*;
use rules::Actor;
use shelf::Told;

use super::{SeatMark, Table};
use crate::art::Symbol;
use crate::each::Each;
use crate::soon::Soon;

/// The log of a table, the newest entry first.
#[component]
pub fn LogBox(
    /// The table.
    table: Table,
) -> impl IntoView {
    let lines = Memo::new(move |_| {
        let told = table.told.get();
        let said = told.iter().enumerate().filter(|(_, told)| !told.sentences.is_empty());
        said.rev().map(|(place, told)| (place, told.clone())).collect::<Vec<_>>()
    });
    view! {
        <section class="logbox card" aria-label="Log">
            <div class="panel-h"><h2>"Log"</h2></div>
            <ol class="log" reversed>
                <Each
                    each=move || lines.get()
                    key=|(place, told)| (*place, told.action.clone())
                    children=move |(place, told)| view! { <Soon><LogLine table place told/></Soon> }
                />
            </ol>
        </section>
    }
}

#[component]
fn LogLine(table: Table, place: usize, told: Told) -> impl IntoView {
    let mark = match told.actor {
        Actor::Seat(seat) => view! { <SeatMark seat size=18/> }.into_any(),
        Actor::Dealer => view! { <Symbol name="die" size=18/> }.into_any(),
    };
    let here = move || table.moment.get() == Some(place + 1);
    let jump = move |_| {
        let last = table.game.with_untracked(|game| game.actions());
        // The last entry shows the present, if there is one.
        table.moment.set((table.past || place + 1 < last).then_some(place + 1));
    };
    view! {
        <li class:here=here>
            {mark}
            <button class="line" on:click=jump title="Show this moment" aria-current=move || here().then_some("step")>
                {told.sentences.join(" ")}
            </button>
        </li>
    }
}
