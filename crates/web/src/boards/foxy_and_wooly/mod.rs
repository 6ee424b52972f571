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
use crate::soon::{self, Soon};
use crate::table::{Desk, Frame, LogBox, Say, SeatMark};

/// Everything below the top bar.
#[component]
pub(crate) fn Board(
    /// The board's context.
    desk: Desk<FoxyAndWooly>,
) -> impl IntoView {
    let intent = Intent::new(desk);
    let progress = move || {
        desk.state.with(|state| {
            let last = state.field_len();
            format!("token {} of {last}", (state.place() + 1).min(last))
        })
    };
    let sentence = Signal::derive(move || sentence(intent));
    let detail =
        Signal::derive(move || desk.state.with(|state| words::detail(state, &desk.names.get())));
    let actor = move || {
        let turn = desk.state.with(|state| state.turn());
        match turn {
            Turn::Seats(seats) => seats.first().unwrap_or_else(|| desk.viewer.get()),
            Turn::Dealer | Turn::Over => desk.viewer.get(),
        }
    };
    view! {
        <Frame table=desk.table progress=Signal::derive(progress)>
            <main class="fw" aria-busy=soon::busy>
                <Soon>
                    <Say sentence detail>
                        {move || view! { <SeatMark seat=actor() size=30/> }}
                    </Say>
                </Soon>
                <Panels intent/>
                <Keys intent/>
                {sky(Box::new(move || moved(desk)))}
            </main>
        </Frame>
    }
}

/// The animations of the last action.
fn moved(desk: Desk<FoxyAndWooly>) -> Last {
    desk.last.with(|last| {
        last.as_ref().map(|step| (step.number, flights(&step.events))).unwrap_or_default()
    })
}

/// The decision that is due, and the viewer's pasture.
#[component]
pub(crate) fn Own(
    /// The board's context.
    desk: Desk<FoxyAndWooly>,
) -> impl IntoView {
    let intent = Intent::new(desk);
    view! { <div class="fw tried"><Choice intent/><Mine intent/></div> }
}

/// The field, the decision that is due, and all pastures.
#[component]
fn Panels(intent: Intent) -> impl IntoView {
    let desk = intent.desk;
    // On phones the log is below the other pastures.
    let field = view! { <Soon><Field desk/></Soon> };
    let choice = view! { <Soon><Choice intent/></Soon> };
    let mine = view! { <Soon><Mine intent/></Soon> };
    let others = view! { <Soon rich=true><Others desk/></Soon> };
    view! {
        {field}
        {choice}
        <div class="mid">
            {mine}
            <Soon><LogBox table=desk.table/></Soon>
        </div>
        {others}
        <Soon><Legend/></Soon>
    }
}

/// The prompt; it starts with the player's name if several people share the device.
fn sentence(intent: Intent) -> String {
    let desk = intent.desk;
    let Some(seat) = desk.to_act.get() else {
        let live = desk.table.is_live();
        return desk.state.with(|state| words::to_wait_for(state, &desk.names.get(), live));
    };
    let to_do = desk.state.with(|state| intent.offer.with(|offer| words::to_do(state, offer)));
    match desk.table.own.with(Vec::len) {
        1 => to_do,
        _ => format!("{}: {to_do}", desk.name(seat)),
    }
}
