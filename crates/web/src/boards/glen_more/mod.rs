//! The board of Glen More: the track around the warehouse, the displays, and the turn panel.

mod clan_members;
mod display;
mod geometry;
mod legend;
mod offers;
mod players;
mod prompt;
mod selection;
mod tile;
mod track;
mod turn_panel;
mod warehouse;
mod words;

use glen_more::{Action, Event, GlenMore, Resource};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use rules::Game;

use self::display::OwnDisplay;
use self::legend::SYMBOLS;
use self::players::{Others, Players};
use self::prompt::{Steps, detail, sentence};
use self::selection::{Selection, TurnStage};
use self::tile::picture;
use self::track::TrackView;
use self::turn_panel::TurnPanel;
use super::animation::{ActionAnimations, SymbolAnimation, animation_layer};
use super::legend::legend;
use crate::art::seat_class;
use crate::deferred::{self, Deferred};
use crate::table::{BoardContext, Frame, LogPanel, Prompt, SeatMark, is_within, listen_to_keys};

/// Everything below the top bar.
#[component]
pub(crate) fn Board(
    /// The board's context.
    board: BoardContext<GlenMore>,
) -> impl IntoView {
    let selection = Selection::new(board);
    listen_to_keys(move |event| on_key(selection, event));
    let progress = move || {
        board.state.with(|state| {
            let stack = state.set().current_stack(state.left());
            let stack = stack.map_or_else(
                || "last tiles".to_owned(),
                |(stack, rest)| format!("stack {stack}, {} to come", rest.len()),
            );
            format!("{stack} · {} players", state.players())
        })
    };
    view! {
        <Frame table=board.table progress=Signal::derive(progress)>
            <Panels selection/>
        </Frame>
    }
}

/// The track, the viewer's display and the turn panel.
#[component]
pub(crate) fn OwnArea(
    /// The board's context.
    board: BoardContext<GlenMore>,
) -> impl IntoView {
    let selection = Selection::new(board);
    view! {
        <div class=move || format!("gm tried {}", seat_class(board.viewer.get()))>
            <TrackView selection/>
            <OwnDisplay selection/>
            <TurnPanel selection/>
        </div>
    }
}

/// Everything below the top bar.
#[component]
fn Panels(selection: Selection) -> impl IntoView {
    let board = selection.board();
    // In the order of phones.
    let say = view! {
        <Deferred>
            <Prompt sentence=Signal::derive(move || sentence(selection)) detail=Signal::derive(move || detail(selection))>
                {move || view! { <SeatMark seat=board.viewer.get() size=34/> }}
            </Prompt>
        </Deferred>
    };
    let steps = view! { <Deferred><Steps selection/></Deferred> };
    let track = view! { <Deferred><TrackView selection/></Deferred> };
    let display = view! { <Deferred own_frame=true><OwnDisplay selection/></Deferred> };
    let plan = view! { <Deferred><TurnPanel selection/></Deferred> };
    let others = view! { <Deferred><Others selection/></Deferred> };
    view! {
        <main class=move || format!("gm {}", seat_class(board.viewer.get())) aria-busy=deferred::aria_busy>
            {say}
            {steps}
            {display}
            {track}
            {plan}
            <div class="side">
                <Deferred><Players board/></Deferred>
                <Deferred><LogPanel table=board.table/></Deferred>
                <Deferred>{legend(&SYMBOLS)}</Deferred>
            </div>
            {others}
            {animation_layer(Box::new(move || take_animation(board)))}
        </main>
    }
}

/// The animation of the tile that the last action took from the track.
fn take_animation(board: BoardContext<GlenMore>) -> ActionAnimations {
    let Some(step) = board.last_action.get() else { return (0, Vec::new()) };
    let flight = |event: &Event| match *event {
        Event::Took { seat, tile, space, at } => Some(SymbolAnimation {
            symbol: picture(board.state.with_untracked(|state| state.tile(tile))).to_owned(),
            from: format!("space-{space}"),
            to: format!("tile-{seat}-{at}"),
        }),
        _ => None,
    };
    (step.number, step.events.iter().filter_map(flight).collect())
}

/// The shortcuts of the board; each is shown beside what it does.
fn on_key(selection: Selection, event: &KeyboardEvent) {
    // Enter belongs to the focused button.
    if event.key() == "Enter" && is_within(event, "a, button, summary, [role=button]") {
        return;
    }
    let back = event.shift_key();
    let stage = selection.stage.get_untracked();
    match (event.key().to_ascii_lowercase().as_str(), stage) {
        ("escape", _) => selection.clear(),
        ("t", TurnStage::Take) => selection.next_tile(back),
        ("p", TurnStage::Take) => selection.next_place(back),
        ("enter" | "g", TurnStage::Take) => selection.take(true),
        ("enter" | "g", TurnStage::Pay) => selection.pay(),
        ("enter" | "g", TurnStage::Choose) => selection.try_act(Action::Skip),
        (number, TurnStage::Choose) => {
            let place = number.parse().unwrap_or(0_usize).wrapping_sub(1);
            if let Some(&resource) = Resource::ALL.get(place) {
                selection.try_act(Action::Choose(resource));
            }
        }
        ("a", TurnStage::Activate) => selection.activate_free(),
        ("e", TurnStage::Activate) => selection.act(Action::End),
        _ => {}
    }
}
