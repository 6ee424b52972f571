//! What is shown when the program has run into a fault of its own: never a dead screen.

use std::cell::RefCell;
use std::panic;

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use web_sys::Element;

use crate::browser;

/// How the record of a game is written, should it be wanted.
type Record = Box<dyn Fn() -> String>;

thread_local! {
    /// The game on the table, kept where a panic can still reach it.
    static RECORD: RefCell<Option<Record>> = const { RefCell::new(None) };
}

/// Remembers the game on the table.
pub(crate) fn remember(record: impl Fn() -> String + 'static) {
    RECORD.set(Some(Box::new(record)));
}

/// Makes a panic show a page with the record and a way back.
pub(crate) fn show_panics() {
    panic::set_hook(Box::new(|panic| {
        console_error_panic_hook::hook(panic);
        // Whatever fails here has been said on the console already.
        let _ = show(&panic.to_string());
    }));
}

fn show(reason: &str) -> Result<(), JsValue> {
    let record =
        RECORD.with_borrow(|record| record.as_ref().map(|record| record())).unwrap_or_default();
    let part = |id: &str| document().get_element_by_id(id).ok_or(JsValue::NULL);
    part("crash-reason")?.set_text_content(Some(reason));
    part("crash-record")?.set_text_content(Some(&record));
    part("crash-save")?.set_attribute("href", &browser::text_address(&record)?)?;
    let here = browser::window().location().href()?;
    part("crash-reload")?.set_attribute("href", &here)?;
    open(&part("crash")?)
}

/// Opens a dialog over everything else.
fn open(dialog: &Element) -> Result<(), JsValue> {
    dialog.unchecked_ref::<web_sys::HtmlDialogElement>().show_modal()
}
