//! The room before the game: seats, settings, the link to share, and the start.

use leptos::prelude::*;
use rules::{Seat, listed};
use wire::id::PersonId;
use wire::table::{Command, SeatSpec, Table as Followed};

use super::qr::qr_code;
use super::settings::Settings;
use super::{ChatBox, Connection, Online};
use crate::app::TopBar;
use crate::art::Symbol;
use crate::browser;
use crate::pages::GuestName;
use crate::table::SeatMark;

/// A table whose game has not begun.
#[component]
pub(crate) fn Room(
    /// The table.
    online: Online,
) -> impl IntoView {
    let (seats, summary) = untrack(|| {
        online.with(|table| (table.seated().len() as u8, table.game().id().info().summary))
    })
    .unwrap_or_default();
    view! {
        <TopBar/>
        <Connection/>
        <main class="page wide room">
            <h1>{move || online.title()}</h1>
            <p class="muted">{summary}</p>
            <p class="say" role="status">{move || to_do(online)}</p>
            <p role="alert" class="wrong">{move || online.said()}</p>
            <div class="room-cols">
                <section class="box card" aria-label="Seats">
                    <h2>"Seats"</h2>
                    <ul class="seats">{Seat::all(seats).map(|seat| view! { <SeatRow online seat/> }).collect_view()}</ul>
                    <Buttons online/>
                    <GuestName/>
                </section>
                <section class="box card" aria-label="Invite">
                    <h2>"Invite friends"</h2>
                    <Share/>
                    <h3>"How we play"</h3>
                    <Settings online/>
                </section>
                <ChatBox online drawer=false/>
            </div>
        </main>
    }
}

/// The sentence that says what to do.
fn to_do(online: Online) -> String {
    let empty = empty_seats(online).len();
    match (online.sits(), empty) {
        (false, 0) => "Every seat is taken: you can watch.".to_owned(),
        (false, _) => "Take a seat to play.".to_owned(),
        (true, 0) => waits_for(online),
        (true, 1) => "One seat is still free: send somebody the link.".to_owned(),
        (true, free) => format!("{free} seats are still free: send your friends the link."),
    }
}

/// What a full table waits for.
fn waits_for(online: Online) -> String {
    let me = online.me.id();
    let unready = unready(online);
    if unready.iter().all(|person| Some(person) == me.as_ref()) {
        let others = if company(online) { "Everyone else is ready" } else { "Everyone is here" };
        return format!("{others}: start the game.");
    }
    // The person at this page is named first.
    let (own, others): (Vec<_>, Vec<_>) =
        unready.into_iter().partition(|person| Some(person) == me.as_ref());
    let own = own.iter().map(|_| "you".to_owned());
    let names: Vec<String> = own.chain(others.iter().map(|person| online.name(person))).collect();
    format!("Waiting for {} to be ready.", listed(&names))
}

/// The people at the table who are not ready.
fn unready(online: Online) -> Vec<PersonId> {
    online.with(|table| table.unready().into_iter().cloned().collect()).unwrap_or_default()
}

/// Whether other people can play.
fn company(online: Online) -> bool {
    let for_people =
        |table: &Followed| table.spec().seats.iter().filter(|seat| seat.is_for_person()).count();
    online.with(for_people).unwrap_or_default() > online.own_seats().len()
}

/// The free seats for people.
fn empty_seats(online: Online) -> Vec<Seat> {
    let empty = online.with(|table| {
        let seats = table.spec().seats.iter().zip(table.seated()).enumerate();
        let empty = seats.filter(|(_, (spec, seated))| spec.is_for_person() && seated.is_none());
        empty.map(|(place, _)| Seat::from_index(place)).collect()
    });
    empty.unwrap_or_default()
}

#[component]
fn SeatRow(online: Online, seat: Seat) -> impl IntoView {
    let who = move || {
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
    let mine = move || online.own_seats().contains(&seat);
    let ready = move || {
        let is_ready = |table: &Followed| match &table.seated()[seat.index()] {
            Some(person) => table.is_ready(person),
            None => !table.spec().seats[seat.index()].is_for_person(),
        };
        online.with(is_ready).unwrap_or_default()
    };
    let free = move || !online.sits() && empty_seats(online).contains(&seat);
    view! {
        <li>
            <SeatMark seat/>
            <span class="who">{who}</span>
            <Show when=mine><span class="pill hint mine">"you"</span></Show>
            <Show when=move || !mine() && online.is_here(seat)><span class="pill">"here"</span></Show>
            <Show when=ready><span class="pill gain ready"><Symbol name="i-check"/>"ready"</span></Show>
            <Show when=free>
                <button class="btn small" on:click=move |_| online.sit_down(Some(seat))>"Sit here"<span class="sr">", seat "{seat.number()}</span></button>
            </Show>
        </li>
    }
}

#[component]
fn Buttons(online: Online) -> impl IntoView {
    let can_join = move || !online.sits() && !empty_seats(online).is_empty();
    let may_start = move || {
        online.me.id().is_some_and(|me| online.with(|table| table.may_start(&me)) == Some(true))
    };
    let can_start = move || online.sits() && empty_seats(online).is_empty() && may_start();
    let others_ready = Memo::new(move |_| {
        let me = online.me.id();
        unready(online).iter().all(|person| Some(person) == me.as_ref())
    });
    let ready = Memo::new(move |_| {
        online.me.id().is_some_and(|me| online.with(|table| table.is_ready(&me)) == Some(true))
    });
    // Only one button is the primary one.
    let asks_ready = move || !(ready.get() || can_start() && others_ready.get());
    let say_ready = move |_| online.command(Command::Ready { yes: !ready.get_untracked() });
    view! {
        <div class="row">
            <Show when=can_join>
                <button class="btn primary join" on:click=move |_| online.sit_down(None)>"Take a seat"</button>
            </Show>
            <Show when=move || online.sits()>
                <Show when=move || company(online)>
                    <button class="btn ready" class:primary=asks_ready on:click=say_ready>
                        {move || if ready.get() { "Not ready after all" } else { "I am ready" }}
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
fn Share() -> impl IntoView {
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
