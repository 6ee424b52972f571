//! The entries of a table's menu that only tables on the server have.

use leptos::prelude::*;
use rules::Seat;
use wire::table::{Command, SeatSpec, Stage};

use super::OnlineTable;
use super::notifications::Notifications;
use super::spec_list::SpecList;
use super::turn_alert::SOUND_SETTING;
use crate::art::Symbol;
use crate::table::SettingSwitch;

/// The level of a bot that replaces a player.
const REPLACEMENT_LEVEL: u8 = 3;

/// The requests of a player, the settings of this device, and those of the table.
#[component]
pub(super) fn OnlineMenu(
    /// The table.
    online: OnlineTable,
) -> impl IntoView {
    let playing = move || online.is_seated() && online.stage() == Some(Stage::Playing);
    let spectator_text = move || {
        let spectators = online.presence.with(|presence| presence.spectators);
        match spectators {
            0 => "Nobody watches.".to_owned(),
            1 => "One person watches.".to_owned(),
            many => format!("{many} people watch."),
        }
    };
    view! {
        <Show when=playing><PlayerActions online/></Show>
        <SettingSwitch name=SOUND_SETTING label="Sound when it is my turn"/>
        <Notifications/>
        <p class="small muted">{spectator_text}</p>
        <SpecList online/>
    }
}

/// What a player may ask for.
#[component]
fn PlayerActions(online: OnlineTable) -> impl IntoView {
    let is_confirming = RwSignal::new(false);
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
    let replacement_button = move |seat: Seat| {
        let name = super::game::player_label(online, seat).name;
        let ask = move |_| {
            let replacement = SeatSpec::Bot { level: REPLACEMENT_LEVEL };
            online.command(Command::AskReplacement { seat, by: replacement });
        };
        view! { <button class="btn quiet" on:click=ask>"Let a bot play for "{name}</button> }
    };
    view! {
        <button class="btn quiet" on:click=go_back><Symbol name="i-undo"/>"Ask to go back"</button>
        <button class="btn quiet offer-end" on:click=move |_| online.command(Command::OfferEnd)>"Offer to end the game here"</button>
        {move || others().into_iter().map(replacement_button).collect_view()}
        <Show when=move || is_confirming.get() fallback=move || view! {
            <button class="btn quiet" on:click=move |_| is_confirming.set(true)><Symbol name="i-flag"/>"Give up"</button>
        }>
            <button class="btn danger" on:click=resign><Symbol name="i-flag"/>"Really give up"</button>
        </Show>
    }
}
