//! The boards: one for each game, drawn from its state.

mod foxy_and_wooly;
mod glen_more;
mod tipperary;

pub(crate) use foxy_and_wooly::token_name;
use leptos::prelude::*;
use shelf::GameId;

use crate::table::{Desk, Table};

/// The board of whichever game is on the table.
#[component]
pub(crate) fn Board(
    /// The table.
    table: Table,
) -> impl IntoView {
    match table.game.with_untracked(|game| game.id()) {
        GameId::Tipperary => view! { <tipperary::Board desk=Desk::new(table)/> }.into_any(),
        GameId::GlenMore => view! { <glen_more::Board desk=Desk::new(table)/> }.into_any(),
        GameId::FoxyAndWooly => view! { <foxy_and_wooly::Board desk=Desk::new(table)/> }.into_any(),
    }
}
