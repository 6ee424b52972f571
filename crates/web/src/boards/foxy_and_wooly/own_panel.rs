//! The viewer's panel: pasture, shepherds, tokens and their use, and the score so far.

use foxy_and_wooly::{Direction, FoxyAndWooly, Special};
use leptos::prelude::*;
use rules::{Game, Score};

use super::offers::SheepMove;
use super::others::{Status, Total, score_so_far};
use super::pasture::OwnPasture;
use super::selection::Selection;
use super::token_art::TokenMark;
use super::words::{capitalised, cubes, special_title};
use crate::art::{Symbol, seat_class};
use crate::deferred::Deferred;
use crate::keyed_list::KeyedList;
use crate::table::SeatMark;

/// From this number on, cubes are drawn smaller.
const SMALL_FROM: u8 = 12;

/// The viewer's panel.
#[component]
pub(super) fn OwnPanel(
    /// The player's selection.
    selection: Selection,
) -> impl IntoView {
    let board = selection.board;
    let title = move || match board.table.own_seats.with(Vec::len) {
        1 => "Your pasture".to_owned(),
        _ => format!("{}’s pasture", board.name(board.viewer.get())),
    };
    let score = score_so_far(board, board.viewer.into());
    view! {
        <section class=move || format!("mine card {}", seat_class(board.viewer.get())) aria-label=title>
            <div class="panel-h">
                {move || view! { <SeatMark seat=board.viewer.get() size=26/> }}
                <h2>{title}</h2>
                <Status board seat=board.viewer.into()/>
                <Total score/>
            </div>
            <div class="mb">
                <div class="land">
                    <OwnPasture selection/>
                    <p class="why" class:no=move || selection.refusal_reason().is_some() role="status">{move || status_text(selection)}</p>
                </div>
                <div class="hand">
                    <Deferred><Shepherds selection/></Deferred>
                    <Deferred><Tokens selection/></Deferred>
                    <Deferred><Parts score/></Deferred>
                </div>
            </div>
        </section>
    }
}

/// Why something is refused, or what to do with the selected sheep.
fn status_text(selection: Selection) -> String {
    selection.refusal_reason().unwrap_or_else(|| match selection.selected_sheep() {
        Some(slot) => format!("Now choose where the sheep on {slot} goes."),
        None => String::new(),
    })
}

#[component]
fn Shepherds(selection: Selection) -> impl IntoView {
    let board = selection.board;
    let count = Memo::new(move |_| {
        let seat = board.viewer.get();
        board.state.with(|state| state.farm(seat).cubes)
    });
    view! {
        <div>
            <h3>"Shepherds"</h3>
            <div class="cr" data-at=move || format!("cubes-{}", board.viewer.get())>
                <b class="title n" aria-hidden="true">{count}</b>
                <span class="cubes" class:many=move || { count.get() > SMALL_FROM } role="img" aria-label=move || cubes(count.get())>
                    <KeyedList each=move || 0..count.get() key=|cube| *cube children=|_| view! { <Symbol name="cube-shep"/> }/>
                </span>
            </div>
        </div>
    }
}

#[component]
fn Tokens(selection: Selection) -> impl IntoView {
    let board = selection.board;
    let held = move || {
        let seat = board.viewer.get();
        let farm = board.state.with(|state| *state.farm(seat));
        let held = Special::ALL.into_iter().map(move |special| (special, farm.has(special)));
        held.filter(|(_, copies)| *copies > 0).collect::<Vec<_>>()
    };
    view! {
        <div data-at=move || format!("tokens-{}", board.viewer.get())>
            <h3>"Tokens"</h3>
            <ul class="htk">
                <KeyedList each=held key=|(special, copies)| (special.index(), *copies) children=move |(special, copies)| {
                    view! { <HeldToken selection special copies/> }
                }/>
            </ul>
            <Show when=move || held().is_empty()><p class="small muted">"None. Bid for one when it comes."</p></Show>
        </div>
    }
}

#[component]
fn HeldToken(selection: Selection, special: Special, copies: u8) -> impl IntoView {
    let name = match copies {
        1 => special_title(special),
        _ => format!("{} ×{copies}", special_title(special)),
    };
    let moves = match special {
        Special::Move(direction) => view! { <SheepMoves selection direction/> }.into_any(),
        Special::Gun => {
            view! { <small class="muted">"Take a numbered wolf with it"</small> }.into_any()
        }
        Special::Steal => {
            view! { <small class="muted">"Use it when a wolf comes"</small> }.into_any()
        }
        _ => view! { <small class="muted">"Counts at the end"</small> }.into_any(),
    };
    view! {
        <li>
            <TokenMark token=special.token() size=48/>
            <div><b>{name}</b><small class="muted">{capitalised(special.describe())}</small>{moves}</div>
        </li>
    }
}

/// The moves that a move token makes possible, as buttons.
#[component]
fn SheepMoves(selection: Selection, direction: Direction) -> impl IntoView {
    let moves = Memo::new(move |_| {
        selection.offers.with(|offers| {
            let own = offers.moves.iter().copied().filter(|way| way.direction == direction);
            own.collect::<Vec<_>>()
        })
    });
    let none = move || match selection.board.to_act.get() {
        Some(_) => "No sheep can go that way now.",
        None => "On your turn: tap a sheep, then where it goes.",
    };
    view! {
        <Show when=move || moves.with(|moves| !moves.is_empty()) fallback=move || view! { <small class="muted">{none}</small> }>
            <small class="muted">"Tap a sheep on the pasture, or:"</small>
            <div class="ways">
                <KeyedList each=move || moves.get() key=|way| *way children=move |way| view! { <SheepMoveButton selection way/> }/>
            </div>
        </Show>
    }
}

#[component]
fn SheepMoveButton(selection: Selection, way: SheepMove) -> impl IntoView {
    let SheepMove { from, to, .. } = way;
    let points = Memo::new(move |_| selection.preview(way.action()).map(|preview| preview.points));
    let change = move || points.get().map(|(before, after)| format!("{before} → {after}"));
    let hinted = move || selection.hint(way.action()).is_some_and(|(_, best)| best);
    view! {
        <button class="btn" class:hinted=hinted on:click=move |_| selection.act(way.action())>
            <span>{format!("{from} to {to}")}</span>
            <small class="muted">{change}</small>
            <span class="sr">" points if it ended now"</span>
        </button>
    }
}

#[component]
fn Parts(score: ReadSignal<Score>) -> impl IntoView {
    let part = move |index: usize| {
        let info = &FoxyAndWooly::INFO.parts[index];
        view! { <div title=info.title><dt>{info.name}</dt><dd>{move || score.get().parts[index]}</dd></div> }
    };
    view! { <dl class="parts">{(0..FoxyAndWooly::INFO.parts.len()).map(part).collect_view()}</dl> }
}
