//! Keyboard shortcuts: everything on the board works without a pointer.

use leptos::prelude::*;
use tipperary::{Orientation, Tipperary};
use web_sys::KeyboardEvent;

use super::aim::Aim;
use crate::table::{BoardContext, is_within, listen_to_keys};

/// What a shortcut does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Command {
    /// Selects the n-th piece or button, from 0.
    Choose(usize),
    Turn,
    Flip,
    Step((i16, i16)),
    Confirm,
    LetGo,
}

impl Command {
    fn of(key: &str) -> Option<Self> {
        Some(match key {
            "r" | "R" => Self::Turn,
            "f" | "F" => Self::Flip,
            "ArrowLeft" => Self::Step((-1, 0)),
            "ArrowRight" => Self::Step((1, 0)),
            "ArrowUp" => Self::Step((0, -1)),
            "ArrowDown" => Self::Step((0, 1)),
            "Enter" | " " => Self::Confirm,
            "Escape" => Self::LetGo,
            _ => Self::Choose(key.parse::<usize>().ok().filter(|n| (1..=9).contains(n))? - 1),
        })
    }
}

/// Listens to shortcuts as long as the board is shown.
pub(super) fn listen(board: BoardContext<Tipperary>, aim: Aim) {
    listen_to_keys(move |event| {
        let Some(command) = Command::of(&event.key()) else { return };
        let at_hand =
            aim.offers.with_untracked(|it| !it.pieces.is_empty() || !it.buttons.is_empty());
        if at_hand && concerns_board(event, command) {
            event.prevent_default();
            obey(board, aim, command);
        }
    });
}

/// Whether a key is meant for the board, not for the focused button or scroll area.
fn concerns_board(event: &KeyboardEvent, command: Command) -> bool {
    let inside = |what| is_within(event, what);
    match command {
        // Enter places the selected piece also while its button has the focus.
        Command::Confirm => !inside("button:not(.pick.on), a, summary, .log"),
        // The focused heading of a new page does not use arrows.
        Command::Step(_) => inside(".mine") || !inside("button, a, summary, [tabindex='0'], .log"),
        _ => true,
    }
}

fn obey(board: BoardContext<Tipperary>, aim: Aim, command: Command) {
    match command {
        Command::Choose(place) => choose(board, aim, place),
        Command::Turn => aim.lay(Orientation::turned),
        Command::Flip => aim.lay(Orientation::flipped),
        Command::Step(way) => aim.step(way),
        Command::Confirm => aim.confirm(),
        Command::LetGo => aim.put_back(),
    }
}

/// Selects a piece or presses a button: pieces first, then buttons, as they are shown.
fn choose(board: BoardContext<Tipperary>, aim: Aim, place: usize) {
    let offers = aim.offers.get_untracked();
    if let Some(&piece) = offers.pieces.get(place) {
        aim.choose(piece);
    } else if let Some(&action) = offers.buttons.get(place - offers.pieces.len()) {
        board.act(action);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_their_meaning() {
        assert_eq!(Command::of("1"), Some(Command::Choose(0)));
        assert_eq!(Command::of("R"), Some(Command::Turn));
        assert_eq!(Command::of("ArrowUp"), Some(Command::Step((0, -1))));
        assert_eq!(Command::of("0"), None);
        assert_eq!(Command::of("Tab"), None);
    }
}
