//! The tray under the county: the pieces, the orientation, and the button to place a piece.

use leptos::prelude::*;
use tipperary::{Action, Orientation, Tipperary};

use super::offers::{Piece, button_label};
use super::overlays::MAX_HINTS;
use super::pointer::Pointer;
use super::selection::{PlacementPreview, Selection};
use super::tile::picture;
use crate::art::Symbol;
use crate::deferred::Deferred;
use crate::keyed_list::KeyedList;
use crate::table::BoardContext;

/// The tray.
#[component]
pub(super) fn Tray(
    /// The board's context.
    board: BoardContext<Tipperary>,
    /// The player's selection.
    selection: Selection,
    /// The pointer that can drag pieces out of the tray.
    pointer: Pointer,
) -> impl IntoView {
    let pieces = move || {
        selection
            .offers
            .with(|offers| offers.pieces.iter().copied().enumerate().collect::<Vec<_>>())
    };
    let buttons = move || {
        selection.offers.with(|offers| {
            let first = offers.pieces.len() + 1;
            offers.buttons.iter().copied().zip(first..).collect::<Vec<_>>()
        })
    };
    let turns = move || selection.piece.get().is_some_and(Piece::can_turn);
    let has_piece = move || selection.piece.get().is_some();
    let idle = move || {
        selection.offers.with(|offers| offers.pieces.is_empty() && offers.buttons.is_empty())
    };
    view! {
        <div class="acts" class:idle=idle>
            <div class="picks" role="group" aria-label="What you can place">
                <Deferred own_frame=true><KeyedList each=pieces key=|pick| *pick
                    children=move |(index, piece)| view! { <PieceButton board selection pointer index piece/> }/></Deferred>
            </div>
            <div class="turns" class:off=move || !turns()>
                <button class="btn" disabled=move || !turns()
                    on:click=move |_| selection.reorient(Orientation::turned)>
                    <Symbol name="i-rotate"/><span class="word">"Turn"</span>" "<kbd class="hide-s">"R"</kbd>
                </button>
                <button class="btn" disabled=move || !turns()
                    on:click=move |_| selection.reorient(Orientation::flipped)>
                    <Symbol name="i-flip"/><span class="word">"Flip"</span>" "<kbd class="hide-s">"F"</kbd>
                </button>
            </div>
            <Deferred>
                <KeyedList each=buttons key=|button| *button
                    children=move |(action, key)| view! { <ActionButton board selection action key/> }/>
                <Show when=has_piece><PlaceButton selection/></Show>
            </Deferred>
        </div>
    }
}

/// A piece that can be selected.
#[component]
fn PieceButton(
    board: BoardContext<Tipperary>,
    selection: Selection,
    pointer: Pointer,
    index: usize,
    piece: Piece,
) -> impl IntoView {
    let edge = if matches!(piece, Piece::Bonus(_)) { "tb bonus" } else { "tb" };
    let is_selected = Memo::new(move |_| selection.piece.get() == Some(piece));
    let orientation = Memo::new(move |_| {
        if is_selected.get() { selection.orientation.get() } else { Orientation::AS_PRINTED }
    });
    let piece_picture = move || {
        board.state.with_untracked(|game| picture(&piece.spaces(game, orientation.get()), edge))
    };
    let shows = board.state.with_untracked(|game| piece.description(game, false));
    let name = move || match selection.offers.with(|offers| offers.left) {
        left @ 2.. if !piece.can_turn() => format!("{} × {left}", piece.name()),
        _ => piece.name(),
    };
    view! {
        <button class="pick" class:on=is_selected aria-pressed=move || is_selected.get().to_string()
            on:click=move |event| pointer.on_tray_click(&event, piece)
            on:pointerdown=move |event| pointer.on_tray_press(&event, piece)>
            <kbd class="hide-s">{index + 1}</kbd>
            {piece_picture}
            <span class="xs">{name}<span class="sr">": "{shows}</span></span>
        </button>
    }
}

/// The button of an action without a position.
#[component]
fn ActionButton(
    board: BoardContext<Tipperary>,
    selection: Selection,
    action: Action,
    key: usize,
) -> impl IntoView {
    let (symbol, words) = button_label(action);
    let is_only_choice = move || selection.offers.with(|offers| offers.pieces.is_empty());
    let is_hinted =
        move || board.hints.with(|hints| hints.first().is_some_and(|hint| hint.0 == action));
    view! {
        <button class="btn plain" class:primary=is_only_choice class:advised=is_hinted on:click=move |_| board.act(action)>
            <Symbol name=symbol.to_owned()/><span>{words}</span>" "<kbd class="hide-s">{key}</kbd>
        </button>
    }
}

/// The button that places the piece where it is held.
#[component]
fn PlaceButton(selection: Selection) -> impl IntoView {
    let is_refused =
        move || selection.preview.with(|found| matches!(found, Some(PlacementPreview::Refused(_))));
    let words = move || match selection.preview.with(Option::is_some) {
        true if is_refused() => "Not here",
        true => "Place here",
        false => "Find a place",
    };
    view! {
        <button class="btn primary go" aria-disabled=move || is_refused().to_string() on:click=move |_| selection.confirm()>
            <Symbol name=Signal::derive(move || if is_refused() { "i-flag" } else { "i-check" }.to_owned())/>
            {words}
        </button>
    }
}

/// The placements of a hint as buttons that select them.
#[component]
pub(super) fn HintButtons(
    /// The board's context.
    board: BoardContext<Tipperary>,
    /// The player's selection.
    selection: Selection,
) -> impl IntoView {
    let ideas =
        move || board.hints.get().into_iter().take(MAX_HINTS).enumerate().collect::<Vec<_>>();
    let words = move |rank: usize, action: Action, share: f64| {
        let name = board.to_act.get_untracked().and_then(|seat| {
            board
                .state
                .with_untracked(|game| Piece::of(game, seat, action))
                .map(|(piece, ..)| piece.name())
        });
        let name = name.unwrap_or_else(|| button_label(action).1.to_owned());
        let share = format!(" · {:.0} %", share * 100.0);
        view! { {format!("{}. {name}", rank + 1)}<span class="share">{share}</span> }
    };
    let idea = move |(rank, (action, share)): (usize, (Action, f64))| {
        view! {
            <li><button class="btn idea-b" title="Show it on the board" on:click=move |_| selection.select_hinted(action)>
                {words(rank, action, share)}
            </button></li>
        }
    };
    view! {
        <Show when=move || board.hints.with(|hints| !hints.is_empty())>
            <ul class="idea-row" aria-label="What you could do, the best first">
                {move || ideas().into_iter().map(idea).collect_view()}
            </ul>
        </Show>
    }
}
