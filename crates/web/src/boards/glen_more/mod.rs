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
use crate::soon::{self, Soon};
use crate::table::{Desk, Frame, LogBox, Say, SeatMark, is_within, listen_to_keys};

/// Everything below the top bar.
#[component]
pub(crate) fn Board(
    /// The board's context.
    desk: Desk<GlenMore>,
) -> impl IntoView {
    let ui = Ui::new(desk);
    listen_to_keys(move |event| press(ui, event));
    let progress = move || {
        desk.state.with(|state| {
            let stack = state.set().current_stack(state.left());
            let stack = stack.map_or_else(
                || "last tiles".to_owned(),
                |(stack, rest)| format!("stack {stack}, {} to come", rest.len()),
            );
            format!("{stack} · {} players", state.players())
        })
    };
    view! {
        <Frame table=desk.table progress=Signal::derive(progress)>
            <Panels ui/>
        </Frame>
    }
}

/// The track, the viewer's display and the turn panel.
#[component]
pub(crate) fn Own(
    /// The board's context.
    desk: Desk<GlenMore>,
) -> impl IntoView {
    let ui = Ui::new(desk);
    view! {
        <div class=move || format!("gm tried {}", seat_class(desk.viewer.get()))>
            <TrackView ui/>
            <OwnDisplay ui/>
            <Plan ui/>
        </div>
    }
}

/// Everything below the top bar.
#[component]
fn Panels(ui: Ui) -> impl IntoView {
    let desk = ui.desk();
    // In the order of phones.
    let say = view! {
        <Soon>
            <Say sentence=Signal::derive(move || sentence(ui)) detail=Signal::derive(move || detail(ui))>
                {move || view! { <SeatMark seat=desk.viewer.get() size=34/> }}
            </Say>
        </Soon>
    };
    let steps = view! { <Soon><Steps ui/></Soon> };
    let track = view! { <Soon><TrackView ui/></Soon> };
    let display = view! { <Soon rich=true><OwnDisplay ui/></Soon> };
    let plan = view! { <Soon><Plan ui/></Soon> };
    let others = view! { <Soon><Others ui/></Soon> };
    view! {
        <main class=move || format!("gm {}", seat_class(desk.viewer.get())) aria-busy=soon::busy>
            {say}
            {steps}
            {display}
            {track}
            {plan}
            <div class="side">
                <Soon><Players desk/></Soon>
                <Soon><LogBox table=desk.table/></Soon>
                <Soon>{legend(&SYMBOLS)}</Soon>
            </div>
            {others}
            {sky(Box::new(move || taken(desk)))}
        </main>
    }
}

/// The animation of the tile that the last action took from the track.
fn taken(desk: Desk<GlenMore>) -> Last {
    let Some(step) = desk.last.get() else { return (0, Vec::new()) };
    let flight = |event: &Event| match *event {
        Event::Took { seat, tile, space, at } => Some(Flight {
            symbol: picture(desk.state.with_untracked(|state| state.tile(tile))).to_owned(),
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
