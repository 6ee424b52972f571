//! Moving clan members, and making chieftains of them.

use glen_more::{Action, Place};
use leptos::prelude::*;

use super::super::selection::Selection;
use super::super::words;
use super::{ActionButton, highlight_handler};
use crate::art::{Symbol, seat_class};
use crate::keyed_list::KeyedList;

/// The clan members that can move, while there are movement points.
#[component]
pub(super) fn ClanPanel(
    /// The player's selection.
    selection: Selection,
) -> impl IntoView {
    let board = selection.board();
    let movers = Memo::new(move |_| selection.offers.with(|offers| offers.movable_clans()));
    let points =
        move || words::with_count(board.state.with(|state| state.movement()), "movement point");
    view! {
        <Show when=move || movers.with(|movers| !movers.is_empty())>
            <div class="panel-h"><h2>"Move your clan"</h2><span class="pill"><Symbol name="move"/>{points}</span></div>
            <ul class="chk clan" aria-label="Clan members">
                <KeyedList each=move || movers.get() key=|it| *it children=move |at| view! { <MovableClan selection at/> }/>
            </ul>
        </Show>
    }
}

#[component]
fn MovableClan(selection: Selection, at: Place) -> impl IntoView {
    let board = selection.board();
    let seat = board.viewer.get_untracked();
    let name = words::capitalised(&board.state.with_untracked(|it| words::tile_name(it, seat, at)));
    let count = move || board.state.with(|state| state.player(seat).display().clan_at(at));
    let held = move || selection.moving_clan() == Some(at);
    let goals =
        move || selection.offers.with(|offers| offers.steps.get(&at).cloned().unwrap_or_default());
    let chieftains = move || board.state.with(|state| state.player(seat).chieftains());
    let where_ = words::position_text(at);
    let (point, leave) =
        (highlight_handler(selection, Some(at)), highlight_handler(selection, None));
    let moves = move || {
        selection.hint(|it| matches!(it, Action::Step { from, .. } if *from == at)).is_some()
    };
    view! {
        <li class=seat_class(seat) on:pointerenter=move |_| point() on:pointerleave=move |_| leave()>
            <Symbol name="clan" size=30/>
            <div><b>{name}</b><small>{move || words::with_count(count(), "clan member")}", "{where_.clone()}</small></div>
            <span class="duo">
                <button class="btn" aria-pressed=move || held().to_string() class:primary=held class:hinted=moves
                    on:click=move |_| selection.toggle_moving(at)>"Move"<span class="sr">{format!(" from {where_}")}</span></button>
                <ActionButton selection action=Action::Promote(at) class="btn">
                    <Symbol name="chieftain"/>"Chieftain"
                    <small>{move || format!("{} → {}", chieftains(), chieftains() + 1)}</small><span class="sr">{format!(" of the one at {where_}")}</span>
                </ActionButton>
            </span>
            <Show when=held>
                <div class="goals" role="group" aria-label="Where it can go">
                    <KeyedList each=goals key=|it| *it children=move |to| view! { <MoveTarget selection from=at to/> }/>
                </div>
            </Show>
        </li>
    }
}

#[component]
fn MoveTarget(selection: Selection, from: Place, to: Place) -> impl IntoView {
    let seat = selection.board().viewer.get_untracked();
    let there =
        selection.board().state.with_untracked(|state| words::tile_with_position(state, seat, to));
    let (point, leave) =
        (highlight_handler(selection, Some(to)), highlight_handler(selection, None));
    view! {
        <button class="btn small" class:hinted=move || selection.is_hinted(Action::Step { from, to }) on:click=move |_| selection.act(Action::Step { from, to })
            on:pointerenter=move |_| point() on:pointerleave=move |_| leave()
            on:focus=move |_| point() on:blur=move |_| leave()>
            {format!("to the {there}")}
        </button>
    }
}
