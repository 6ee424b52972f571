//! The boards: one for each game, drawn from its state. Each is a chunk that is fetched when the
//! first table of its game is opened.

mod animation;
mod foxy_and_wooly;
mod glen_more;
mod legend;
mod tipperary;

pub(crate) use foxy_and_wooly::token_name;
use leptos::prelude::*;
use leptos::task::spawn_local;
use registry::GameId;
use wasm_split_helpers::wasm_split;

use crate::browser::{next_task, style_sheet};
use crate::lazy::{Lazy, LazyView, deferred_page, load_failed, loading_page};
use crate::table::{BoardContext, Table, private_line_board};

/// The board of a table, or of the private line that is tried there.
#[component]
pub(crate) fn Board(
    /// The table.
    table: Table,
) -> impl IntoView {
    move || match table.study.line.get() {
        Some(start) => private_line_board(table, &start),
        None => board_of(table, BoardExtent::Whole),
    }
}

/// How much of a board is drawn.
#[derive(Copy, Clone, PartialEq, Eq)]
enum BoardExtent {
    /// The page of a table.
    Whole,
    /// The viewer's area only, within another page.
    OwnArea,
}

/// The viewer's area of a table's board, to be shown within another page.
pub(crate) fn own_area(table: Table) -> AnyView {
    board_of(table, BoardExtent::OwnArea)
}

fn board_of(table: Table, extent: BoardExtent) -> AnyView {
    let game = table.game.with_untracked(|game| game.id());
    fetch(game);
    let styled = style_sheet(game.info().id);
    let placeholder: fn() -> AnyView = match extent {
        BoardExtent::Whole => loading_page,
        BoardExtent::OwnArea => || ().into_any(),
    };
    let board = move || match styled.get() {
        Some(true) => view! { <Lazy view=lazy_board(game, table, extent) placeholder/> }.into_any(),
        Some(false) => load_failed(),
        None => placeholder(),
    };
    board.into_any()
}

async fn lazy_board(game: GameId, table: Table, extent: BoardExtent) -> LazyView {
    match game {
        GameId::Tipperary => tipperary_board(table, extent).await,
        GameId::GlenMore => glen_more_board(table, extent).await,
        GameId::FoxyAndWooly => foxy_and_wooly_board(table, extent).await,
    }
}

/// Fetches the board of a game that is about to be played, and its style sheet.
pub(crate) fn fetch(game: GameId) {
    spawn_local(async move {
        next_task().await;
        // A failure is reported when the board is shown, which tries again.
        style_sheet(game.info().id);
        let _ = match game {
            GameId::Tipperary => fetch_tipperary().await,
            GameId::GlenMore => fetch_glen_more().await,
            GameId::FoxyAndWooly => fetch_foxy_and_wooly().await,
        };
    });
}

#[wasm_split(tipperary, fallible, preload(fetch_tipperary))]
fn tipperary_board(table: Table, extent: BoardExtent) -> LazyView {
    Ok(match extent {
        BoardExtent::Whole => deferred_page(move || {
            view! { <tipperary::Board board=BoardContext::new(table)/> }.into_any()
        }),
        BoardExtent::OwnArea => {
            view! { <tipperary::OwnArea board=BoardContext::new(table)/> }.into_any()
        }
    })
}

#[wasm_split(glen_more, fallible, preload(fetch_glen_more))]
fn glen_more_board(table: Table, extent: BoardExtent) -> LazyView {
    Ok(match extent {
        BoardExtent::Whole => deferred_page(move || {
            view! { <glen_more::Board board=BoardContext::new(table)/> }.into_any()
        }),
        BoardExtent::OwnArea => {
            view! { <glen_more::OwnArea board=BoardContext::new(table)/> }.into_any()
        }
    })
}

#[wasm_split(foxy_and_wooly, fallible, preload(fetch_foxy_and_wooly))]
fn foxy_and_wooly_board(table: Table, extent: BoardExtent) -> LazyView {
    Ok(match extent {
        BoardExtent::Whole => deferred_page(move || {
            view! { <foxy_and_wooly::Board board=BoardContext::new(table)/> }.into_any()
        }),
        BoardExtent::OwnArea => {
            view! { <foxy_and_wooly::OwnArea board=BoardContext::new(table)/> }.into_any()
        }
    })
}
