//! The whiskey track, and what the supply still has.

use leptos::prelude::*;
use rules::{Game, Seat};
use tipperary::{Tipperary, TrackSpace};

use super::aim::{Aim, Found};
use super::players::arms_name;
use crate::art::Symbol;
use crate::table::Desk;

/// The track with everyone's barrel.
#[component]
pub(super) fn Track(
    /// The desk.
    desk: Desk<Tipperary>,
    /// What is aimed at.
    aim: Aim,
) -> impl IntoView {
    let track = desk.state.with_untracked(|game| game.setup().set().track());
    let reached = Memo::new(move |_| match aim.found.get() {
        Some(Found::Brings { whiskey, .. }) => {
            let now = desk.state.with(|game| game.player(desk.viewer.get()).whiskey());
            Some(whiskey).filter(|value| *value != track[usize::from(now)].value)
        }
        _ => None,
    });
    let space = move |(place, space): (usize, &'static TrackSpace)| {
        view! {
            <li class:next=move || reached.get() == Some(space.value)>
                <span class="mk">{move || barrels(desk, place)}</span>
                <b>{space.value}</b>
                <span class="sh">{space.symbol.then(|| view! { <Symbol name="wooden-sheep" size=18 label="brings a wooden sheep"/> })}</span>
            </li>
        }
    };
    view! {
        <div class="track">
            <Symbol name="barrel" size=26/>
            <ol aria-label="Whiskey track">{track.iter().enumerate().map(space).collect_view()}</ol>
        </div>
        <p class="supply small muted">{move || supply(desk)}</p>
    }
}

/// Whose barrels stand on a space.
fn barrels(desk: Desk<Tipperary>, place: usize) -> impl IntoView {
    let there = desk.state.with(|game| {
        let here = |seat: &Seat| usize::from(game.player(*seat).whiskey()) == place;
        Seat::all(game.players()).filter(here).collect::<Vec<_>>()
    });
    there
        .into_iter()
        .map(|seat| view! { <Symbol name=arms_name(desk, seat) size=22 label=desk.name(seat)/> })
        .collect_view()
}

fn supply(desk: Desk<Tipperary>) -> String {
    desk.state.with(|game| {
        format!(
            "Supply: {} wooden sheep, {} towers, {} bonus tiles.",
            game.sheep_supply(),
            game.tower_supply(),
            game.bonus_supply()
        )
    })
}
