//! A new table on this device: its players and options.

use std::collections::BTreeMap;

use bots::Level;
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;
use shelf::GameId;

use super::choices::{Options, PlayerCount, bot_choices};
use super::named::named_in_address;
use super::table::{fresh_draws, open_table};
use crate::app::Bar;
use crate::browser::{keep, kept, set_title};
use crate::table::{NewTable, Sitter};

/// The default name of a person.
const SOMEBODY: &str = "Guest";
/// The default level of bots.
const USUAL_LEVEL: u8 = 2;

/// The default table: one person against bots.
pub(crate) fn usual_table(game: GameId) -> NewTable {
    let players = match game {
        GameId::Tipperary | GameId::GlenMore => 3,
        GameId::FoxyAndWooly => 4,
    };
    let mut sitters = vec![Sitter::Bot { level: usual_level() }; players];
    sitters[0] = Sitter::Person { name: own_name() };
    NewTable { game, sitters, options: Vec::new(), draws: fresh_draws() }
}

/// The name of the person at this device.
pub(super) fn own_name() -> String {
    kept("name").filter(|name| !name.trim().is_empty()).unwrap_or_else(|| SOMEBODY.to_owned())
}

/// The level of bots that was chosen last.
pub(super) fn usual_level() -> u8 {
    kept("level")
        .and_then(|level| level.parse().ok())
        .filter(|level| (1..=5).contains(level))
        .unwrap_or(USUAL_LEVEL)
}

/// The page for the game in the route.
#[component]
pub(crate) fn NewTablePage() -> impl IntoView {
    named_in_address("game", GameId::named, |game| view! { <Form game/> })
}

#[component]
fn Form(game: GameId) -> impl IntoView {
    let info = game.info();
    set_title(&format!("A new table of {}", info.title));
    let navigate = use_navigate();
    let wrong = RwSignal::new(None::<String>);
    let sitters = RwSignal::new(usual_table(game).sitters);
    let options = RwSignal::new(BTreeMap::new());
    let resize = move |players: usize| {
        sitters.update(|sitters| sitters.resize(players, Sitter::Bot { level: usual_level() }));
    };
    let start = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let sitters = sitters.get_untracked();
        remember(&sitters);
        let options = options.get_untracked().into_iter().collect();
        let new = NewTable { game, sitters, options, draws: fresh_draws() };
        let navigate = navigate.clone();
        open_table(
            new,
            move |to| navigate(to, NavigateOptions::default()),
            move |error| wrong.set(Some(error)),
        );
    };
    let rows = move || {
        (0..sitters.with(Vec::len)).map(|place| view! { <SeatRow sitters place/> }).collect_view()
    };
    view! {
        <Bar/>
        <main class="page">
            <h1>{info.title}</h1>
            <p>{info.summary}</p>
            <form class="new-table" on:submit=start>
                <PlayerCount game least=info.players.min chosen=Signal::derive(move || sitters.with(Vec::len)) choose=resize/>
                <fieldset><legend>"Who sits where?"</legend>{rows}</fieldset>
                <Options game chosen=options/>
                <p role="alert" class="wrong">{move || wrong.get()}</p>
                <button class="btn primary" type="submit">"Deal"</button>
            </form>
        </main>
    }
}

/// Stores the first person's name and the first bot's level as settings.
fn remember(sitters: &[Sitter]) {
    if let Some(Sitter::Person { name }) = sitters.iter().find(|sitter| !sitter.is_bot()) {
        keep("name", name);
    }
    if let Some(Sitter::Bot { level }) = sitters.iter().find(|sitter| sitter.is_bot()) {
        keep("level", &level.to_string());
    }
}

#[component]
fn SeatRow(sitters: RwSignal<Vec<Sitter>>, place: usize) -> impl IntoView {
    let sitter = move || sitters.with(|sitters| sitters.get(place).cloned());
    let set = move |sitter: Sitter| {
        sitters.update(|sitters| {
            if let Some(seat) = sitters.get_mut(place) {
                *seat = sitter;
            }
        });
    };
    let kind = move || match sitter() {
        Some(Sitter::Bot { level }) => level.to_string(),
        _ => "person".to_owned(),
    };
    let choose = move |event| match event_target_value(&event).parse() {
        Ok(level) => set(Sitter::Bot { level }),
        Err(_) => set(Sitter::Person { name: format!("{SOMEBODY} {}", place + 1) }),
    };
    let name = move || match sitter() {
        Some(Sitter::Person { name }) => Some(name),
        _ => None,
    };
    let says = move || match sitter() {
        Some(Sitter::Bot { level }) => Level::new(level).map(|level| level.info().sentence),
        _ => None,
    };
    view! {
        <div class="seat-row">
            <label>{format!("Seat {} ", place + 1)}
                <select prop:value=kind on:change=choose>
                    <option value="person">"A person on this device"</option>
                    {bot_choices()}
                </select>
            </label>
            <Show when=move || name().is_some() fallback=move || view! { <span class="small muted">{says}</span> }>
                <label>"Name "<input maxlength="40" prop:value=name
                    on:change=move |event| set(Sitter::Person { name: event_target_value(&event) })/></label>
            </Show>
        </div>
    }
}
