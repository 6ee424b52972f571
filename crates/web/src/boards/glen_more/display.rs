//! The large display: tiles, the places for a new one, and what it would activate.

use std::collections::BTreeSet;

use glen_more::{Action, GlenMore, Phase, Place, Reach, Resource, TileId};
use leptos::prelude::*;
use rules::Seat;

use super::super::legend::svg_title;
use super::clan_members::ClanMembers;
use super::geometry::{Extent, corner, translate};
use super::selection::{Selection, TurnStage};
use super::tile::{TileArt, cube, symbol, yield_symbol};
use super::track::{HintFlag, is_button_key};
use super::words;
use crate::art::seat_class;
use crate::deferred::Deferred;
use crate::keyed_list::KeyedList;

/// The viewer's display, or the inspected one.
#[component]
pub(super) fn OwnDisplay(
    /// The player's selection.
    selection: Selection,
) -> impl IntoView {
    let board = selection.board();
    let seat = Memo::new(move |_| selection.shown_seat());
    let extent = Memo::new(move |before: Option<&(Seat, Extent)>| {
        let seat = seat.get();
        let fitting = board.state.with(|state| shown_extent(state, seat));
        let before = before.filter(|(owner, _)| *owner == seat).map(|(_, extent)| *extent);
        // The drawing shrinks only at the beginning of a turn, so that nothing moves during one.
        let begins = board.state.with(|state| state.phase() == Phase::Take(seat));
        let extent = before.filter(|_| !begins).map_or(fitting, |before| before.and(fitting));
        (seat, extent)
    });
    let tiles = Memo::new(move |_| {
        let seat = seat.get();
        board.state.with(|state| {
            state
                .player(seat)
                .display()
                .tiles()
                .map(|(at, tile)| (seat, at, tile))
                .collect::<Vec<_>>()
        })
    });
    let gold = Memo::new(move |_| activated(selection, seat.get()));
    let title = move || format!("Display of {}", board.name(seat.get()));
    let back = move || selection.inspected_seat.get().is_some();
    view! {
        <section class="mine card" aria-label=title>
            <div class="board">
                <svg class="gd" viewBox=move || extent.get().1.view_box() role="group" aria-label=title>
                    <Places selection/>
                    <KeyedList each=move || tiles.get() key=|it| *it
                        children=move |(seat, at, tile)| view! { <LaidTile selection seat at tile gold/> }/>
                    <PlacementPreview selection/>
                    <Deferred><ClanMembers selection seat extent=Signal::derive(move || extent.get().1)/></Deferred>
                </svg>
                <Show when=back>
                    <p class="looking">
                        <b>{title}</b>
                        <button class="btn" on:click=move |_| selection.inspected_seat.set(None)>"Back"</button>
                    </p>
                </Show>
            </div>
        </section>
    }
}

/// The shown extent: all tiles, and all places where a tile of the track fits.
fn shown_extent(state: &GlenMore, seat: Seat) -> Extent {
    let tiles = Extent::of(state.player(seat).display().tiles().map(|(at, _)| at));
    if state.phase() != Phase::Take(seat) {
        return tiles;
    }
    let track = state.track().tiles_ahead();
    track.flat_map(|(_, tile)| state.places_for(seat, tile)).fold(tiles, Extent::with)
}

/// The tiles that are activated, or would be by the selected placement.
fn activated(selection: Selection, seat: Seat) -> BTreeSet<Place> {
    let state = selection.board().state.get();
    match selection.stage.get() {
        TurnStage::Take => match (selection.shown_tile(), selection.shown_place()) {
            (Some((_, tile)), Some(at)) => {
                state.would_activate(seat, tile, at).into_iter().filter(|it| *it != at).collect()
            }
            _ => BTreeSet::new(),
        },
        TurnStage::Pay | TurnStage::Activate if state.phase().seat() == Some(seat) => {
            let open = state.reached().into_iter().filter(|(_, reach)| *reach == Reach::Open);
            let offered = selection.offers.with(|it| it.uses.keys().copied().collect::<Vec<_>>());
            open.map(|(at, _)| at).filter(|at| offered.contains(at)).collect()
        }
        _ => BTreeSet::new(),
    }
}

#[component]
fn LaidTile(
    selection: Selection,
    seat: Seat,
    at: Place,
    tile: TileId,
    gold: Memo<BTreeSet<Place>>,
) -> impl IntoView {
    let board = selection.board();
    let printed = board.state.with_untracked(|state| state.tile(tile));
    let tap = Memo::new(move |_| {
        let own = board.to_act.get() == Some(seat);
        let in_hand = selection.moving_clan();
        own.then(|| selection.offers.with(|offers| offers.tap(at, in_hand))).flatten()
    });
    let label = move || {
        board.state.with(|state| match tap.get() {
            Some(action) => words::action(state, seat, action),
            None => words::capitalised(&words::on_tile(state, seat, at)),
        })
    };
    let press = move || {
        if let Some(action) = tap.get_untracked() {
            selection.act(action);
        } else if let Some(from) =
            untrack(move || selection.moving_clan()).filter(|from| *from != at)
        {
            selection.try_act(Action::Step { from, to: at });
        }
    };
    let hint = move || {
        (board.to_act.get() == Some(seat))
            .then(|| selection.hint(|action| is_about(*action, at)))
            .flatten()
    };
    view! {
        <g class="lt" transform=translate(corner(at)) data-at=format!("tile-{seat}-{at}")
            class:can=move || tap.get().is_some()
            class:goal=move || matches!(tap.get(), Some(Action::Step { .. }))
            class:gold=move || gold.with(|gold| gold.contains(&at))
            class:pointed=move || selection.highlighted_tile.get() == Some(at)>
            <g class="in pop" aria-hidden="true"><TileArt tile=printed/></g>
            <TileCubes selection seat at/>
            <rect class="act0" x="-2" y="-2" width="104" height="104" rx="11"></rect>
            <rect class="act" x="-2" y="-2" width="104" height="104" rx="11"></rect>
            {move || hint().map(|share| view! { <HintFlag share/> })}
            <rect class="tap" width="100" height="100" rx="9" aria-label=label
                role=move || if tap.get().is_some() { "button" } else { "img" }
                tabindex=move || tap.get().map(|_| "0")
                on:click=move |_| press()
                on:keydown=move |event| if is_button_key(&event) { press() }>
                {svg_title(words::capitalised(&printed.brief()))}
            </rect>
        </g>
    }
}

/// Whether an action is about the tile at that place.
fn is_about(action: Action, at: Place) -> bool {
    match action {
        Action::Activate { at: place, .. }
        | Action::Pay { at: place, .. }
        | Action::Sell { at: place, .. }
        | Action::PayClan(place)
        | Action::Promote(place)
        | Action::Step { to: place, .. } => place == at,
        _ => false,
    }
}

#[component]
fn TileCubes(selection: Selection, seat: Seat, at: Place) -> impl IntoView {
    let cubes = Memo::new(move |_| {
        let here = selection.board().state.with(|state| state.player(seat).display().cubes_at(at));
        let each = |it: Resource| (0..here.of(it)).map(move |nth| (it, nth));
        let all = Resource::ALL.into_iter().flat_map(each).enumerate();
        all.map(|(place, (resource, nth))| (place, resource, nth)).collect::<Vec<_>>()
    });
    view! {
        <KeyedList each=move || cubes.get() key=|it| *it children=|(place, resource, _)| view! {
            <g class="pop">{symbol(cube(resource), 4.0 + 21.0 * place as f64, 50.0, 25.0)}</g>
        }/>
    }
}

/// The places for the shown tile.
#[component]
fn Places(selection: Selection) -> impl IntoView {
    let own = move || selection.inspected_seat.get().is_none();
    let places = Memo::new(move |_| match selection.shown_tile().filter(|_| own()) {
        Some((_, tile)) => {
            selection.places_for_tile().into_iter().map(|at| (at, tile)).collect::<Vec<_>>()
        }
        None => Vec::new(),
    });
    view! {
        <KeyedList each=move || places.get() key=|it| *it
            children=move |(at, tile)| view! { <PlaceMarker selection at tile/> }/>
    }
}

#[component]
fn PlaceMarker(selection: Selection, at: Place, tile: TileId) -> impl IntoView {
    let board = selection.board();
    let seat = board.viewer.get_untracked();
    let (names, symbols) = board.state.with_untracked(|state| would_do(state, seat, tile, at));
    let label = format!("Place it {}: activates {names}", words::position_text(at));
    let marks = in_a_grid(symbols.len()).zip(symbols);
    let marks = marks.map(|((x, y, size), name)| symbol(name, x, y, size)).collect_view();
    let hint = move || {
        let space = selection.shown_tile().map(|(space, _)| space);
        selection.hint(|action| matches!(action, Action::Take { space: it, at: place } if *place == at && Some(*it) == space))
    };
    let chosen = move || selection.chosen_place_if_fitting() == Some(at);
    view! {
        <g class="lp" transform=translate(corner(at)) class:sel=chosen>
            <rect class="tap" x="5" y="5" width="90" height="90" rx="10" role="button" tabindex="0"
                aria-label=label aria-pressed=move || chosen().to_string()
                on:click=move |_| selection.choose_place(at)
                on:keydown=move |event| if is_button_key(&event) { selection.choose_place(at) }
                on:pointerenter=move |_| selection.hovered_place.set(Some(at))
                on:pointerleave=move |_| selection.hovered_place.set(None)
                on:focus=move |_| selection.hovered_place.set(Some(at))
                on:blur=move |_| selection.hovered_place.set(None)></rect>
            <g class="in">{marks}</g>
            {move || hint().map(|share| view! { <HintFlag share/> })}
        </g>
    }
}

/// What a tile would activate there, in words and as symbols.
fn would_do(state: &GlenMore, seat: Seat, tile: TileId, at: Place) -> (String, Vec<String>) {
    let display = state.player(seat).display();
    let places = state.would_activate(seat, tile, at);
    let tiles: Vec<TileId> = places
        .iter()
        .filter_map(|&it| if it == at { Some(tile) } else { display.tile_at(it) })
        .collect();
    let names = tiles.iter().map(|&it| state.tile(it).called()).collect();
    let symbols = tiles.iter().map(|&it| yield_symbol(&state.tile(it).activation)).collect();
    let names = words::listed(names);
    (if names.is_empty() { "nothing".to_owned() } else { names }, symbols)
}

/// Left, top and size of that number of symbols within a place.
fn in_a_grid(count: usize) -> impl Iterator<Item = (f64, f64, f64)> {
    let across = if matches!(count, 2 | 4) { 2 } else { count.clamp(1, 3) };
    let rows = count.div_ceil(across).max(1);
    let pitch = (78.0 / across.max(rows) as f64).min(26.0);
    let (left, top) = (50.0 - pitch * across as f64 / 2.0, 50.0 - pitch * rows as f64 / 2.0);
    (0..count).map(move |place| {
        let (column, row) = (place % across, place / across);
        (left + pitch * column as f64 + 1.0, top + pitch * row as f64 + 1.0, pitch - 2.0)
    })
}

/// The selected tile at its selected place.
#[component]
fn PlacementPreview(selection: Selection) -> impl IntoView {
    let ghost = Memo::new(move |_| {
        let own = selection.inspected_seat.get().is_none();
        selection
            .shown_tile()
            .zip(selection.shown_place())
            .filter(|_| own)
            .map(|((_, tile), at)| (tile, at))
    });
    let seat = move || seat_class(selection.board().viewer.get());
    move || {
        ghost.get().map(|(tile, at)| {
            let printed = selection.board().state.with_untracked(|state| state.tile(tile));
            let faint = selection.chosen_place_if_fitting() != Some(at);
            view! {
                <g class=format!("ghost {}", seat()) class:faint=faint transform=translate(corner(at)) aria-hidden="true">
                    <TileArt tile=printed/>
                    <rect class="ring" x="-3" y="-3" width="106" height="106" rx="11"></rect>
                </g>
            }
        })
    }
}

/// The small display of another player.
#[component]
pub(super) fn SmallDisplay(
    /// The player's selection.
    selection: Selection,
    /// The player's seat.
    seat: Seat,
) -> impl IntoView {
    let board = selection.board();
    let tiles = Memo::new(move |_| {
        board.state.with(|state| state.player(seat).display().tiles().collect::<Vec<_>>())
    });
    let extent = move || tiles.with(|tiles| Extent::of(tiles.iter().map(|(at, _)| *at)).view_box());
    let label = move || format!("Display of {}, {} tiles", board.name(seat), tiles.with(Vec::len));
    view! {
        <svg class="gd" viewBox=extent role="img" aria-label=label>
            <KeyedList each=move || tiles.get() key=|it| *it children=move |(at, tile)| {
                let printed = board.state.with_untracked(|state| state.tile(tile));
                let clan = move || board.state.with(|state| state.player(seat).display().clan_at(at));
                let standing = move || (0..clan()).map(|nth| symbol("clan", 64.0 - 16.0 * f64::from(nth), 54.0, 38.0)).collect_view();
                view! {
                    <g transform=translate(corner(at)) data-at=format!("tile-{seat}-{at}")>
                        {svg_title(words::capitalised(&printed.brief()))}
                        <g class="pop"><TileArt tile=printed/></g>
                        <TileCubes selection seat at/>
                        <g class=seat_class(seat)>{standing}</g>
                    </g>
                }
            }/>
        </svg>
    }
}
