//! Paying cube by cube, and choosing resources.

use glen_more::{Action, GlenMore};
use leptos::prelude::*;
use rules::Seat;

use super::super::selection::Selection;
use super::super::tile::cube;
use super::super::words;
use super::{ActionButtons, NextTurn, Trade, highlight_handler};
use crate::art::{Symbol, seat_class};
use crate::keyed_list::KeyedList;

/// What can be turned in or bought.
#[component]
pub(super) fn PayPanel(
    /// The player's selection.
    selection: Selection,
) -> impl IntoView {
    let board = selection.board();
    let heading = move || board.state.with(|state| format!("Due: {}", state.due().text()));
    let quote = move || {
        let seat = board.to_act.get()?;
        board.state.with(|state| {
            state.cheapest_step(seat)?;
            state.quote_due(seat).map(|quote| words::quote_text(&quote))
        })
    };
    let payments = move || selection.offers.with(|offers| offers.payments.clone());
    view! {
        <div class="body">
            <div class="panel-h"><h2>{heading}</h2></div>
            <ul class="opts" aria-label="Ways to pay">
                <KeyedList each=payments key=|it| *it children=move |action| view! { <Payment selection action/> }/>
            </ul>
            <Trade selection/>
            <NextTurn selection/>
        </div>
        <ActionButtons selection>
            {move || quote().map(|way| view! {
                <button class="btn primary go" on:click=move |_| selection.pay()>
                    <Symbol name="i-check"/><span>{words::capitalised(&way)}</span><kbd class="hide-s">"G"</kbd>
                </button>
            })}
        </ActionButtons>
    }
}

#[component]
fn Payment(selection: Selection, action: Action) -> impl IntoView {
    let board = selection.board();
    let seat = board.viewer.get_untracked();
    let text = move || board.state.with(|state| words::action(state, seat, action));
    let (symbol, at) = match action {
        Action::Pay { resource, at } => (cube(resource), Some(at)),
        Action::PayClan(at) => ("clan".to_owned(), Some(at)),
        Action::PayWhiskey => ("barrel".to_owned(), None),
        Action::PayChieftain => ("chieftain".to_owned(), None),
        _ => ("coin".to_owned(), None),
    };
    let point = highlight_handler(selection, at);
    let leave = highlight_handler(selection, None);
    view! {
        <li>
            <button class=format!("btn opt {}", seat_class(seat)) class:hinted=move || selection.is_hinted(action)
                on:click=move |_| selection.act(action)
                on:pointerenter=move |_| point() on:pointerleave=move |_| leave()
                on:focus=move |_| point() on:blur=move |_| leave()>
                <Symbol name=symbol size=26/><span>{text}</span>
            </button>
        </li>
    }
}

/// The resources that can be chosen.
#[component]
pub(super) fn ChoosePanel(
    /// The player's selection.
    selection: Selection,
) -> impl IntoView {
    let heading = move || selection.board().state.with(|state| chooser(state));
    let choices = move || selection.offers.with(|offers| offers.choices.clone());
    let skip = move || selection.offers.with(|offers| offers.skip);
    view! {
        <div class="body">
            <div class="panel-h"><h2>{heading}</h2></div>
            <ul class="opts" aria-label="Resources">
                <KeyedList each=choices key=|it| *it children=move |resource| view! {
                    <li>
                        <button class="btn opt" class:hinted=move || selection.is_hinted(Action::Choose(resource))
                            on:click=move |_| selection.act(Action::Choose(resource))>
                            <Symbol name=cube(resource) size=26/><span>{words::capitalised(resource.name())}</span>
                            <kbd class="hide-s">{resource.index() + 1}</kbd>
                        </button>
                    </li>
                }/>
            </ul>
            <Trade selection/>
            <NextTurn selection/>
        </div>
        <ActionButtons selection>
            <Show when=skip fallback=|| view! { <span></span> }>
                <button class="btn go" on:click=move |_| selection.act(Action::Skip)>"Leave the Abbey empty"<kbd class="hide-s">"G"</kbd></button>
            </Show>
        </ActionButtons>
    }
}

/// Such as "Loch Lochy gives 2 resources".
fn chooser(state: &GlenMore) -> String {
    let taken = state.taken_at().zip(state.phase().seat());
    let tile = taken.and_then(|(at, seat): (_, Seat)| state.player(seat).display().tile_at(at));
    let name = tile.map_or_else(String::new, |tile| state.tile(tile).name.clone());
    format!("{name} gives {}", words::with_count(state.choices(), "resource"))
}
