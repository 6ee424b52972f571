//! Keys that act wherever the focus is.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use crate::browser::is_on;

/// Whether keys that write a character act is kept under this name.
pub(super) const KEYS: &str = "keys";

/// Listens to the keys that are meant for a board, as long as it is shown.
pub(crate) fn listen_to_keys(obey: impl Fn(&KeyboardEvent) + 'static) {
    let listener = window_event_listener(ev::keydown, move |event| {
        if is_for_the_board(&event) {
            obey(&event);
        }
    });
    on_cleanup(move || listener.remove());
}

/// Whether what has the focus is, or lies in, something of that selector.
pub(crate) fn is_within(event: &KeyboardEvent, selector: &str) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|it| it.closest(selector).is_ok_and(|found| found.is_some()))
}

fn is_for_the_board(event: &KeyboardEvent) -> bool {
    let modified = event.ctrl_key() || event.meta_key() || event.alt_key();
    let typing = is_within(event, "input, select, textarea, dialog, .menu");
    !modified && !typing && (!writes(&event.key()) || is_on(KEYS))
}

/// Whether a key writes a character. Who speaks to their computer, or touches keys unawares, can
/// switch those off; arrows, Enter and Escape stay.
fn writes(key: &str) -> bool {
    key != " " && key.chars().count() == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_digits_and_signs_write() {
        assert!(["a", "R", "7", "+", "é"].into_iter().all(writes));
        assert!(["Enter", "ArrowUp", "Escape", " ", "Tab"].into_iter().all(|key| !writes(key)));
    }
}
