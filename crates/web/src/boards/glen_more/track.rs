//! The track of fourteen spaces around the warehouse.

use glen_more::{Action, GlenMore, SPACES, Space, TileId};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use rules::{Game, Seat};

use super::geometry::{space_corner, translate};
use super::tile::{TileArt, symbol};
use super::ui::{Stage, Ui};
use super::warehouse::WarehouseView;
use super::words;
use crate::art::seat_class;
use crate::each::Each;
use crate::soon::Soon;

/// The maximum length of a name under a figure, in characters.
const LETTERS: usize = 9;

/// The track with the warehouse in its middle.
#[component]
pub(super) fn TrackView(
    /// The player's selection.
    ui: Ui,
) -> impl IntoView {
    let desk = ui.desk();
    let empty =
        move |space: usize| desk.state.with(|state| state.track().spaces()[space] == Space::Empty);
    let gaps = (0..SPACES).map(|space| {
        view! {
            <g class="hole" data-at=format!("space-{space}") transform=translate(space_corner(space)) class:on=move || empty(space)>
                <circle cx="50" cy="50" r="44" class="gap"></circle>
                <text x="50" y="54" class="gapt">"empty"</text>
            </g>
        }
    });
    let tiles = Memo::new(move |_| desk.state.with(|state| tiles_by_space(state)));
    view! {
        <section class="rondel card" aria-label="The track">
            <svg class="rd" viewBox="0 0 560 448" role="group" aria-label="The track of fourteen spaces around the warehouse">
                <rect x="56" y="56" width="448" height="336" rx="34" class="loop"></rect>
                <g aria-hidden="true">{gaps.collect_view()}</g>
                <Each each=move || tiles.get() key=|it| *it
                    children=move |(space, tile)| view! { <Soon><TrackTile ui space tile/></Soon> }/>
                <Soon>
                    <Each each=move || movers(ui) key=|it| *it
                        children=move |mover| view! { <Mover ui mover/> }/>
                </Soon>
                <Soon><WarehouseView desk/></Soon>
            </svg>
        </section>
    }
}

fn tiles_by_space(state: &GlenMore) -> Vec<(u8, TileId)> {
    let spaces = (0..SPACES as u8).map(|space| (space, state.track().tile(space.into())));
    spaces.filter_map(|(space, tile)| Some((space, tile?))).collect()
}

/// The figures of the players and the die, always in the same order.
fn movers(ui: Ui) -> Vec<Option<Seat>> {
    ui.desk().state.with(|state| {
        let figures = Seat::all(state.players()).map(Some);
        let there = |mover: &Option<Seat>| space_of(state, *mover).is_some();
        figures.chain([None]).filter(there).collect()
    })
}

fn space_of(state: &GlenMore, mover: Option<Seat>) -> Option<usize> {
    let piece = mover.map_or(Space::Die, Space::Figure);
    state.track().spaces().iter().position(|space| *space == piece)
}

/// Whether Enter or the space bar was pressed. Prevents that the page scrolls.
pub(super) fn is_press(event: &KeyboardEvent) -> bool {
    let press = matches!(event.key().as_str(), "Enter" | " ");
    if press {
        event.prevent_default();
    }
    press
}

#[component]
fn TrackTile(ui: Ui, space: u8, tile: TileId) -> impl IntoView {
    let desk = ui.desk();
    let printed = desk.state.with_untracked(|state| state.tile(tile));
    let chosen = move || ui.choice().is_some_and(|(choice, _)| choice == space);
    let leaves = move || {
        let subject = ui.subject();
        desk.state.with(|state| {
            let next = match subject {
                Some((target, _)) if target != space => state.next_turn(target.into()),
                _ => state.after_turn(),
            };
            next.is_some_and(|next| next.leaving.iter().any(|&(it, _)| it == usize::from(space)))
        })
    };
    let barred = move || {
        ui.stage.get() == Stage::Take && ui.offers.with(|offers| offers.places(space).is_empty())
    };
    let label = move || {
        let price = desk.state.with(|state| words::price(state, desk.viewer.get(), tile));
        let barred = if barred() { " You cannot take it." } else { "" };
        format!("{}. For you it {price}.{barred}", words::capitalised(&printed.brief()))
    };
    let hint =
        move || ui.hint(|action| matches!(action, Action::Take { space: it, .. } if *it == space));
    view! {
        <g class="sp" transform=translate(space_corner(space.into())) class:gone=leaves class:sel=chosen>
            <g class="in" aria-hidden="true"><TileArt tile=printed/></g>
            <Show when=barred><g class="no"><circle cx="86" cy="86" r="10"></circle><path d="M79 93l14-14"></path></g></Show>
            {move || hint().map(|share| view! { <HintFlag share/> })}
            <rect class="ring" x="-3" y="-3" width="106" height="106" rx="11"></rect>
            <rect class="tap" width="100" height="100" rx="9" role="button" tabindex="0"
                aria-label=label aria-pressed=move || chosen().to_string()
                on:click=move |_| ui.choose(space)
                on:keydown=move |event| if is_press(&event) { ui.choose(space) }
                on:pointerenter=move |_| ui.peeked.set(Some(space))
                on:pointerleave=move |_| ui.peeked.set(None)
                on:focus=move |_| ui.peeked.set(Some(space))
                on:blur=move |_| ui.peeked.set(None)></rect>
        </g>
    }
}

/// The expected share of the victory in a hint.
#[component]
pub(super) fn HintFlag(
    /// The share as a percentage.
    share: f64,
) -> impl IntoView {
    view! {
        <g class="flag" transform="translate(50 0)" aria-hidden="true">
            <rect x="-24" y="-9" width="48" height="20" rx="10"></rect>
            <text x="0" y="6">{format!("{share} %")}</text>
        </g>
    }
}

#[component]
fn Mover(ui: Ui, mover: Option<Seat>) -> impl IntoView {
    let desk = ui.desk();
    let at = Memo::new(move |before: Option<&usize>| {
        let space = desk.state.with(|state| space_of(state, mover));
        space.or(before.copied()).unwrap_or_default()
    });
    let way = move || {
        let (x, y) = space_corner(at.get());
        format!("translate({x}px,{y}px)")
    };
    let heads = move || {
        let phase = desk.state.with(|state| state.phase());
        mover.is_some() && phase.seat() == mover
    };
    let name = move || mover.map_or_else(|| "die".to_owned(), |seat| desk.name(seat));
    let short = move || {
        let name = name();
        if name.chars().count() <= LETTERS {
            return name;
        }
        let kept: String = name.chars().take(LETTERS - 1).collect();
        format!("{}…", kept.trim_end())
    };
    let class =
        mover.map_or_else(|| "fig die".to_owned(), |seat| format!("fig {}", seat_class(seat)));
    let picture = if mover.is_some() { "chieftain" } else { "die" };
    view! {
        <g class=class style:transform=way role="img" aria-label=move || format!("{} on space {}", name(), at.get())>
            <circle cx="50" cy="50" r="44" class="fp" class:head=heads></circle>
            {symbol(picture, 22.0, 12.0, 56.0)}
            <rect class="nm" x="11" y="70" width="78" height="20" rx="10"></rect>
            <text x="50" y="84.5" class="nmt">{short}</text>
        </g>
    }
}
