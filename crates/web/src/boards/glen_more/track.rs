//! The track of fourteen spaces around the warehouse.

use glen_more::{Action, GlenMore, SPACES, Space, TileId};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use rules::{Game, Seat};

use super::geometry::{space_corner, translate};
use super::selection::{Selection, TurnStage};
use super::tile::{TileArt, symbol};
use super::warehouse::WarehouseView;
use super::words;
use crate::art::seat_class;
use crate::deferred::Deferred;
use crate::keyed_list::KeyedList;

/// The maximum length of a name under a figure, in characters.
const MAX_NAME_LEN: usize = 9;

/// The track with the warehouse in its middle.
#[component]
pub(super) fn TrackView(
    /// The player's selection.
    selection: Selection,
) -> impl IntoView {
    let board = selection.board();
    let empty =
        move |space: usize| board.state.with(|state| state.track().spaces()[space] == Space::Empty);
    let gaps = (0..SPACES).map(|space| {
        view! {
            <g class="hole" data-at=format!("space-{space}") transform=translate(space_corner(space)) class:on=move || empty(space)>
                <circle cx="50" cy="50" r="44" class="gap"></circle>
                <text x="50" y="54" class="gapt">"empty"</text>
            </g>
        }
    });
    let tiles = Memo::new(move |_| board.state.with(|state| tiles_by_space(state)));
    view! {
        <section class="rondel card" aria-label="The track">
            <svg class="rd" viewBox="0 0 560 448" role="group" aria-label="The track of fourteen spaces around the warehouse">
                <rect x="56" y="56" width="448" height="336" rx="34" class="loop"></rect>
                <g aria-hidden="true">{gaps.collect_view()}</g>
                <KeyedList each=move || tiles.get() key=|it| *it
                    children=move |(space, tile)| view! { <Deferred><TrackTile selection space tile/></Deferred> }/>
                <Deferred>
                    <KeyedList each=move || movers(selection) key=|it| *it
                        children=move |mover| view! { <Mover selection mover/> }/>
                </Deferred>
                <Deferred><WarehouseView board/></Deferred>
            </svg>
        </section>
    }
}

fn tiles_by_space(state: &GlenMore) -> Vec<(u8, TileId)> {
    let spaces = (0..SPACES as u8).map(|space| (space, state.track().tile(space.into())));
    spaces.filter_map(|(space, tile)| Some((space, tile?))).collect()
}

/// The figures of the players and the die, always in the same order.
fn movers(selection: Selection) -> Vec<Option<Seat>> {
    selection.board().state.with(|state| {
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
pub(super) fn is_button_key(event: &KeyboardEvent) -> bool {
    let press = matches!(event.key().as_str(), "Enter" | " ");
    if press {
        event.prevent_default();
    }
    press
}

#[component]
fn TrackTile(selection: Selection, space: u8, tile: TileId) -> impl IntoView {
    let board = selection.board();
    let printed = board.state.with_untracked(|state| state.tile(tile));
    let chosen = move || selection.chosen_tile().is_some_and(|(choice, _)| choice == space);
    let leaves = move || {
        let subject = selection.shown_tile();
        board.state.with(|state| {
            let next = match subject {
                Some((target, _)) if target != space => state.next_turn(target.into()),
                _ => state.after_turn(),
            };
            next.is_some_and(|next| next.leaving.iter().any(|&(it, _)| it == usize::from(space)))
        })
    };
    let barred = move || {
        selection.stage.get() == TurnStage::Take
            && selection.offers.with(|offers| offers.places_for(space).is_empty())
    };
    let label = move || {
        let price = board.state.with(|state| words::price(state, board.viewer.get(), tile));
        let barred = if barred() { " You cannot take it." } else { "" };
        format!("{}. For you it {price}.{barred}", words::capitalised(&printed.brief()))
    };
    let hint = move || {
        selection.hint(|action| matches!(action, Action::Take { space: it, .. } if *it == space))
    };
    view! {
        <g class="sp" transform=translate(space_corner(space.into())) class:gone=leaves class:sel=chosen>
            <g class="in" aria-hidden="true"><TileArt tile=printed/></g>
            <Show when=barred><g class="no"><circle cx="86" cy="86" r="10"></circle><path d="M79 93l14-14"></path></g></Show>
            {move || hint().map(|share| view! { <HintFlag share/> })}
            <rect class="ring" x="-3" y="-3" width="106" height="106" rx="11"></rect>
            <rect class="tap" width="100" height="100" rx="9" role="button" tabindex="0"
                aria-label=label aria-pressed=move || chosen().to_string()
                on:click=move |_| selection.choose_space(space)
                on:keydown=move |event| if is_button_key(&event) { selection.choose_space(space) }
                on:pointerenter=move |_| selection.hovered_space.set(Some(space))
                on:pointerleave=move |_| selection.hovered_space.set(None)
                on:focus=move |_| selection.hovered_space.set(Some(space))
                on:blur=move |_| selection.hovered_space.set(None)></rect>
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
fn Mover(selection: Selection, mover: Option<Seat>) -> impl IntoView {
    let board = selection.board();
    let at = Memo::new(move |before: Option<&usize>| {
        let space = board.state.with(|state| space_of(state, mover));
        space.or(before.copied()).unwrap_or_default()
    });
    let way = move || {
        let (x, y) = space_corner(at.get());
        format!("translate({x}px,{y}px)")
    };
    let heads = move || {
        let phase = board.state.with(|state| state.phase());
        mover.is_some() && phase.seat() == mover
    };
    let name = move || mover.map_or_else(|| "die".to_owned(), |seat| board.name(seat));
    let short = move || {
        let name = name();
        if name.chars().count() <= MAX_NAME_LEN {
            return name;
        }
        let shortened: String = name.chars().take(MAX_NAME_LEN - 1).collect();
        format!("{}…", shortened.trim_end())
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
