//! The players of a table in one line: connected or away, to act or not, and their clocks.

use leptos::prelude::*;
use rules::{Seat, Turn};
use wire::table::{Stage, Table as Followed};

use super::Online;
use super::clock::{Clock, ticking};
use crate::table::SeatMark;

/// The players.
#[component]
pub(super) fn People(
    /// The table.
    online: Online,
) -> impl IntoView {
    let seats = untrack(|| online.with(|table| table.seated().len())).unwrap_or_default() as u8;
    let now = untrack(|| ticking(online));
    let row = move |seat| view! { <PersonAt online seat now/> };
    view! { <ul class="people" aria-label="Players">{Seat::all(seats).map(row).collect_view()}</ul> }
}

#[component]
fn PersonAt(online: Online, seat: Seat, now: Signal<f64>) -> impl IntoView {
    let player = Memo::new(move |_| super::play::player(online, seat));
    let acts = Memo::new(move |_| online.with(|table| is_to_act(table, seat)).unwrap_or_default());
    let mine = move || online.own_seats().contains(&seat);
    let status = move || match (acts.get(), mine()) {
        (true, true) => Some("your turn"),
        (true, false) => Some("thinking"),
        (false, _) => None,
    };
    view! {
        <li class:acts=move || acts.get()>
            <SeatMark seat size=18/>
            <span class="dot" class:here=move || online.is_here(seat) aria-hidden="true"></span>
            <b>{move || player.get().name}</b>
            <span class="xs">{move || player.get().kind}</span>
            <Clock online seat now/>
            {move || status().map(|status| view! { <span class="pill" class:hint=mine>{status}</span> })}
        </li>
    }
}

fn is_to_act(table: &Followed, seat: Seat) -> bool {
    table.stage() == Stage::Playing
        && matches!(table.turn(), Turn::Seats(seats) if seats.contains(seat))
}
