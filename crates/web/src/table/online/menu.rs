//! The entries of a table's menu that only tables on the server have.

use leptos::prelude::*;
use rules::Seat;
use wire::table::{Command, SeatSpec, Stage};

use super::Online;
use super::notice::Notifications;
use super::settings::Settings;
use super::turn::SOUND;
use crate::art::Symbol;
use crate::table::SettingSwitch;

/// The level of a bot that replaces a player.
const STAND_IN: u8 = 3;

/// The requests of a player, the settings of this device, and those of the table.
#[component]
pub(super) fn CompanyMenu(
    /// The table.
    online: Online,
) -> impl IntoView {
    let playing = move || online.sits() && online.stage() == Some(Stage::Playing);
    let crowd = move || {
        let spectators = online.crowd.with(|crowd| crowd.spectators);
        match spectators {
            0 => "Nobody watches.".to_owned(),
            1 => "One person watches.".to_owned(),
            many => format!("{many} people watch."),
        }
    };
    view! {
        <Show when=playing><Ways online/></Show>
        <SettingSwitch name=SOUND label="Sound when it is my turn"/>
        <Notifications/>
        <p class="small muted">{crowd}</p>
        <Settings online/>
    }
}

/// What a player may ask for.
#[component]
fn Ways(online: Online) -> impl IntoView {
    let sure = RwSignal::new(false);
    let own = move || untrack(|| online.own_seats().first().copied());
    let go_back = move |_| {
        let last_of = |seat| untrack(|| online.with(|table| table.last_action_of(seat)));
        let last = own().and_then(|seat| last_of(seat).flatten());
        match last {
            Some(to) => online.command(Command::AskUndo { to }),
            None => online.notice.set(Some("You have done nothing yet.".to_owned())),
        }
    };
    let resign = move |_| {
        if let Some(seat) = own() {
            online.command(Command::Resign { seat });
        }
    };
    let others = move || {
        let own = online.own_seats();
        let seats = online.with(|table| table.seated().to_vec()).unwrap_or_default();
        let taken = Seat::all(seats.len() as u8).zip(seats);
        let others = taken.filter(|(seat, person)| person.is_some() && !own.contains(seat));
        others.map(|(seat, _)| seat).collect::<Vec<_>>()
    };
    let bot_for = move |seat: Seat| {
        let name = super::play::player(online, seat).name;
        let ask = move |_| {
            let by = SeatSpec::Bot { level: STAND_IN };
            online.command(Command::AskReplacement { seat, by });
        };
        view! { <button class="btn quiet" on:click=ask>"Let a bot play for "{name}</button> }
    };
    view! {
        <button class="btn quiet" on:click=go_back><Symbol name="i-undo"/>"Ask to go back"</button>
        <button class="btn quiet offer-end" on:click=move |_| online.command(Command::OfferEnd)>"Offer to end the game here"</button>
        {move || others().into_iter().map(bot_for).collect_view()}
        <Show when=move || sure.get() fallback=move || view! {
            <button class="btn quiet" on:click=move |_| sure.set(true)><Symbol name="i-flag"/>"Give up"</button>
        }>
            <button class="btn danger" on:click=resign><Symbol name="i-flag"/>"Really give up"</button>
        </Show>
    }
}
