//! A new table on this device: its players and options.

use std::collections::BTreeMap;

use bots::Level;
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;
use registry::GameId;

use super::route_params::page_for_param;
use super::table_form::{Options, PlayerCount, bot_choices};
use crate::browser::{set_title, settings};
use crate::table::{NewTable, SeatPlayer, default_bot_level, open_table, random_draws};
use crate::top_bar::TopBar;

/// The default name of a person.
const DEFAULT_NAME: &str = "Guest";

/// The default table: one person against bots.
pub(crate) fn default_table(game: GameId) -> NewTable {
    let players = match game {
        GameId::Tipperary | GameId::GlenMore => 3,
        GameId::FoxyAndWooly => 4,
    };
    let mut seat_players = vec![SeatPlayer::Bot { level: default_bot_level() }; players];
    seat_players[0] = SeatPlayer::Person { name: own_name() };
    NewTable { game, seat_players, options: Vec::new(), draws: random_draws() }
}

/// The name of the person at this device.
pub(super) fn own_name() -> String {
    settings::get("name")
        .filter(|name| !name.trim().is_empty())
        .unwrap_or_else(|| DEFAULT_NAME.to_owned())
}

/// The page for the game in the route.
#[component]
pub(crate) fn NewTablePage() -> impl IntoView {
    page_for_param("game", GameId::named, |game| view! { <Form game/> })
}

#[component]
fn Form(game: GameId) -> impl IntoView {
    let info = game.info();
    set_title(&format!("A new table of {}", info.title));
    let navigate = use_navigate();
    let error_message = RwSignal::new(None::<String>);
    let seat_players = RwSignal::new(default_table(game).seat_players);
    let options = RwSignal::new(BTreeMap::new());
    let resize = move |players: usize| {
        seat_players.update(|seat_players| {
            seat_players.resize(players, SeatPlayer::Bot { level: default_bot_level() });
        });
    };
    let start = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let seat_players = seat_players.get_untracked();
        remember_choices(&seat_players);
        let options = options.get_untracked().into_iter().collect();
        let new = NewTable { game, seat_players, options, draws: random_draws() };
        let navigate = navigate.clone();
        open_table(
            new,
            move |to| navigate(to, NavigateOptions::default()),
            move |error| error_message.set(Some(error)),
        );
    };
    let rows = move || {
        (0..seat_players.with(Vec::len))
            .map(|index| view! { <SeatRow seat_players index/> })
            .collect_view()
    };
    view! {
        <TopBar/>
        <main class="page">
            <h1>{info.title}</h1>
            <p>{info.summary}</p>
            <form class="new-table" on:submit=start>
                <PlayerCount game min=info.players.min chosen=Signal::derive(move || seat_players.with(Vec::len)) choose=resize/>
                <fieldset><legend>"Who sits where?"</legend>{rows}</fieldset>
                <Options game chosen=options/>
                <p role="alert" class="wrong">{move || error_message.get()}</p>
                <button class="btn primary" type="submit">"Deal"</button>
            </form>
        </main>
    }
}

/// Stores the first person's name and the first bot's level as settings.
fn remember_choices(seat_players: &[SeatPlayer]) {
    if let Some(SeatPlayer::Person { name }) =
        seat_players.iter().find(|seat_player| !seat_player.is_bot())
    {
        settings::set("name", name);
    }
    if let Some(SeatPlayer::Bot { level }) =
        seat_players.iter().find(|seat_player| seat_player.is_bot())
    {
        settings::set("level", &level.to_string());
    }
}

#[component]
fn SeatRow(seat_players: RwSignal<Vec<SeatPlayer>>, index: usize) -> impl IntoView {
    let seat_player = move || seat_players.with(|seat_players| seat_players.get(index).cloned());
    let set = move |seat_player: SeatPlayer| {
        seat_players.update(|seat_players| {
            if let Some(seat) = seat_players.get_mut(index) {
                *seat = seat_player;
            }
        });
    };
    let kind = move || match seat_player() {
        Some(SeatPlayer::Bot { level }) => level.to_string(),
        _ => "person".to_owned(),
    };
    let choose = move |event| match event_target_value(&event).parse() {
        Ok(level) => set(SeatPlayer::Bot { level }),
        Err(_) => set(SeatPlayer::Person { name: format!("{DEFAULT_NAME} {}", index + 1) }),
    };
    let name = move || match seat_player() {
        Some(SeatPlayer::Person { name }) => Some(name),
        _ => None,
    };
    let description = move || match seat_player() {
        Some(SeatPlayer::Bot { level }) => Level::new(level).map(|level| level.info().sentence),
        _ => None,
    };
    view! {
        <div class="seat-row">
            <label>{format!("Seat {} ", index + 1)}
                <select prop:value=kind on:change=choose>
                    <option value="person">"A person on this device"</option>
                    {bot_choices()}
                </select>
            </label>
            <Show when=move || name().is_some() fallback=move || view! { <span class="small muted">{description}</span> }>
                <label>"Name "<input maxlength="40" prop:value=name
                    on:change=move |event| set(SeatPlayer::Person { name: event_target_value(&event) })/></label>
            </Show>
        </div>
    }
}
