//! The panels of the other players.

use foxy_and_wooly::{FoxyAndWooly, Special};
use leptos::prelude::*;
use rules::{Game, Score, Seat, Turn};

use super::pasture::Pasture;
use super::token_art::TokenMark;
use super::words::cubes;
use crate::art::{Symbol, seat_class};
use crate::deferred::Deferred;
use crate::keyed_list::KeyedList;
use crate::signals::{after_paint, distinct_signal};
use crate::table::{BoardContext, SeatMark, seat_status};

/// The other players, clockwise from the viewer.
#[component]
pub(super) fn Others(
    /// The board's context.
    board: BoardContext<FoxyAndWooly>,
) -> impl IntoView {
    let seats = move || board.seats().into_iter().skip(1);
    view! {
        <ul class="opps" aria-label="The other pastures">
            <KeyedList each=seats key=|seat| *seat children=move |seat| view! { <Other board seat/> }/>
        </ul>
    }
}

#[component]
fn Other(board: BoardContext<FoxyAndWooly>, seat: Seat) -> impl IntoView {
    let count = move || board.state.with(|state| state.farm(seat).cubes);
    let score = score_so_far(board, Signal::derive(move || seat));
    let part = move |index: usize| {
        view! { <span>{FoxyAndWooly::INFO.parts[index].name}" "{move || score.get().parts[index]}</span> }
    };
    let parts = (0..FoxyAndWooly::INFO.parts.len()).map(part).collect_view();
    view! {
        <li class=format!("opp card {}", seat_class(seat))>
            <div class="oh">
                <SeatMark seat size=24/>
                <b class="title name">{move || board.name(seat)}</b>
                <Status board seat=Signal::derive(move || seat)/>
                <Total score/>
            </div>
            <div class="ob">
                <Deferred own_frame=true><Pasture board seat/></Deferred>
                <div class="oi">
                    <span class="cnt" data-at=format!("cubes-{seat}")>
                        <Symbol name="cube-shep" size=26/><b>{count}</b>
                        <span class="sr">{move || cubes(count()).replace(|c: char| c.is_ascii_digit(), "")}</span>
                    </span>
                    <span class="tks" data-at=format!("tokens-{seat}")>
                        <Tokens board seat/>
                    </span>
                    <div class="sums xs muted">{parts}</div>
                </div>
            </div>
        </li>
    }
}

/// The tokens of a player as symbols.
#[component]
fn Tokens(board: BoardContext<FoxyAndWooly>, seat: Seat) -> impl IntoView {
    let held = move || {
        let farm = board.state.with(|state| *state.farm(seat));
        Special::ALL
            .into_iter()
            .flat_map(move |special| (0..farm.has(special)).map(move |copy| (special, copy)))
    };
    view! {
        <KeyedList each=held key=|(special, copy)| (special.index(), *copy) children=|(special, _)| {
            view! { <TokenMark token=special.token() size=38/> }
        }/>
    }
}

/// The status of a seat, as a pill.
#[component]
pub(super) fn Status(
    /// The board's context.
    board: BoardContext<FoxyAndWooly>,
    /// The seat.
    seat: Signal<Seat>,
) -> impl IntoView {
    let text = distinct_signal(move || {
        let seat = seat.get();
        seat_status(board, seat).or_else(|| {
            board.state.with(|state| standing(state, seat)).map(|words| ("pill", words))
        })
    });
    let class = move || text.with(|text| text.as_ref().map_or("", |(class, _)| class));
    let words = move || text.with(|text| text.as_ref().map(|(_, words)| words.clone()));
    view! { <span class=class hidden=move || text.with(Option::is_none)>{words}</span> }
}

/// The status of a seat in the auction.
fn standing(state: &FoxyAndWooly, seat: Seat) -> Option<String> {
    let auction = state.auction();
    state.token()?;
    if auction.passed.contains(seat) {
        return Some("passed".to_owned());
    }
    if let Some(bid) = auction.bid.filter(|bid| bid.seat == seat) {
        return Some(format!("bids {}", bid.cubes));
    }
    let mut next = auction.to_act.left(state.players());
    while auction.passed.contains(next) && next != auction.to_act {
        next = next.left(state.players());
    }
    (matches!(state.turn(), Turn::Seats(_)) && next == seat).then(|| "next".to_owned())
}

/// A seat's score if the game ended now. It is computed after the action has been painted.
pub(super) fn score_so_far(
    board: BoardContext<FoxyAndWooly>,
    seat: Signal<Seat>,
) -> ReadSignal<Score> {
    let changed = move || {
        board.state.track();
        seat.track();
    };
    after_paint(changed, move || board.state.with(|state| state.score_if_it_ended(seat.get())))
}

/// The total of a score.
#[component]
pub(super) fn Total(
    /// The score so far.
    score: ReadSignal<Score>,
) -> impl IntoView {
    let total = move || score.get().total();
    view! { <b class="tot title" title="Points if it ended now">{total}<span class="sr">" points if it ended now"</span></b> }
}
