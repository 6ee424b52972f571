//! The board of Tipperary: the viewer's county with the selected piece, the wheel, and the counties
//! of the others.

mod badges;
mod county;
mod geometry;
mod keys;
mod legend;
mod offers;
mod overlays;
mod own_county;
mod players;
mod pointer;
mod prompt;
mod selection;
mod tile;
mod track;
mod tray;
mod wheel;

use leptos::prelude::*;
use rules::Game;
use tipperary::Tipperary;

use self::legend::SYMBOLS;
use self::own_county::OwnCounty;
use self::players::{Others, Players, arms_name};
use self::selection::Selection;
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
pub(crate) fn OwnArea(
    /// The board's context.
    board: BoardContext<Tipperary>,
) -> impl IntoView {
    let selection = Selection::new(board);
    view! { <div class="tip tried"><OwnCounty board selection/></div> }
}

#[component]
fn Counties(board: BoardContext<Tipperary>) -> impl IntoView {
    let selection = Selection::new(board);
    keys::listen(board, selection);
    let is_touch = browser::matches_media("(pointer: coarse)");
    let sentence =
        Signal::derive(move || selection.offers.with(|offers| prompt::sentence(board, offers)));
    let detail = Signal::derive(move || {
        selection.offers.with(|offers| prompt::detail(board, offers, is_touch))
    });
    let arms = Signal::derive(move || arms_name(board, board.viewer.get()).get());
    let prompt_view =
        view! { <Deferred><Prompt sentence detail><Symbol name=arms size=34/></Prompt></Deferred> };
    let own_county = view! { <Deferred><OwnCounty board selection/></Deferred> };
    let others = move || view! { <Deferred><Others board/></Deferred> };
    // On phones the other counties are right below the viewer's, elsewhere below players and wheel.
    let others_first = browser::matches_media("(max-width: 799px)").then(others);
    let players = view! { <Deferred><Players board/></Deferred> };
    let wheel = view! { <Deferred><Wheel board selection><Deferred><Track board selection/></Deferred></Wheel></Deferred> };
    let others = others_first.unwrap_or_else(others);
    view! {
        <main class="tip" aria-busy=deferred::aria_busy>
            {prompt_view}
            {own_county}
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
