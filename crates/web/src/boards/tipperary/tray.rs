//! The tray under the county: the pieces, the orientation, and the button to place a piece.

use leptos::prelude::*;
use tipperary::{Action, Orientation, Tipperary};

use super::aim::{Aim, Found};
use super::ghost::IDEAS;
use super::offer::{Piece, button_words};
use super::pointer::Pointer;
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
    aim: Aim,
    /// The pointer that can drag pieces out of the tray.
    pointer: Pointer,
) -> impl IntoView {
    let pieces = move || {
        aim.offers.with(|offers| offers.pieces.iter().copied().enumerate().collect::<Vec<_>>())
    };
    let buttons = move || {
        aim.offers.with(|offers| {
            let first = offers.pieces.len() + 1;
            offers.buttons.iter().copied().zip(first..).collect::<Vec<_>>()
        })
    };
    let turns = move || aim.piece.get().is_some_and(Piece::turns);
    let holds = move || aim.piece.get().is_some();
    let idle =
        move || aim.offers.with(|offers| offers.pieces.is_empty() && offers.buttons.is_empty());
    view! {
        <div class="acts" class:idle=idle>
            <div class="picks" role="group" aria-label="What you can place">
                <Deferred rich=true><KeyedList each=pieces key=|pick| *pick
                    children=move |(place, piece)| view! { <Pick board aim pointer place piece/> }/></Deferred>
            </div>
            <div class="turns" class:off=move || !turns()>
                <button class="btn" disabled=move || !turns()
                    on:click=move |_| aim.lay(Orientation::turned)>
                    <Symbol name="i-rotate"/><span class="word">"Turn"</span>" "<kbd class="hide-s">"R"</kbd>
                </button>
                <button class="btn" disabled=move || !turns()
                    on:click=move |_| aim.lay(Orientation::flipped)>
                    <Symbol name="i-flip"/><span class="word">"Flip"</span>" "<kbd class="hide-s">"F"</kbd>
                </button>
            </div>
            <Deferred>
                <KeyedList each=buttons key=|button| *button
                    children=move |(action, key)| view! { <Plain board aim action key/> }/>
                <Show when=holds><Go aim/></Show>
            </Deferred>
        </div>
    }
}

/// A piece that can be selected.
#[component]
fn Pick(
    board: BoardContext<Tipperary>,
    aim: Aim,
    pointer: Pointer,
    place: usize,
    piece: Piece,
) -> impl IntoView {
    let edge = if matches!(piece, Piece::Bonus(_)) { "tb bonus" } else { "tb" };
    let held = Memo::new(move |_| aim.piece.get() == Some(piece));
    let lies = Memo::new(
        move |_| if held.get() { aim.orientation.get() } else { Orientation::AS_PRINTED },
    );
    let drawn =
        move || board.state.with_untracked(|game| picture(&piece.spaces(game, lies.get()), edge));
    let shows = board.state.with_untracked(|game| piece.shows(game, false));
    let name = move || match aim.offers.with(|offers| offers.left) {
        left @ 2.. if !piece.turns() => format!("{} × {left}", piece.name()),
        _ => piece.name(),
    };
    view! {
        <button class="pick" class:on=held aria-pressed=move || held.get().to_string()
            on:click=move |event| pointer.choose(&event, piece)
            on:pointerdown=move |event| pointer.down_on_tray(&event, piece)>
            <kbd class="hide-s">{place + 1}</kbd>
            {drawn}
            <span class="xs">{name}<span class="sr">": "{shows}</span></span>
        </button>
    }
}

/// The button of an action without a position.
#[component]
fn Plain(board: BoardContext<Tipperary>, aim: Aim, action: Action, key: usize) -> impl IntoView {
    let (symbol, words) = button_words(action);
    let only = move || aim.offers.with(|offers| offers.pieces.is_empty());
    let advised =
        move || board.hints.with(|hints| hints.first().is_some_and(|hint| hint.0 == action));
    view! {
        <button class="btn plain" class:primary=only class:advised=advised on:click=move |_| board.act(action)>
            <Symbol name=symbol.to_owned()/><span>{words}</span>" "<kbd class="hide-s">{key}</kbd>
        </button>
    }
}

/// The button that places the piece where it is held.
#[component]
fn Go(aim: Aim) -> impl IntoView {
    let refused = move || aim.found.with(|found| matches!(found, Some(Found::Refused(_))));
    let words = move || match aim.found.with(Option::is_some) {
        true if refused() => "Not here",
        true => "Place here",
        false => "Find a place",
    };
    view! {
        <button class="btn primary go" aria-disabled=move || refused().to_string() on:click=move |_| aim.confirm()>
            <Symbol name=Signal::derive(move || if refused() { "i-flag" } else { "i-check" }.to_owned())/>
            {words}
        </button>
    }
}

/// The placements of a hint as buttons that select them.
#[component]
pub(super) fn Ideas(
    /// The board's context.
    board: BoardContext<Tipperary>,
    /// The player's selection.
    aim: Aim,
) -> impl IntoView {
    let ideas = move || board.hints.get().into_iter().take(IDEAS).enumerate().collect::<Vec<_>>();
    let words = move |rank: usize, action: Action, share: f64| {
        let what = board.to_act.get_untracked().and_then(|seat| {
            board
                .state
                .with_untracked(|game| Piece::of(game, seat, action))
                .map(|(piece, ..)| piece.name())
        });
        let what = what.unwrap_or_else(|| button_words(action).1.to_owned());
        let share = format!(" · {:.0} %", share * 100.0);
        view! { {format!("{}. {what}", rank + 1)}<span class="share">{share}</span> }
    };
    let idea = move |(rank, (action, share)): (usize, (Action, f64))| {
        view! {
            <li><button class="btn idea-b" title="Show it on the board" on:click=move |_| aim.take_advice(action)>
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
