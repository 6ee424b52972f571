//! Keyboard shortcuts: everything on the board works without a pointer.

use leptos::prelude::*;
use tipperary::{Orientation, Tipperary};
use web_sys::KeyboardEvent;

use super::selection::Selection;
use crate::table::{BoardContext, is_within, listen_to_keys};

/// What a shortcut does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Shortcut {
    /// Selects the n-th piece or button, from 0.
    Choose(usize),
    Turn,
    Flip,
    Step((i16, i16)),
    Confirm,
    Deselect,
}

impl Shortcut {
    fn of(key: &str) -> Option<Self> {
        Some(match key {
            "r" | "R" => Self::Turn,
            "f" | "F" => Self::Flip,
            "ArrowLeft" => Self::Step((-1, 0)),
            "ArrowRight" => Self::Step((1, 0)),
            "ArrowUp" => Self::Step((0, -1)),
            "ArrowDown" => Self::Step((0, 1)),
            "Enter" | " " => Self::Confirm,
            "Escape" => Self::Deselect,
            _ => Self::Choose(key.parse::<usize>().ok().filter(|n| (1..=9).contains(n))? - 1),
        })
    }
}

/// Listens to shortcuts as long as the board is shown.
pub(super) fn listen(board: BoardContext<Tipperary>, selection: Selection) {
    listen_to_keys(move |event| {
        let Some(shortcut) = Shortcut::of(&event.key()) else { return };
        let has_offers =
            selection.offers.with_untracked(|it| !it.pieces.is_empty() || !it.buttons.is_empty());
        if has_offers && is_for_board(event, shortcut) {
            event.prevent_default();
            perform(board, selection, shortcut);
        }
    });
}

/// Whether a key is meant for the board, not for the focused button or scroll area.
fn is_for_board(event: &KeyboardEvent, shortcut: Shortcut) -> bool {
    let inside = |selector| is_within(event, selector);
    match shortcut {
        // Enter places the selected piece also while its button has the focus.
        Shortcut::Confirm => !inside("button:not(.pick.on), a, summary, .log"),
        // The focused heading of a new page does not use arrows.
        Shortcut::Step(_) => inside(".mine") || !inside("button, a, summary, [tabindex='0'], .log"),
        _ => true,
    }
}

fn perform(board: BoardContext<Tipperary>, selection: Selection, shortcut: Shortcut) {
    match shortcut {
        Shortcut::Choose(index) => select_nth(board, selection, index),
        Shortcut::Turn => selection.reorient(Orientation::turned),
        Shortcut::Flip => selection.reorient(Orientation::flipped),
        Shortcut::Step(direction) => selection.step(direction),
        Shortcut::Confirm => selection.confirm(),
        Shortcut::Deselect => selection.put_back(),
    }
}

/// Selects a piece or presses a button: pieces first, then buttons, as they are shown.
fn select_nth(board: BoardContext<Tipperary>, selection: Selection, index: usize) {
    let offers = selection.offers.get_untracked();
    if let Some(&piece) = offers.pieces.get(index) {
        selection.select(piece);
    } else if let Some(&action) = offers.buttons.get(index - offers.pieces.len()) {
        board.act(action);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_map_to_shortcuts() {
        assert_eq!(Shortcut::of("1"), Some(Shortcut::Choose(0)));
        assert_eq!(Shortcut::of("R"), Some(Shortcut::Turn));
        assert_eq!(Shortcut::of("ArrowUp"), Some(Shortcut::Step((0, -1))));
        assert_eq!(Shortcut::of("0"), None);
        assert_eq!(Shortcut::of("Tab"), None);
    }
}
