//! The board of Glen More: the track around the warehouse, the displays, and the turn panel.

mod display;
mod geometry;
mod legend;
mod offers;
mod people;
mod plan;
mod players;
mod say;
mod tile;
mod track;
mod ui;
mod warehouse;
mod words;

use glen_more::{Action, Event, GlenMore, Resource};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use rules::Game;

use self::display::OwnDisplay;
use self::legend::SYMBOLS;
use self::plan::Plan;
use self::players::{Others, Players};
use self::say::{Steps, detail, sentence};
use self::tile::picture;
use self::track::TrackView;
use self::ui::{Stage, Ui};
use super::flight::{Flight, Last, sky};
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
    let ui = Ui::new(board);
    listen_to_keys(move |event| press(ui, event));
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
            <Panels ui/>
        </Frame>
    }
}

/// The track, the viewer's display and the turn panel.
#[component]
pub(crate) fn Own(
    /// The board's context.
    board: BoardContext<GlenMore>,
) -> impl IntoView {
    let ui = Ui::new(board);
    view! {
        <div class=move || format!("gm tried {}", seat_class(board.viewer.get()))>
            <TrackView ui/>
            <OwnDisplay ui/>
            <Plan ui/>
        </div>
    }
}

/// Everything below the top bar.
#[component]
fn Panels(ui: Ui) -> impl IntoView {
    let board = ui.board();
    // In the order of phones.
    let say = view! {
        <Deferred>
            <Prompt sentence=Signal::derive(move || sentence(ui)) detail=Signal::derive(move || detail(ui))>
                {move || view! { <SeatMark seat=board.viewer.get() size=34/> }}
            </Prompt>
        </Deferred>
    };
    let steps = view! { <Deferred><Steps ui/></Deferred> };
    let track = view! { <Deferred><TrackView ui/></Deferred> };
    let display = view! { <Deferred rich=true><OwnDisplay ui/></Deferred> };
    let plan = view! { <Deferred><Plan ui/></Deferred> };
    let others = view! { <Deferred><Others ui/></Deferred> };
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
            {sky(Box::new(move || taken(board)))}
        </main>
    }
}

/// The animation of the tile that the last action took from the track.
fn taken(board: BoardContext<GlenMore>) -> Last {
    let Some(step) = board.last_action.get() else { return (0, Vec::new()) };
    let flight = |event: &Event| match *event {
        Event::Took { seat, tile, space, at } => Some(Flight {
            symbol: picture(board.state.with_untracked(|state| state.tile(tile))).to_owned(),
            from: format!("space-{space}"),
            to: format!("tile-{seat}-{at}"),
        }),
        _ => None,
    };
    (step.number, step.events.iter().filter_map(flight).collect())
}

/// The shortcuts of the board; each is shown beside what it does.
fn press(ui: Ui, event: &KeyboardEvent) {
    // Enter belongs to the focused button.
    if event.key() == "Enter" && is_within(event, "a, button, summary, [role=button]") {
        return;
    }
    let back = event.shift_key();
    let stage = ui.stage.get_untracked();
    match (event.key().to_ascii_lowercase().as_str(), stage) {
        ("escape", _) => ui.let_go(),
        ("t", Stage::Take) => ui.next_tile(back),
        ("p", Stage::Take) => ui.next_place(back),
        ("enter" | "g", Stage::Take) => ui.take(true),
        ("enter" | "g", Stage::Pay) => ui.pay(),
        ("enter" | "g", Stage::Choose) => ui.try_act(Action::Skip),
        (number, Stage::Choose) => {
            let place = number.parse().unwrap_or(0_usize).wrapping_sub(1);
            if let Some(&resource) = Resource::ALL.get(place) {
                ui.try_act(Action::Choose(resource));
            }
        }
        ("a", Stage::Activate) => ui.activate_free(),
        ("e", Stage::Activate) => ui.act(Action::End),
        _ => {}
    }
}
