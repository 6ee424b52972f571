//! Selling cubes at the warehouse, at any moment of the turn.

use glen_more::{Action, Place, Resource};
use leptos::prelude::*;

use super::super::selection::Selection;
use super::super::tile::cube;
use super::super::words;
use super::highlight_handler;
use crate::art::Symbol;
use crate::keyed_list::KeyedList;

/// The cubes that can be sold, folded away at first.
#[component]
pub(super) fn Trade(
    /// The player's selection.
    selection: Selection,
) -> impl IntoView {
    let sales = Memo::new(move |_| selection.offers.with(|offers| offers.sales.clone()));
    let count = move || sales.with(Vec::len);
    view! {
        <details class="trade" class:none=move || count() == 0>
            <summary><Symbol name="coin" size=22/>
                {move || if count() == 0 { "Nothing can be sold at the warehouse now" } else { "Sell at the warehouse" }}
            </summary>
            <ul class="opts" aria-label="Cubes to sell">
                <KeyedList each=move || sales.get() key=|it| *it
                    children=move |(resource, at)| view! { <Sale selection resource at/> }/>
            </ul>
        </details>
    }
}

#[component]
fn Sale(selection: Selection, resource: Resource, at: Place) -> impl IntoView {
    let board = selection.board();
    let action = Action::Sell { resource, at };
    let text = move || board.state.with(|state| words::action(state, board.viewer.get(), action));
    let (point, leave) =
        (highlight_handler(selection, Some(at)), highlight_handler(selection, None));
    view! {
        <li>
            <button class="btn opt" class:hinted=move || selection.is_hinted(action)
                on:click=move |_| selection.act(action)
                on:pointerenter=move |_| point() on:pointerleave=move |_| leave()
                on:focus=move |_| point() on:blur=move |_| leave()>
                <Symbol name=cube(resource) size=26/><span>{text}</span>
            </button>
        </li>
    }
}
