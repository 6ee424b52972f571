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
use crate::deferred::{self, Deferred};
use crate::table::{BoardContext, Frame, LogPanel, Prompt};

/// Everything below the top bar.
#[component]
pub(crate) fn Board(
    /// The board's context.
    board: BoardContext<Tipperary>,
) -> impl IntoView {
    let progress = move || {
        board.state.with(|game| {
            let players = match game.players() {
                1 => "alone".to_owned(),
                players => format!("{players} players"),
            };
            format!("round {} of {} · {players}", game.round().max(1), game.rounds())
        })
    };
    view! {
        <Frame table=board.table progress=Signal::derive(progress)>
            <Counties board/>
        </Frame>
    }
}

/// The viewer's county.
#[component]
pub(crate) fn Own(
    /// The board's context.
    board: BoardContext<Tipperary>,
) -> impl IntoView {
    let aim = Aim::new(board);
    view! { <div class="tip tried"><Mine board aim/></div> }
}

#[component]
fn Counties(board: BoardContext<Tipperary>) -> impl IntoView {
    let aim = Aim::new(board);
    keys::listen(board, aim);
    let by_finger = browser::matches_media("(pointer: coarse)");
    let sentence = Signal::derive(move || aim.offers.with(|offers| say::sentence(board, offers)));
    let detail =
        Signal::derive(move || aim.offers.with(|offers| say::detail(board, offers, by_finger)));
    let arms = Signal::derive(move || arms_name(board, board.viewer.get()).get());
    let say =
        view! { <Deferred><Prompt sentence detail><Symbol name=arms size=34/></Prompt></Deferred> };
    let mine = view! { <Deferred><Mine board aim/></Deferred> };
    let others = move || view! { <Deferred><Others board/></Deferred> };
    // On phones the other counties are right below the viewer's, elsewhere below players and wheel.
    let others_first = browser::matches_media("(max-width: 799px)").then(others);
    let players = view! { <Deferred><Players board/></Deferred> };
    let wheel = view! { <Deferred><Wheel board aim><Deferred><Track board aim/></Deferred></Wheel></Deferred> };
    let others = others_first.unwrap_or_else(others);
    view! {
        <main class="tip" aria-busy=deferred::aria_busy>
            {say}
            {mine}
            <div class="side">
                {players}
                <Deferred><LogPanel table=board.table/></Deferred>
                <Deferred>{legend(&SYMBOLS)}</Deferred>
            </div>
            {wheel}
            {others}
        </main>
    }
}
