//! The browser client: pages, boards and the Web Worker that bots run in, compiled to WebAssembly.
//!
//! The rules are the crates that the server runs as well; the client implements no rules. A page
//! holds a `table::Table` (a game in progress and its players) and shows it through a board, which
//! draws the position and offers the legal actions.
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
mod deferred;
mod guest_name;
mod keyed_list;
mod lazy;
mod markdown;
mod net;
mod pages;
mod signals;
mod table;
mod top_bar;
mod worker;

use registry::{AnyGame, Registry};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_split_helpers::wasm_split;

/// Installs the panic hook and the executor. Called before `start`.
#[wasm_bindgen]
pub fn prepare() {
    crash::install_panic_hook();
    app::prepare();
}

/// Mounts the app.
#[wasm_bindgen]
pub fn start() {
    app::mount();
}

/// Starts the Web Worker that bots run in.
///
/// # Errors
/// If the worker's chunk cannot be fetched.
#[wasm_bindgen]
pub async fn start_worker() -> Result<(), JsError> {
    worker::listen().await
}

/// The hash of the state that a record leads to, in hexadecimal digits. It is the same on every
/// platform.
///
/// # Errors
/// The line and the reason if the record is not valid.
#[wasm_bindgen]
pub async fn state_hash(record: String) -> Result<String, JsError> {
    hash_of(record).await
}

#[wasm_split(online, fallible)]
fn hash_of(record: String) -> Result<String, JsError> {
    match AnyGame::load(&Registry::new(), &record) {
        Ok(game) => Ok(format!("{:016x}", game.hash())),
        Err(error) => Err(JsError::new(&format!("line {}: {}", error.line, error.reason))),
    }
}
