//! Keyboard shortcuts that act wherever the focus is.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use crate::browser::settings::is_on;

/// The setting for shortcuts that are characters.
pub(super) const LETTER_KEYS_SETTING: &str = "keys";

/// Calls `handle` for keys that are meant for the board, until the owner is disposed of.
pub(crate) fn listen_to_keys(handle: impl Fn(&KeyboardEvent) + 'static) {
    let listener = window_event_listener(ev::keydown, move |event| {
        if is_for_the_board(&event) {
            handle(&event);
        }
    });
    on_cleanup(move || listener.remove());
}

/// Whether the event's target is inside an element that matches the selector.
pub(crate) fn is_within(event: &KeyboardEvent, selector: &str) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|it| it.closest(selector).is_ok_and(|found| found.is_some()))
}

fn is_for_the_board(event: &KeyboardEvent) -> bool {
    let modified = event.ctrl_key() || event.meta_key() || event.alt_key();
    let typing = is_within(event, "input, select, textarea, dialog, .menu");
    !modified && !typing && (!is_character(&event.key()) || is_on(LETTER_KEYS_SETTING))
}

/// Whether a key writes a character. These shortcuts can be switched off, as WCAG 2.1.4 requires;
/// arrows, Enter and Escape always act.
fn is_character(key: &str) -> bool {
    key != " " && key.chars().count() == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_digits_and_signs_are_characters() {
        assert!(["a", "R", "7", "+", "é"].into_iter().all(is_character));
        assert!(
            ["Enter", "ArrowUp", "Escape", " ", "Tab"].into_iter().all(|key| !is_character(key))
        );
    }
}
