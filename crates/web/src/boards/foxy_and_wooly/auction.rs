//! The auction of a special token: a stepper for the bid, and a button to pass.

use foxy_and_wooly::Action;
use leptos::prelude::*;

use super::choice::{Large, Said};
use super::intent::Intent;
use super::offer::Preview;
use super::token::symbol;
use super::words::cubes;

/// The buttons to bid and to pass.
#[component]
pub(super) fn Auction(
    /// The player's selection.
    intent: Intent,
) -> impl IntoView {
    let token = Signal::derive(move || {
        let token = intent.board.state.with(|state| state.token());
        token.map_or_else(|| "cube-shep".to_owned(), symbol)
    });
    let bid = Signal::derive(move || intent.bid().map(Action::Bid));
    let bid_said = Memo::new(move |_| bid_said(intent));
    let pass_said = Memo::new(move |_| pass_said(intent));
    let bid_title = Signal::derive(move || match intent.bid() {
        Some(0) => "Bid nothing".to_owned(),
        Some(bid) => format!("Bid {bid}"),
        None => "Bid".to_owned(),
    });
    view! {
        <div class="bidder">
            <Stepper intent/>
            <Hinted intent/>
            <Large intent action=bid title=bid_title key="B" class="take" picture=token said=bid_said/>
        </div>
        <Large intent action=Signal::stored(Some(Action::Pass)) title=Signal::stored("Pass".to_owned()) key="P" class="pass"
            picture=Signal::stored("i-flag".to_owned()) said=pass_said/>
    }
}

#[component]
fn Stepper(intent: Intent) -> impl IntoView {
    let bids = move || {
        intent.offer.with(|offer| (offer.bids.first().copied(), offer.bids.last().copied()))
    };
    let at_low = move || intent.bid().is_none() || intent.bid() == bids().0;
    let at_high = move || intent.bid().is_none() || intent.bid() == bids().1;
    let number = move || intent.bid().map_or_else(|| "–".to_owned(), |bid| bid.to_string());
    view! {
        <div class="stepper" role="group" aria-label="Your bid">
            <button class="btn icon" aria-label="One cube less" aria-disabled=move || at_low().to_string() on:click=move |_| intent.step_bid(-1)>"−"</button>
            <output class="title" aria-live="polite">{number}<span class="sr">" cubes"</span></output>
            <button class="btn icon" aria-label="One cube more" aria-disabled=move || at_high().to_string() on:click=move |_| intent.step_bid(1)>"+"</button>
        </div>
    }
}

/// The bid of a hint, which sets the stepper.
#[component]
fn Hinted(intent: Intent) -> impl IntoView {
    let best = move || match intent.board.hints.with(|hints| hints.first().map(|hint| hint.0)) {
        Some(Action::Bid(bid)) => Some(bid),
        _ => None,
    };
    move || {
        best().map(|bid| {
            let words = if bid == 0 { "nothing".to_owned() } else { bid.to_string() };
            view! { <button class="btn hint-bid" on:click=move |_| intent.wish(bid)>"Hint: bid "{words}</button> }
        })
    }
}

fn bid_said(intent: Intent) -> Said {
    let board = intent.board;
    let Some(seat) = board.to_act.get() else { return Said::default() };
    let Some(bid) = intent.bid() else {
        let lowest = board.state.with(|state| state.lowest_bid());
        let now = intent.refusal(Action::Bid(lowest)).unwrap_or_default();
        return Said { now, ..Said::default() };
    };
    let preview = board.state.with(|state| Preview::of_winning(state, seat, bid));
    Said {
        now: format!("leaves {}", cubes(preview.cubes())),
        then: "yours if nobody goes higher".to_owned(),
        points: Some(preview.points),
        worth: Some(preview.worth),
    }
}

fn pass_said(intent: Intent) -> Said {
    let preview = intent.preview(Action::Pass);
    preview.map_or_else(Said::default, |preview| Said {
        now: "out of this auction".to_owned(),
        then: format!("{} stay in hand", cubes(preview.cubes())),
        points: Some(preview.points),
        worth: Some(preview.worth),
    })
}
