//! The boards: one for each game, drawn from its state.

mod foxy_and_wooly;
mod glen_more;
mod tipperary;

pub(crate) use foxy_and_wooly::token_name;
use leptos::prelude::*;
use shelf::GameId;

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
    match table.game.with_untracked(|game| game.id()) {
        GameId::Tipperary => view! { <tipperary::Board desk=Desk::new(table)/> }.into_any(),
        GameId::GlenMore => view! { <glen_more::Board desk=Desk::new(table)/> }.into_any(),
        GameId::FoxyAndWooly => view! { <foxy_and_wooly::Board desk=Desk::new(table)/> }.into_any(),
    }
}
