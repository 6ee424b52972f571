//! What is shown when the program has run into a fault of its own: never a dead screen.

use std::cell::{Cell, RefCell};
use std::panic;
use std::sync::Arc;

use leptos::prelude::*;
use shelf::AnyGame;
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use web_sys::Element;

use crate::browser;

/// How the record of a game is written, should it be wanted.
type Record = Box<dyn Fn() -> String>;

thread_local! {
    /// The games that the page shows, the last one on top, where a panic can still reach them.
    static RECORDS: RefCell<Vec<(u32, Record)>> = const { RefCell::new(Vec::new()) };
    /// How many tables there have been.
    static TABLES: Cell<u32> = const { Cell::new(0) };
}

/// Remembers the game on a table, whatever it becomes, for as long as the page shows it.
pub(crate) fn remember(game: RwSignal<Arc<AnyGame>>) {
    let table = TABLES.get() + 1;
    TABLES.set(table);
    let forget = move || RECORDS.with_borrow_mut(|records| records.retain(|(it, _)| *it != table));
    Effect::new(move |_| {
        // A panic finds what is here, and asks no signal that may be at work.
        let game = game.get();
        forget();
        RECORDS.with_borrow_mut(|records| records.push((table, Box::new(move || game.record()))));
    });
    on_cleanup(forget);
}

/// Makes a panic show a page with the record and a way back.
pub(crate) fn show_panics() {
    panic::set_hook(Box::new(|panic| {
        console_error_panic_hook::hook(panic);
        show(&panic.to_string());
    }));
}

/// Shows the page for a fault of the program.
pub(crate) fn show(reason: &str) {
    // Whatever fails here is on the console already.
    let _ = fill(reason);
}

fn fill(reason: &str) -> Result<(), JsValue> {
    let record = RECORDS.with_borrow(|records| records.last().map(|(_, record)| record()));
    let part = |id: &str| document().get_element_by_id(id).ok_or(JsValue::NULL);
    part("crash-reason")?.set_text_content(Some(reason));
    match record {
        Some(record) => {
            part("crash-record")?.set_text_content(Some(&record));
            part("crash-save")?.set_attribute("href", &browser::text_address(&record)?)?;
        }
        // Away from a table there is nothing to save.
        None => part("crash")?.set_class_name("no-game"),
    }
    let here = browser::window().location().href()?;
    part("crash-reload")?.set_attribute("href", &here)?;
    open(&part("crash")?)
}

/// Opens a dialog over everything else.
fn open(dialog: &Element) -> Result<(), JsValue> {
    dialog.unchecked_ref::<web_sys::HtmlDialogElement>().show_modal()
}
