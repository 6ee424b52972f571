//! Before a tile is taken: its cost, what it would activate, and who is next.

use glen_more::{Activation, Due, GlenMore, Offer, Place, TileId, Windfall};
use leptos::prelude::*;
use rules::Seat;

use super::super::selection::Selection;
use super::super::tile::{picture, yield_symbol};
use super::super::words;
use super::{ActionButtons, NextTurn, Trade, cubes_given, signed_cubes};
use crate::art::{Symbol, seat_class};
use crate::keyed_list::KeyedList;

/// The panel of the first step of a turn.
#[component]
pub(super) fn TakePanel(
    /// The player's selection.
    selection: Selection,
) -> impl IntoView {
    let passes = move || selection.offers.with(|offers| offers.pass);
    let costs = move || {
        let cost = selection
            .chosen_tile()
            .map(|(_, tile)| selection.board().state.with(|state| state.tile(tile).cost));
        cost.is_some_and(|cost| !matches!(cost, Due::Nothing | Due::ClanOrChieftain))
    };
    let words = move || if costs() { "Take and pay" } else { "Take and place" };
    view! {
        <div class="body">
            <TileCard selection/>
            <WouldActivate selection/>
            <NextTurn selection/>
            <Trade selection/>
        </div>
        <ActionButtons selection>
            <Show when=move || costs() && selection.take_action().is_some()>
                <button class="btn" on:click=move |_| selection.take(false)>"Choose payment"</button>
            </Show>
            <Show when=passes fallback=move || view! {
                <button class="btn primary go" aria-disabled=move || selection.take_action().is_none().to_string() on:click=move |_| selection.take(true)>
                    <Symbol name="i-check"/>{words}<kbd class="hide-s">"G"</kbd>
                </button>
            }>
                <button class="btn primary go" on:click=move |_| selection.act(glen_more::Action::Pass)>"Pass"</button>
            </Show>
        </ActionButtons>
    }
}

/// The shown tile.
#[component]
pub(super) fn TileCard(
    /// The player's selection.
    selection: Selection,
) -> impl IntoView {
    let board = selection.board();
    move || {
        match selection.shown_tile() {
        None => view! {
            <div class="panel-h"><h2>"The track"</h2></div>
            <p class="muted">"Look at a tile to see what it costs you and what it does."</p>
            <p class="keys small muted hide-s">
                <kbd>"T"</kbd>" next tile "<kbd>"P"</kbd>" next place "<kbd>"G"</kbd>" go on "<kbd>"Esc"</kbd>" put back"
            </p>
        }
        .into_any(),
        Some((_, tile)) => board.state.with(|state| card(state, board.viewer.get(), tile).into_any()),
    }
    }
}

fn card(state: &GlenMore, seat: Seat, id: TileId) -> impl IntoView {
    let tile = state.tile(id);
    let power =
        tile.location.map(|location| view! { <p class="small">"Card: "{location.power()}"."</p> });
    let price = words::capitalised(&words::price(state, seat, id));
    let quote = state.quote(seat, id).map(|quote| {
        view! {
            {cubes_given(quote.own)}
            {(quote.whiskey > 0).then(|| signed_cubes("barrel", -i32::from(quote.whiskey)))}
            {quote.clan.then(|| view! { <span class=seat_class(seat)>{signed_cubes("clan", -1)}</span> })}
            {(quote.coins > 0).then(|| signed_cubes("coin", -i32::from(quote.coins)))}
        }
    });
    let windfall = match tile.windfall {
        Windfall::Nothing => None,
        Windfall::ClanMember => Some("clan"),
        Windfall::Whiskey => Some("barrel"),
    };
    let brings =
        windfall.map(|name| view! { <span class=seat_class(seat)>{signed_cubes(name, 1)}</span> });
    view! {
        <div class="tile-card">
            <Symbol name=picture(tile).to_owned() size=44/>
            <div>
                <h2>{words::capitalised(&tile.name)}</h2>
                <p class="small muted">{price}"."</p>
                {power}
            </div>
            <span class="gain">{quote}{brings}</span>
        </div>
    }
}

/// What the tile would activate at the shown place.
#[component]
fn WouldActivate(selection: Selection) -> impl IntoView {
    let board = selection.board();
    let rows = Memo::new(move |_| {
        let Some(((_, tile), at)) = selection.shown_tile().zip(selection.shown_place()) else {
            return Vec::new();
        };
        let seat = board.viewer.get();
        board.state.with(|state| {
            let places = state.would_activate(seat, tile, at);
            places.into_iter().map(|place| (place, (place == at).then_some(tile))).collect()
        })
    });
    let heading = move || match (
        selection.shown_tile(),
        selection.places_for_tile().len(),
        selection.shown_place(),
    ) {
        (_, 0, _) => "You cannot take this tile now.".to_owned(),
        (_, _, Some(_)) => "Placed here, it activates".to_owned(),
        (_, places, None) => {
            let places = if places == 1 { "place".to_owned() } else { format!("{places} places") };
            format!("Choose one of the {places} marked in your display.")
        }
    };
    view! {
        <Show when=move || selection.shown_tile().is_some()><h3>{heading}</h3></Show>
        <ol class="chk pre">
            <KeyedList each=move || rows.get() key=|it| *it
                children=move |(at, new)| view! { <Preview selection at new/> }/>
        </ol>
    }
}

/// A tile that would be activated; `new` is the one that would be placed there.
#[component]
fn Preview(selection: Selection, at: Place, new: Option<TileId>) -> impl IntoView {
    let board = selection.board();
    let viewer = move || board.viewer.get();
    let id = board.state.with_untracked(|state| {
        new.or_else(|| state.player(board.viewer.get_untracked()).display().tile_at(at))
    });
    id.map(|id| {
        let tile = board.state.with_untracked(|state| state.tile(id));
        let remark =
            move || board.state.with(|state| remark(state, viewer(), at, &tile.activation));
        let new = new.map(|_| view! { <span class="pill">"new"</span> });
        view! {
            <li class="preview">
                <Symbol name=picture(tile).to_owned() size=30/>
                <div><b>{words::capitalised(&tile.name)}</b>" "{new}<small>{remark}</small></div>
                <span class="gain"><Symbol name=yield_symbol(&tile.activation) size=24/></span>
            </li>
        }
    })
}

/// What there is to know about a tile before it is activated.
fn remark(state: &GlenMore, seat: Seat, at: Place, activation: &Activation) -> String {
    let here = state.player(seat).display().cubes_at(at).total();
    let full = glen_more::FULL;
    match activation {
        Activation::Nothing => "does nothing".to_owned(),
        Activation::Movement => "a movement point by itself".to_owned(),
        Activation::Produce(_) | Activation::ProduceAny if here >= full => {
            format!("full: {full} of {full}")
        }
        Activation::Produce(resource) => format!("1 {resource}, {here} of {full} there"),
        Activation::ProduceAny => format!("1 cube of your choice, {here} of {full} there"),
        Activation::Points(points) => words::with_count(*points, "point"),
        Activation::Convert(conversion) => {
            let mut dearest_first = conversion.offers().iter().rev();
            let payable = |way: &&Offer| state.quote_for(seat, conversion.due(**way)).is_some();
            match dearest_first.find(payable) {
                Some(way) => {
                    format!("{} for {}", conversion.due(*way).text(), words::prize(way.prize))
                }
                None => "you could not pay for its use".to_owned(),
            }
        }
    }
}
