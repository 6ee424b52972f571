//! The players of a table in one line: connected or away, to act or not, and their clocks.

use leptos::prelude::*;
use rules::{Seat, Turn};
use wire::table::{Stage, Table as FollowedTable};

use super::OnlineTable;
use super::clock::{Clock, current_time};
use crate::table::SeatMark;

/// The players.
#[component]
pub(super) fn PlayerStrip(
    /// The table.
    online: OnlineTable,
) -> impl IntoView {
    let seats = untrack(|| online.with(|table| table.seated().len())).unwrap_or_default() as u8;
    let now = untrack(|| current_time(online));
    let row = move |seat| view! { <PlayerItem online seat now/> };
    view! { <ul class="people" aria-label="Players">{Seat::all(seats).map(row).collect_view()}</ul> }
}

#[component]
fn PlayerItem(online: OnlineTable, seat: Seat, now: Signal<f64>) -> impl IntoView {
    let player = Memo::new(move |_| super::game::player_label(online, seat));
    let is_to_act_now =
        Memo::new(move |_| online.with(|table| is_to_act(table, seat)).unwrap_or_default());
    let is_mine = move || online.own_seats().contains(&seat);
    let status = move || match (is_to_act_now.get(), is_mine()) {
        (true, true) => Some("your turn"),
        (true, false) => Some("thinking"),
        (false, _) => None,
    };
    view! {
        <li class:acts=move || is_to_act_now.get()>
            <SeatMark seat size=18/>
            <span class="dot" class:here=move || online.is_here(seat) aria-hidden="true"></span>
            <b>{move || player.get().name}</b>
            <span class="xs">{move || player.get().kind}</span>
            <Clock online seat now/>
            {move || status().map(|status| view! { <span class="pill" class:hint=is_mine>{status}</span> })}
        </li>
    }
}

fn is_to_act(table: &FollowedTable, seat: Seat) -> bool {
    table.stage() == Stage::Playing
        && matches!(table.turn(), Turn::Seats(seats) if seats.contains(seat))
}
