//! Moving clan members, and making chieftains of them.

use glen_more::{Action, Place};
use leptos::prelude::*;

use super::super::ui::Ui;
use super::super::words;
use super::{Try, points_at};
use crate::art::{Symbol, seat_class};
use crate::keyed_list::KeyedList;

/// The clan members that can move, while there are movement points.
#[component]
pub(super) fn ClanPlan(
    /// The player's selection.
    ui: Ui,
) -> impl IntoView {
    let board = ui.board();
    let movers = Memo::new(move |_| ui.offers.with(|offers| offers.movers()));
    let points =
        move || words::counted(board.state.with(|state| state.movement()), "movement point");
    view! {
        <Show when=move || movers.with(|movers| !movers.is_empty())>
            <div class="panel-h"><h2>"Move your clan"</h2><span class="pill"><Symbol name="move"/>{points}</span></div>
            <ul class="chk clan" aria-label="Clan members">
                <KeyedList each=move || movers.get() key=|it| *it children=move |at| view! { <Mover ui at/> }/>
            </ul>
        </Show>
    }
}

#[component]
fn Mover(ui: Ui, at: Place) -> impl IntoView {
    let board = ui.board();
    let seat = board.viewer.get_untracked();
    let name = words::capitalised(&board.state.with_untracked(|it| words::tile_name(it, seat, at)));
    let count = move || board.state.with(|state| state.player(seat).display().clan_at(at));
    let held = move || ui.in_hand() == Some(at);
    let goals = move || ui.offers.with(|offers| offers.steps.get(&at).cloned().unwrap_or_default());
    let chieftains = move || board.state.with(|state| state.player(seat).chieftains());
    let where_ = words::whereabouts(at);
    let (point, leave) = (points_at(ui, Some(at)), points_at(ui, None));
    let moves =
        move || ui.hint(|it| matches!(it, Action::Step { from, .. } if *from == at)).is_some();
    view! {
        <li class=seat_class(seat) on:pointerenter=move |_| point() on:pointerleave=move |_| leave()>
            <Symbol name="clan" size=30/>
            <div><b>{name}</b><small>{move || words::counted(count(), "clan member")}", "{where_.clone()}</small></div>
            <span class="duo">
                <button class="btn" aria-pressed=move || held().to_string() class:primary=held class:hinted=moves
                    on:click=move |_| ui.pick_up(at)>"Move"<span class="sr">{format!(" from {where_}")}</span></button>
                <Try ui action=Action::Promote(at) class="btn">
                    <Symbol name="chieftain"/>"Chieftain"
                    <small>{move || format!("{} → {}", chieftains(), chieftains() + 1)}</small><span class="sr">{format!(" of the one at {where_}")}</span>
                </Try>
            </span>
            <Show when=held>
                <div class="goals" role="group" aria-label="Where it can go">
                    <KeyedList each=goals key=|it| *it children=move |to| view! { <Goal ui from=at to/> }/>
                </div>
            </Show>
        </li>
    }
}

#[component]
fn Goal(ui: Ui, from: Place, to: Place) -> impl IntoView {
    let seat = ui.board().viewer.get_untracked();
    let there = ui.board().state.with_untracked(|state| words::tile_there(state, seat, to));
    let (point, leave) = (points_at(ui, Some(to)), points_at(ui, None));
    view! {
        <button class="btn small" class:hinted=move || ui.is_hinted(Action::Step { from, to }) on:click=move |_| ui.act(Action::Step { from, to })
            on:pointerenter=move |_| point() on:pointerleave=move |_| leave()
            on:focus=move |_| point() on:blur=move |_| leave()>
            {format!("to the {there}")}
        </button>
    }
}
