//! The dialog that is shown when the client panics. It offers the record of the game on the page.

use std::cell::{Cell, RefCell};
use std::panic;
use std::sync::Arc;

use leptos::prelude::*;
use registry::AnyGame;
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use web_sys::Element;

use crate::browser;

/// Writes the record of a game.
type WriteRecord = Box<dyn Fn() -> String>;

thread_local! {
    /// The games on the page, the last opened one last. A panic hook can reach them here.
    static RECORDS: RefCell<Vec<(u32, WriteRecord)>> = const { RefCell::new(Vec::new()) };
    /// The number of games registered so far; the next one's key.
    static REGISTERED: Cell<u32> = const { Cell::new(0) };
}

/// Registers a table's game for the crash dialog for as long as the page shows it.
pub(crate) fn register_game(game: RwSignal<Arc<AnyGame>>) {
    let key = REGISTERED.get() + 1;
    REGISTERED.set(key);
    let forget = move || RECORDS.with_borrow_mut(|records| records.retain(|(it, _)| *it != key));
    Effect::new(move |_| {
        // The panic hook must not read signals, which may be borrowed at that moment.
        let game = game.get();
        forget();
        RECORDS.with_borrow_mut(|records| records.push((key, Box::new(move || game.record()))));
    });
    on_cleanup(forget);
}

/// Installs a panic hook that logs to the console and shows the crash dialog.
pub(crate) fn install_panic_hook() {
    panic::set_hook(Box::new(|panic| {
        console_error_panic_hook::hook(panic);
        show(&panic.to_string());
    }));
}

/// Shows the crash dialog.
pub(crate) fn show(reason: &str) {
    // The panic itself is on the console already.
    let _ = fill_dialog(reason);
}

fn fill_dialog(reason: &str) -> Result<(), JsValue> {
    let record = RECORDS.with_borrow(|records| records.last().map(|(_, record)| record()));
    let element = |id: &str| document().get_element_by_id(id).ok_or(JsValue::NULL);
    element("crash-reason")?.set_text_content(Some(reason));
    match record {
        Some(record) => {
            element("crash-record")?.set_text_content(Some(&record));
            element("crash-save")?.set_attribute("href", &browser::text_url(&record)?)?;
        }
        // There is no game on the page, so there is no record to save.
        None => element("crash")?.set_class_name("no-game"),
    }
    let url = browser::window().location().href()?;
    element("crash-reload")?.set_attribute("href", &url)?;
    open(&element("crash")?)
}

/// Opens the dialog as a modal one.
fn open(dialog: &Element) -> Result<(), JsValue> {
    dialog.unchecked_ref::<web_sys::HtmlDialogElement>().show_modal()
}
