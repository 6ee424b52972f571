//! The boards: one for each game, drawn from its state. Each is a part of the program of its own,
//! fetched when the first table of its game is opened.

mod foxy_and_wooly;
mod glen_more;
mod tipperary;

pub(crate) use foxy_and_wooly::token_name;
use leptos::prelude::*;
use leptos::task::spawn_local;
use shelf::GameId;
use wasm_split_helpers::wasm_split;

use crate::browser::{next_task, style_sheet};
use crate::later::{Later, Part, in_a_moment, missing, on_its_way};
use crate::table::{Desk, Table, line_board};

/// The board of whichever game is on the table, or of the private line that is tried there.
#[component]
pub(crate) fn Board(
    /// The table.
    table: Table,
) -> impl IntoView {
    move || match table.study.line.get() {
        Some(start) => line_board(table, &start),
        None => board_of(table),
    }
}

fn board_of(table: Table) -> AnyView {
    let game = table.game.with_untracked(|game| game.id());
    fetch(game);
    let styled = style_sheet(game.info().id);
    let board = move || match styled.get() {
        Some(true) => view! { <Later part=drawn(game, table)/> }.into_any(),
        Some(false) => missing(),
        None => on_its_way(),
    };
    board.into_any()
}

async fn drawn(game: GameId, table: Table) -> Part {
    match game {
        GameId::Tipperary => tipperary_board(table).await,
        GameId::GlenMore => glen_more_board(table).await,
        GameId::FoxyAndWooly => foxy_and_wooly_board(table).await,
    }
}

/// Fetches the board of a game that is about to be played, and its style sheet.
pub(crate) fn fetch(game: GameId) {
    spawn_local(async move {
        next_task().await;
        // Whatever fails here is tried again, and told, when the board is shown.
        style_sheet(game.info().id);
        let _ = match game {
            GameId::Tipperary => fetch_tipperary().await,
            GameId::GlenMore => fetch_glen_more().await,
            GameId::FoxyAndWooly => fetch_foxy_and_wooly().await,
        };
    });
}

#[wasm_split(tipperary, fallible, preload(fetch_tipperary))]
fn tipperary_board(table: Table) -> Part {
    Ok(in_a_moment(move || view! { <tipperary::Board desk=Desk::new(table)/> }.into_any()))
}

#[wasm_split(glen_more, fallible, preload(fetch_glen_more))]
fn glen_more_board(table: Table) -> Part {
    Ok(in_a_moment(move || view! { <glen_more::Board desk=Desk::new(table)/> }.into_any()))
}

#[wasm_split(foxy_and_wooly, fallible, preload(fetch_foxy_and_wooly))]
fn foxy_and_wooly_board(table: Table) -> Part {
    Ok(in_a_moment(move || view! { <foxy_and_wooly::Board desk=Desk::new(table)/> }.into_any()))
}
