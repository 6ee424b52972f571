//! The auction of a special token: a stepper for the bid, and a button to pass.

use foxy_and_wooly::Action;
use leptos::prelude::*;

use super::decision::{ButtonText, LargeButton};
use super::offers::Preview;
use super::selection::Selection;
use super::token_art::symbol;
use super::words::cubes;

/// The buttons to bid and to pass.
#[component]
pub(super) fn Auction(
    /// The player's selection.
    selection: Selection,
) -> impl IntoView {
    let token = Signal::derive(move || {
        let token = selection.board.state.with(|state| state.token());
        token.map_or_else(|| "cube-shep".to_owned(), symbol)
    });
    let bid = Signal::derive(move || selection.bid().map(Action::Bid));
    let bid_text = Memo::new(move |_| bid_text(selection));
    let pass_text = Memo::new(move |_| pass_text(selection));
    let bid_title = Signal::derive(move || match selection.bid() {
        Some(0) => "Bid nothing".to_owned(),
        Some(bid) => format!("Bid {bid}"),
        None => "Bid".to_owned(),
    });
    view! {
        <div class="bidder">
            <Stepper selection/>
            <HintedBid selection/>
            <LargeButton selection action=bid title=bid_title key="B" class="take" picture=token text=bid_text/>
        </div>
        <LargeButton selection action=Signal::stored(Some(Action::Pass)) title=Signal::stored("Pass".to_owned()) key="P" class="pass"
            picture=Signal::stored("i-flag".to_owned()) text=pass_text/>
    }
}

#[component]
fn Stepper(selection: Selection) -> impl IntoView {
    let bids = move || {
        selection.offers.with(|offers| (offers.bids.first().copied(), offers.bids.last().copied()))
    };
    let is_lowest = move || selection.bid().is_none() || selection.bid() == bids().0;
    let is_highest = move || selection.bid().is_none() || selection.bid() == bids().1;
    let number = move || selection.bid().map_or_else(|| "–".to_owned(), |bid| bid.to_string());
    view! {
        <div class="stepper" role="group" aria-label="Your bid">
            <button class="btn icon" aria-label="One cube less" aria-disabled=move || is_lowest().to_string() on:click=move |_| selection.step_bid(-1)>"−"</button>
            <output class="title" aria-live="polite">{number}<span class="sr">" cubes"</span></output>
            <button class="btn icon" aria-label="One cube more" aria-disabled=move || is_highest().to_string() on:click=move |_| selection.step_bid(1)>"+"</button>
        </div>
    }
}

/// The bid of a hint, which sets the stepper.
#[component]
fn HintedBid(selection: Selection) -> impl IntoView {
    let best = move || match selection.board.hints.with(|hints| hints.first().map(|hint| hint.0)) {
        Some(Action::Bid(bid)) => Some(bid),
        _ => None,
    };
    move || {
        best().map(|bid| {
            let words = if bid == 0 { "nothing".to_owned() } else { bid.to_string() };
            view! { <button class="btn hint-bid" on:click=move |_| selection.set_bid(bid)>"Hint: bid "{words}</button> }
        })
    }
}

fn bid_text(selection: Selection) -> ButtonText {
    let board = selection.board;
    let Some(seat) = board.to_act.get() else { return ButtonText::default() };
    let Some(bid) = selection.bid() else {
        let lowest = board.state.with(|state| state.lowest_bid());
        let now = selection.refusal(Action::Bid(lowest)).unwrap_or_default();
        return ButtonText { now, ..ButtonText::default() };
    };
    let preview = board.state.with(|state| Preview::of_winning_bid(state, seat, bid));
    ButtonText {
        now: format!("leaves {}", cubes(preview.cubes())),
        then: "yours if nobody goes higher".to_owned(),
        points: Some(preview.points),
        worth: Some(preview.value),
    }
}

fn pass_text(selection: Selection) -> ButtonText {
    let preview = selection.preview(Action::Pass);
    preview.map_or_else(ButtonText::default, |preview| ButtonText {
        now: "out of this auction".to_owned(),
        then: format!("{} stay in hand", cubes(preview.cubes())),
        points: Some(preview.points),
        worth: Some(preview.value),
    })
}
