//! The board of Tipperary: the viewer's county with the selected piece, the wheel, and the counties
//! of the others.

mod aim;
mod badges;
mod county;
mod geometry;
mod ghost;
mod keys;
mod legend;
mod mine;
mod offer;
mod players;
mod pointer;
mod say;
mod tile;
mod track;
mod tray;
mod wheel;

use leptos::prelude::*;
use rules::Game;
use tipperary::Tipperary;

use self::aim::Aim;
use self::legend::SYMBOLS;
use self::mine::Mine;
use self::players::{Others, Players, arms_name};
use self::track::Track;
use self::wheel::Wheel;
use super::legend::legend;
use crate::art::Symbol;
use crate::browser;
use crate::soon::{self, Soon};
use crate::table::{Desk, Frame, LogBox, Say};

/// Everything below the top bar.
#[component]
pub(crate) fn Board(
    /// The board's context.
    desk: Desk<Tipperary>,
) -> impl IntoView {
    let progress = move || {
        desk.state.with(|game| {
            let players = match game.players() {
                1 => "alone".to_owned(),
                players => format!("{players} players"),
            };
            format!("round {} of {} · {players}", game.round().max(1), game.rounds())
        })
    };
    view! {
        <Frame table=desk.table progress=Signal::derive(progress)>
            <Counties desk/>
        </Frame>
    }
}

/// The viewer's county.
#[component]
pub(crate) fn Own(
    /// The board's context.
    desk: Desk<Tipperary>,
) -> impl IntoView {
    let aim = Aim::new(desk);
    view! { <div class="tip tried"><Mine desk aim/></div> }
}

#[component]
fn Counties(desk: Desk<Tipperary>) -> impl IntoView {
    let aim = Aim::new(desk);
    keys::listen(desk, aim);
    let by_finger = browser::matches("(pointer: coarse)");
    let sentence = Signal::derive(move || aim.offers.with(|offers| say::sentence(desk, offers)));
    let detail =
        Signal::derive(move || aim.offers.with(|offers| say::detail(desk, offers, by_finger)));
    let arms = Signal::derive(move || arms_name(desk, desk.viewer.get()).get());
    let say = view! { <Soon><Say sentence detail><Symbol name=arms size=34/></Say></Soon> };
    let mine = view! { <Soon><Mine desk aim/></Soon> };
    let others = move || view! { <Soon><Others desk/></Soon> };
    // On phones the other counties are right below the viewer's, elsewhere below players and wheel.
    let others_first = browser::matches("(max-width: 799px)").then(others);
    let players = view! { <Soon><Players desk/></Soon> };
    let wheel = view! { <Soon><Wheel desk aim><Soon><Track desk aim/></Soon></Wheel></Soon> };
    let others = others_first.unwrap_or_else(others);
    view! {
        <main class="tip" aria-busy=soon::busy>
            {say}
            {mine}
            <div class="side">
                {players}
                <Soon><LogBox table=desk.table/></Soon>
                <Soon>{legend(&SYMBOLS)}</Soon>
            </div>
            {wheel}
            {others}
        </main>
    }
}
