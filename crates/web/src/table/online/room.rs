//! The room before the game: seats, settings, the link to share, and the start.

use leptos::prelude::*;
use rules::{Seat, join_names};
use wire::id::PersonId;
use wire::table::{Command, SeatSpec, Table as FollowedTable};

use super::qr_code::qr_code;
use super::spec_list::SpecList;
use super::{ChatBox, ConnectionNotice, OnlineTable};
use crate::art::Symbol;
use crate::browser;
use crate::guest_name::GuestName;
use crate::table::SeatMark;
use crate::top_bar::TopBar;

/// A table whose game has not begun.
#[component]
pub(crate) fn Room(
    /// The table.
    online: OnlineTable,
) -> impl IntoView {
    let (seats, summary) = untrack(|| {
        online.with(|table| (table.seated().len() as u8, table.game().id().info().summary))
    })
    .unwrap_or_default();
    view! {
        <TopBar/>
        <ConnectionNotice/>
        <main class="page wide room">
            <h1>{move || online.title()}</h1>
            <p class="muted">{summary}</p>
            <p class="say" role="status">{move || prompt(online)}</p>
            <p role="alert" class="wrong">{move || online.notice()}</p>
            <div class="room-cols">
                <section class="box card" aria-label="Seats">
                    <h2>"Seats"</h2>
                    <ul class="seats">{Seat::all(seats).map(|seat| view! { <SeatRow online seat/> }).collect_view()}</ul>
                    <RoomButtons online/>
                    <GuestName/>
                </section>
                <section class="box card" aria-label="Invite">
                    <h2>"Invite friends"</h2>
                    <ShareLink/>
                    <h3>"How we play"</h3>
                    <SpecList online/>
                </section>
                <ChatBox online is_drawer=false/>
            </div>
        </main>
    }
}

/// The sentence that says what to do.
fn prompt(online: OnlineTable) -> String {
    let free_count = free_seats(online).len();
    match (online.is_seated(), free_count) {
        (false, 0) => "Every seat is taken: you can watch.".to_owned(),
        (false, _) => "Take a seat to play.".to_owned(),
        (true, 0) => waiting_for(online),
        (true, 1) => "One seat is still free: send somebody the link.".to_owned(),
        (true, free_count) => {
            format!("{free_count} seats are still free: send your friends the link.")
        }
    }
}

/// What a full table waits for.
fn waiting_for(online: OnlineTable) -> String {
    let me = online.me.id();
    let unready_people = unready_people(online);
    if unready_people.iter().all(|person| Some(person) == me.as_ref()) {
        let others =
            if has_other_people(online) { "Everyone else is ready" } else { "Everyone is here" };
        return format!("{others}: start the game.");
    }
    // The person at this page is named first.
    let (own, others): (Vec<_>, Vec<_>) =
        unready_people.into_iter().partition(|person| Some(person) == me.as_ref());
    let own = own.iter().map(|_| "you".to_owned());
    let names: Vec<String> = own.chain(others.iter().map(|person| online.name(person))).collect();
    format!("Waiting for {} to be ready.", join_names(&names))
}

/// The people at the table who are not ready.
fn unready_people(online: OnlineTable) -> Vec<PersonId> {
    online.with(|table| table.unready().into_iter().cloned().collect()).unwrap_or_default()
}

/// Whether other people can play.
fn has_other_people(online: OnlineTable) -> bool {
    let for_people = |table: &FollowedTable| {
        table.spec().seats.iter().filter(|seat| seat.is_for_person()).count()
    };
    online.with(for_people).unwrap_or_default() > online.own_seats().len()
}

/// The free seats for people.
fn free_seats(online: OnlineTable) -> Vec<Seat> {
    let free_seats = online.with(|table| {
        let seats = table.spec().seats.iter().zip(table.seated()).enumerate();
        let free_seats =
            seats.filter(|(_, (spec, seated))| spec.is_for_person() && seated.is_none());
        free_seats.map(|(index, _)| Seat::from_index(index)).collect()
    });
    free_seats.unwrap_or_default()
}

#[component]
fn SeatRow(online: OnlineTable, seat: Seat) -> impl IntoView {
    let occupant = move || {
        online.with(|table| {
            match (&table.spec().seats[seat.index()], &table.seated()[seat.index()]) {
                (SeatSpec::Bot { level }, _) => format!("Bot of level {level}"),
                (_, Some(person)) => online.name(person),
                (SeatSpec::Person { kept_for: Some(person) }, None) => {
                    format!("Kept for {}", online.name(person))
                }
                (_, None) => "Free".to_owned(),
            }
        })
    };
    let is_mine = move || online.own_seats().contains(&seat);
    let is_ready = move || {
        let is_ready = |table: &FollowedTable| match &table.seated()[seat.index()] {
            Some(person) => table.is_ready(person),
            None => !table.spec().seats[seat.index()].is_for_person(),
        };
        online.with(is_ready).unwrap_or_default()
    };
    let is_free = move || !online.is_seated() && free_seats(online).contains(&seat);
    view! {
        <li>
            <SeatMark seat/>
            <span class="who">{occupant}</span>
            <Show when=is_mine><span class="pill hint mine">"you"</span></Show>
            <Show when=move || !is_mine() && online.is_here(seat)><span class="pill">"here"</span></Show>
            <Show when=is_ready><span class="pill gain ready"><Symbol name="i-check"/>"ready"</span></Show>
            <Show when=is_free>
                <button class="btn small" on:click=move |_| online.sit_down(Some(seat))>"Sit here"<span class="sr">", seat "{seat.number()}</span></button>
            </Show>
        </li>
    }
}

#[component]
fn RoomButtons(online: OnlineTable) -> impl IntoView {
    let can_join = move || !online.is_seated() && !free_seats(online).is_empty();
    let may_start = move || {
        online.me.id().is_some_and(|me| online.with(|table| table.may_start(&me)) == Some(true))
    };
    let can_start = move || online.is_seated() && free_seats(online).is_empty() && may_start();
    let others_ready = Memo::new(move |_| {
        let me = online.me.id();
        unready_people(online).iter().all(|person| Some(person) == me.as_ref())
    });
    let is_ready = Memo::new(move |_| {
        online.me.id().is_some_and(|me| online.with(|table| table.is_ready(&me)) == Some(true))
    });
    // Only one button is the primary one.
    let ready_is_primary = move || !(is_ready.get() || can_start() && others_ready.get());
    let toggle_ready = move |_| online.command(Command::Ready { yes: !is_ready.get_untracked() });
    view! {
        <div class="row">
            <Show when=can_join>
                <button class="btn primary join" on:click=move |_| online.sit_down(None)>"Take a seat"</button>
            </Show>
            <Show when=move || online.is_seated()>
                <Show when=move || has_other_people(online)>
                    <button class="btn ready" class:primary=ready_is_primary on:click=toggle_ready>
                        {move || if is_ready.get() { "Not ready after all" } else { "I am ready" }}
                    </button>
                </Show>
                <Show when=can_start>
                    <button class="btn start" class:primary=move || others_ready.get() on:click=move |_| online.command(Command::Start)>
                        {move || if others_ready.get() { "Start the game" } else { "Start anyway" }}
                    </button>
                </Show>
                <button class="btn quiet" on:click=move |_| online.command(Command::Leave)>"Stand up"</button>
            </Show>
        </div>
    }
}

/// The link to the table, as text and as a QR code.
#[component]
fn ShareLink() -> impl IntoView {
    let address = browser::window().location().href().unwrap_or_default();
    let copied = RwSignal::new(false);
    let link = address.clone();
    let copy = move |_| {
        // If the browser forbids it, the link can be copied by hand.
        let _ = browser::window().navigator().clipboard().write_text(&link);
        copied.set(true);
    };
    view! {
        <div class="share">
            <input readonly aria-label="Link to this table" prop:value=address.clone()/>
            <button class="btn" on:click=copy>
                <Symbol name="i-link"/>{move || if copied.get() { "Copied" } else { "Copy link" }}
            </button>
        </div>
        <details><summary>"QR code for a phone"</summary>{qr_code(&address)}</details>
    }
}
