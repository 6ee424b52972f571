//! The checklist of tiles to activate, with a button each.

use glen_more::{
    Action, Activation, Conversion, FULL, GlenMore, Place, Reach, Resource, TileId, Use,
};
use leptos::prelude::*;
use rules::Seat;

use super::super::selection::Selection;
use super::super::tile::{cube, picture};
use super::super::words;
use super::clan::ClanPanel;
use super::{ActionButton, ActionButtons, NextTurn, Trade, highlight_handler, signed_cubes};
use crate::art::Symbol;
use crate::keyed_list::KeyedList;

/// The panel of the last steps of a turn.
#[component]
pub(super) fn ActivatePanel(
    /// The player's selection.
    selection: Selection,
) -> impl IntoView {
    let board = selection.board();
    let seat = move || board.viewer.get();
    let rows = Memo::new(move |_| board.state.with(|state| lines(state, seat())));
    let free =
        move || board.state.with(|state| selection.offers.with(|it| it.free_uses(state).len()));
    let elsewhere = move || {
        let reached: Vec<Place> = rows.with(|rows| rows.iter().map(|row| row.0).collect());
        let uses = selection.offers.with(|offers| offers.uses.keys().copied().collect::<Vec<_>>());
        let others = uses.into_iter().filter(|at| !reached.contains(at));
        board.state.with(|state| {
            let display = state.player(seat()).display();
            others.filter_map(|at| Some((at, display.tile_at(at)?))).collect::<Vec<_>>()
        })
    };
    let can_elsewhere = move || !elsewhere().is_empty();
    let end_waits = move || free() > 0;
    view! {
        <div class="body">
            <div class="panel-h">
                <h2>"Activate"</h2>
                <button class="btn small all" aria-disabled=move || (free() == 0).to_string() on:click=move |_| selection.activate_free()>
                    "All that cost nothing"<kbd class="hide-s">"A"</kbd>
                </button>
            </div>
            <ol class="chk" aria-label="Tiles to activate">
                <KeyedList each=move || rows.get() key=|it| *it
                    children=move |(at, tile, reach)| view! { <ChecklistLine selection at tile reach=Some(reach)/> }/>
            </ol>
            <Show when=can_elsewhere>
                <h3>"Thanks to Loch Ness, one more"</h3>
                <ol class="chk" aria-label="Tiles elsewhere">
                    <KeyedList each=elsewhere key=|it| *it
                        children=move |(at, tile)| view! { <ChecklistLine selection at tile reach=None/> }/>
                </ol>
            </Show>
            <ClanPanel selection/>
            <Trade selection/>
            <NextTurn selection/>
        </div>
        <ActionButtons selection>
            <button class="btn go" class:hinted=move || selection.is_hinted(Action::End) class:primary=move || !end_waits() on:click=move |_| selection.act(Action::End)>
                "End turn"<kbd class="hide-s">"E"</kbd>
            </button>
        </ActionButtons>
    }
}

fn lines(state: &GlenMore, seat: Seat) -> Vec<(Place, TileId, Reach)> {
    let display = state.player(seat).display();
    let reached = state.reached().into_iter();
    let lines = reached.filter_map(|(at, reach)| Some((at, display.tile_at(at)?, reach)));
    // Villages first: what happens by itself is above what the player can do.
    let (mut first, rest): (Vec<_>, Vec<_>) =
        lines.partition(|(_, _, reach)| *reach == Reach::ByItself);
    first.extend(rest);
    first
}

/// A tile of the checklist.
#[component]
fn ChecklistLine(
    selection: Selection,
    at: Place,
    tile: TileId,
    reach: Option<Reach>,
) -> impl IntoView {
    let board = selection.board();
    let seat = board.viewer.get_untracked();
    let printed = board.state.with_untracked(|state| state.tile(tile));
    let name = words::capitalised(&printed.name);
    let uses = Memo::new(move |_| {
        selection.offers.with(|offers| offers.uses.get(&at).cloned().unwrap_or_default())
    });
    let plain = move || uses.with(|uses| uses.as_slice() == [Use::Plainly]);
    let done = matches!(reach, Some(Reach::ByItself | Reach::Done));
    let why = move || {
        let asked = Action::Activate { at, using: first_use(&printed.activation) };
        let stuck = !done && uses.with(Vec::is_empty);
        stuck.then(|| board.why_not(asked)).flatten()
    };
    let remark_text = move || match reach {
        Some(Reach::ByItself) => "gave its movement point by itself".to_owned(),
        Some(Reach::Done) => "done".to_owned(),
        _ => why().unwrap_or_else(|| {
            board.state.with(|state| remark_text(state, seat, at, &printed.activation))
        }),
    };
    let point = highlight_handler(selection, Some(at));
    let leave = highlight_handler(selection, None);
    let hinted = move || {
        selection
            .hint(|it| matches!(it, Action::Activate { at: place, .. } if *place == at))
            .is_some()
    };
    let label = format!("Activate: {}, {}", printed.name, words::position_text(at));
    let use_buttons = move || match &printed.activation {
        _ if done => ().into_any(),
        Activation::Convert(conversion) => use_buttons(selection, at, conversion).into_any(),
        Activation::ProduceAny => resource_buttons(selection, at).into_any(),
        _ => ().into_any(),
    };
    view! {
        <li class:auto=done class:hinted=hinted class:stuck=move || why().is_some()
            on:pointerenter=move |_| point() on:pointerleave=move |_| leave()>
            <Show when=move || !done && plain() fallback=move || view! {
                <span class="box" class:on=done>{done.then(|| view! { <Symbol name="i-check" label="done"/> })}</span>
            }>
                <button class="box" aria-label=label.clone() on:focus=move |_| point() on:blur=move |_| leave()
                    on:click=move |_| selection.act(Action::Activate { at, using: Use::Plainly })></button>
            </Show>
            <Symbol name=picture(printed).to_owned() size=34/>
            <div><b>{name}</b><small>{remark_text}</small>{use_buttons}</div>
            <span class="gain">{gain_view(&printed.activation)}</span>
        </li>
    }
}

/// The kind of use that the tile has.
fn first_use(activation: &Activation) -> Use {
    match activation {
        Activation::ProduceAny => Use::Taking(Resource::Wood),
        Activation::Convert(conversion) if conversion.is_counted() => {
            Use::Times(conversion.offers()[0].count)
        }
        _ => Use::Plainly,
    }
}

fn remark_text(state: &GlenMore, seat: Seat, at: Place, activation: &Activation) -> String {
    let here = state.player(seat).display().cubes_at(at).total();
    match activation {
        Activation::Produce(resource) => format!("costs nothing, {here} of {FULL} {resource}"),
        Activation::ProduceAny => format!("costs nothing, {here} of {FULL} cubes"),
        Activation::Points(_) => "costs nothing".to_owned(),
        Activation::Movement => "a movement point".to_owned(),
        Activation::Convert(conversion) if conversion.is_counted() => {
            "turn in, for points".to_owned()
        }
        Activation::Convert(conversion) => {
            let due = conversion.due(conversion.offers()[0]);
            let way = state.quote_for(seat, due).map(|quote| words::quote_text(&quote));
            way.unwrap_or_else(|| format!("turn in {}", due.text()))
        }
        Activation::Nothing => "does nothing".to_owned(),
    }
}

/// What the tile gives if there is one way to use it.
fn gain_view(activation: &Activation) -> Option<AnyView> {
    let view = match activation {
        Activation::Produce(resource) => signed_cubes(cube(*resource), 1).into_any(),
        Activation::Movement => signed_cubes("move", 1).into_any(),
        Activation::Points(points) => signed_cubes("vp", i32::from(*points)).into_any(),
        Activation::Convert(conversion) if !conversion.is_counted() => {
            let prize = conversion.offers()[0].prize;
            if prize.whiskey > 0 {
                signed_cubes("barrel", i32::from(prize.whiskey)).into_any()
            } else {
                signed_cubes("vp", i32::from(prize.points)).into_any()
            }
        }
        _ => return None,
    };
    Some(view)
}

/// A button for each number of cubes that can be turned in, with price and gain.
fn use_buttons(selection: Selection, at: Place, conversion: &'static Conversion) -> impl IntoView {
    if !conversion.is_counted() {
        return None;
    }
    let board = selection.board();
    // The ways to pay change with the offers.
    selection.offers.track();
    let buttons = conversion.offers().iter().map(|way| {
        let action = Action::Activate { at, using: Use::Times(way.count) };
        let due = conversion.due(*way);
        let quote = board.to_act.get_untracked().and_then(|seat| {
            board.state.with_untracked(|state| state.quote_for(seat, due))
        });
        let price =
            quote.map_or_else(|| format!("turn in {}", due.text()), |quote| words::quote_text(&quote));
        let label = words::capitalised(&format!("{price}: {}", words::prize(way.prize)));
        view! {
            <ActionButton selection action title=label.clone()>
                {format!("{} → {}", words::cost_text(due), way.prize.points)}<span class="sr">{format!(". {label}")}</span>
            </ActionButton>
        }
    });
    Some(view! { <span class="stp">{buttons.collect_view()}</span> })
}

/// A button for each resource that the Abbey can give.
fn resource_buttons(selection: Selection, at: Place) -> impl IntoView {
    let buttons = Resource::ALL.map(|resource| {
        let action = Action::Activate { at, using: Use::Taking(resource) };
        let label = format!("Take 1 {resource}");
        view! {
            <ActionButton selection action title=label.clone()>
                <Symbol name=cube(resource) size=22/><span class="sr">{label}</span>
            </ActionButton>
        }
    });
    view! { <span class="stp">{buttons.into_iter().collect_view()}</span> }
}
