//! The board of Foxy & Wooly: the field, the viewer's pasture and hand, the decision that is due,
//! and the pastures of the others.

mod animations;
mod auction;
mod decision;
mod field;
mod geometry;
mod keys;
mod legend;
mod offers;
mod others;
mod own_panel;
mod pasture;
mod selection;
mod token_art;
mod words;

use foxy_and_wooly::FoxyAndWooly;
use leptos::prelude::*;
use rules::{Game, Turn};

pub(crate) use self::words::token_name;

use self::animations::animations_of;
use self::decision::Decision;
use self::field::Field;
use self::keys::Shortcuts;
use self::legend::Legend;
use self::others::Others;
use self::own_panel::OwnPanel;
use self::selection::Selection;
use super::animation::{ActionAnimations, animation_layer};
use crate::deferred::{self, Deferred};
use crate::table::{BoardContext, Frame, LogPanel, Prompt, SeatMark};

/// Everything below the top bar.
#[component]
pub(crate) fn Board(
    /// The board's context.
    board: BoardContext<FoxyAndWooly>,
) -> impl IntoView {
    let selection = Selection::new(board);
    let progress = move || {
        board.state.with(|state| {
            let last = state.field_len();
            format!("token {} of {last}", (state.place() + 1).min(last))
        })
    };
    let sentence = Signal::derive(move || sentence(selection));
    let detail =
        Signal::derive(move || board.state.with(|state| words::detail(state, &board.names.get())));
    let actor = move || {
        let turn = board.state.with(|state| state.turn());
        match turn {
            Turn::Seats(seats) => seats.first().unwrap_or_else(|| board.viewer.get()),
            Turn::Dealer | Turn::Over => board.viewer.get(),
        }
    };
    view! {
        <Frame table=board.table progress=Signal::derive(progress)>
            <main class="fw" aria-busy=deferred::aria_busy>
                <Deferred>
                    <Prompt sentence detail>
                        {move || view! { <SeatMark seat=actor() size=30/> }}
                    </Prompt>
                </Deferred>
                <Panels selection/>
                <Shortcuts selection/>
                {animation_layer(Box::new(move || last_animations(board)))}
            </main>
        </Frame>
    }
}

/// The animations of the last action.
fn last_animations(board: BoardContext<FoxyAndWooly>) -> ActionAnimations {
    board.last_action.with(|last| {
        last.as_ref().map(|step| (step.number, animations_of(&step.events))).unwrap_or_default()
    })
}

/// The decision that is due, and the viewer's pasture.
#[component]
pub(crate) fn OwnArea(
    /// The board's context.
    board: BoardContext<FoxyAndWooly>,
) -> impl IntoView {
    let selection = Selection::new(board);
    view! { <div class="fw tried"><Decision selection/><OwnPanel selection/></div> }
}

/// The field, the decision that is due, and all pastures.
#[component]
fn Panels(selection: Selection) -> impl IntoView {
    let board = selection.board;
    // On phones the log is below the other pastures.
    let field = view! { <Deferred><Field board/></Deferred> };
    let choice = view! { <Deferred><Decision selection/></Deferred> };
    let mine = view! { <Deferred><OwnPanel selection/></Deferred> };
    let others = view! { <Deferred own_frame=true><Others board/></Deferred> };
    view! {
        {field}
        {choice}
        <div class="mid">
            {mine}
            <Deferred><LogPanel table=board.table/></Deferred>
        </div>
        {others}
        <Deferred><Legend/></Deferred>
    }
}

/// The prompt; it starts with the player's name if several people share the device.
fn sentence(selection: Selection) -> String {
    let board = selection.board;
    let Some(seat) = board.to_act.get() else {
        let live = board.table.is_live();
        return board.state.with(|state| words::waiting_prompt(state, &board.names.get(), live));
    };
    let prompt =
        board.state.with(|state| selection.offers.with(|offers| words::prompt(state, offers)));
    match board.table.own_seats.with(Vec::len) {
        1 => prompt,
        _ => format!("{}: {prompt}", board.name(seat)),
    }
}
