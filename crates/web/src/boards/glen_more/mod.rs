//! The board of Glen More: the track around the warehouse, displays, and the plan of one's turn.

mod display;
mod geometry;
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

use glen_more::GlenMore;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use rules::Game;
use wasm_bindgen::JsCast;

use self::display::OwnDisplay;
use self::plan::Plan;
use self::players::{Others, Players};
use self::say::{Steps, detail, sentence};
use self::track::TrackView;
use self::ui::{Stage, Ui};
use crate::art::seat_class;
use crate::table::{Desk, Frame, LogBox, Say, SeatMark};

/// The whole table below the bar.
#[component]
pub(crate) fn Board(
    /// The desk.
    desk: Desk<GlenMore>,
) -> impl IntoView {
    let ui = Ui::new(desk);
    let keys = window_event_listener(leptos::ev::keydown, move |event| press(ui, &event));
    on_cleanup(move || keys.remove());
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
            <main class=move || format!("gm {}", seat_class(desk.viewer.get()))>
                <Say sentence=Signal::derive(move || sentence(ui)) detail=Signal::derive(move || detail(ui))>
                    {move || view! { <SeatMark seat=desk.viewer.get() size=34/> }}
                </Say>
                <Steps ui/>
                <OwnDisplay ui/>
                <TrackView ui/>
                <Plan ui/>
                <div class="side"><Players desk/><LogBox table=desk.table/></div>
                <Others ui/>
            </main>
        </Frame>
    }
}

/// Whether the key belongs to what has the focus.
fn is_taken(event: &KeyboardEvent) -> bool {
    let within = |selector: &str| {
        let target = event.target().and_then(|it| it.dyn_into::<web_sys::Element>().ok());
        target.is_some_and(|it| it.closest(selector).ok().flatten().is_some())
    };
    let typing = within("input, select, textarea, dialog");
    let pressing = event.key() == "Enter" && within("a, button, summary, [role=button]");
    event.ctrl_key() || event.meta_key() || event.alt_key() || typing || pressing
}

/// The keys of the board; each stands beside what it does.
fn press(ui: Ui, event: &KeyboardEvent) {
    if is_taken(event) {
        return;
    }
    let back = event.shift_key();
    let stage = ui.stage.get_untracked();
    match (event.key().to_ascii_lowercase().as_str(), stage) {
        ("t", Stage::Take) => ui.next_tile(back),
        ("p", Stage::Take) => ui.next_place(back),
        ("enter" | "g", Stage::Take) => ui.take(true),
        ("enter" | "g", Stage::Pay) => ui.pay(),
        ("a", Stage::Activate) => ui.activate_free(),
        ("e", Stage::Activate) => ui.act(glen_more::Action::End),
        ("escape", _) => ui.let_go(),
        _ => {}
    }
}
