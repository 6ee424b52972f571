//! Selling cubes at the warehouse, at any moment of the turn.

use glen_more::{Action, Place, Resource};
use leptos::prelude::*;

use super::super::tile::cube;
use super::super::ui::Ui;
use super::super::words;
use super::points_at;
use crate::art::Symbol;
use crate::keyed_list::KeyedList;

/// The cubes that can be sold, folded away at first.
#[component]
pub(super) fn Trade(
    /// The player's selection.
    ui: Ui,
) -> impl IntoView {
    let sales = Memo::new(move |_| ui.offers.with(|offers| offers.sales.clone()));
    let count = move || sales.with(Vec::len);
    view! {
        <details class="trade" class:none=move || count() == 0>
            <summary><Symbol name="coin" size=22/>
                {move || if count() == 0 { "Nothing can be sold at the warehouse now" } else { "Sell at the warehouse" }}
            </summary>
            <ul class="opts" aria-label="Cubes to sell">
                <KeyedList each=move || sales.get() key=|it| *it
                    children=move |(resource, at)| view! { <Sale ui resource at/> }/>
            </ul>
        </details>
    }
}

#[component]
fn Sale(ui: Ui, resource: Resource, at: Place) -> impl IntoView {
    let board = ui.board();
    let action = Action::Sell { resource, at };
    let text = move || board.state.with(|state| words::action(state, board.viewer.get(), action));
    let (point, leave) = (points_at(ui, Some(at)), points_at(ui, None));
    view! {
        <li>
            <button class="btn opt" class:hinted=move || ui.is_hinted(action)
                on:click=move |_| ui.act(action)
                on:pointerenter=move |_| point() on:pointerleave=move |_| leave()
                on:focus=move |_| point() on:blur=move |_| leave()>
                <Symbol name=cube(resource) size=26/><span>{text}</span>
            </button>
        </li>
    }
}
