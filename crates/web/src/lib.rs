//! The client: pages, boards and a worker for bots, as WebAssembly.
//!
//! The rules are the same crates that the server runs; nothing about a rule is written here. A page
//! holds a `table::Table` (a game in progress and who sits at it) and shows it through a board,
//! which sees the position and offers what the rules offer.
#![forbid(unsafe_code)]
#![allow(unreachable_pub, reason = "the component macro makes public what it makes")]
#![allow(
    clippy::unnecessary_wraps,
    reason = "whether a part can be fetched is found out by a macro"
)]
#![allow(clippy::large_types_passed_by_value, reason = "a handle is a handful of ids of signals")]

mod app;
mod art;
mod boards;
mod browser;
mod crash;
mod each;
mod later;
mod markdown;
mod net;
mod pages;
mod settled;
mod soon;
mod table;
mod worker;

use shelf::{AnyGame, Shelf};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_split_helpers::wasm_split;

/// Makes the page ready for the program.
#[wasm_bindgen]
pub fn prepare() {
    crash::show_panics();
    app::prepare();
}

/// Starts the page.
#[wasm_bindgen]
pub fn start() {
    app::mount();
}

/// Starts the worker that bots think in.
///
/// # Errors
/// If what they think with cannot be fetched.
#[wasm_bindgen]
pub async fn start_worker() -> Result<(), JsError> {
    worker::listen().await
}

/// The state that a record leads to, as a number in hexadecimal digits that is the same on every
/// machine.
///
/// # Errors
/// What is wrong with the record, and where.
#[wasm_bindgen]
pub async fn state_hash(record: String) -> Result<String, JsError> {
    hash_of(record).await
}

#[wasm_split(online, fallible)]
fn hash_of(record: String) -> Result<String, JsError> {
    match AnyGame::load(&Shelf::new(), &record) {
        Ok(game) => Ok(format!("{:016x}", game.hash())),
        Err(error) => Err(JsError::new(&format!("line {}: {}", error.line, error.reason))),
    }
}
