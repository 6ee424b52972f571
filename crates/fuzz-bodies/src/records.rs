//! Records: any text becomes a game or is refused with the line, and what we write reads back.

use shelf::{AnyGame, Shelf};

/// Loads any text as a record; an accepted one is told, written and read again.
pub fn records(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match AnyGame::load(&Shelf::new(), &text) {
        Ok(game) => accepted(&game),
        Err(error) => assert!(error.line >= 1, "lines are counted from 1: {error}"),
    }
}

fn accepted(game: &AnyGame) {
    let names = game.names();
    assert_eq!(game.told(&names).len(), game.actions(), "every action is told");
    assert!(!game.describe(&names).is_empty(), "every position is described");
    let written = game.record();
    let again = AnyGame::load(&Shelf::new(), &written)
        .unwrap_or_else(|error| panic!("what we write is refused: {error}\n{written}"));
    assert_eq!(again.record(), written, "what we write reads back to the same bytes");
    assert_eq!(again.hash(), game.hash(), "and to the same position");
}
