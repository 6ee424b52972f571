//! The board of Foxy & Wooly: the field, the viewer's pasture and hand, the decision that is due,
//! and the pastures of the others.

mod auction;
mod choice;
mod field;
mod flight;
mod geometry;
mod hand;
mod intent;
mod keys;
mod legend;
mod offer;
mod others;
mod pasture;
mod token;
mod words;

use foxy_and_wooly::FoxyAndWooly;
use leptos::prelude::*;
use rules::{Game, Turn};

pub(crate) use self::words::token_name;

use self::choice::Choice;
use self::field::Field;
use self::flight::flights;
use self::hand::Mine;
use self::intent::Intent;
use self::keys::Keys;
use self::legend::Legend;
use self::others::Others;
use super::flight::{Last, sky};
use crate::deferred::{self, Deferred};
use crate::table::{BoardContext, Frame, LogPanel, Prompt, SeatMark};

/// Everything below the top bar.
#[component]
pub(crate) fn Board(
    /// The board's context.
    board: BoardContext<FoxyAndWooly>,
) -> impl IntoView {
    let intent = Intent::new(board);
    let progress = move || {
        board.state.with(|state| {
            let last = state.field_len();
            format!("token {} of {last}", (state.place() + 1).min(last))
        })
    };
    let sentence = Signal::derive(move || sentence(intent));
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
                <Panels intent/>
                <Keys intent/>
                {sky(Box::new(move || moved(board)))}
            </main>
        </Frame>
    }
}

/// The animations of the last action.
fn moved(board: BoardContext<FoxyAndWooly>) -> Last {
    board.last_action.with(|last| {
        last.as_ref().map(|step| (step.number, flights(&step.events))).unwrap_or_default()
    })
}

/// The decision that is due, and the viewer's pasture.
#[component]
pub(crate) fn Own(
    /// The board's context.
    board: BoardContext<FoxyAndWooly>,
) -> impl IntoView {
    let intent = Intent::new(board);
    view! { <div class="fw tried"><Choice intent/><Mine intent/></div> }
}

/// The field, the decision that is due, and all pastures.
#[component]
fn Panels(intent: Intent) -> impl IntoView {
    let board = intent.board;
    // On phones the log is below the other pastures.
    let field = view! { <Deferred><Field board/></Deferred> };
    let choice = view! { <Deferred><Choice intent/></Deferred> };
    let mine = view! { <Deferred><Mine intent/></Deferred> };
    let others = view! { <Deferred rich=true><Others board/></Deferred> };
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
fn sentence(intent: Intent) -> String {
    let board = intent.board;
    let Some(seat) = board.to_act.get() else {
        let live = board.table.is_live();
        return board.state.with(|state| words::to_wait_for(state, &board.names.get(), live));
    };
    let to_do = board.state.with(|state| intent.offer.with(|offer| words::to_do(state, offer)));
    match board.table.own_seats.with(Vec::len) {
        1 => to_do,
        _ => format!("{}: {to_do}", board.name(seat)),
    }
}
