//! Records: any text is loaded or refused with the line, and a written record can be read back.

use registry::{AnyGame, Registry};

/// Loads a text as a record; an accepted one is described, written and read again.
pub fn records(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match AnyGame::load(&Registry::new(), &text) {
        Ok(game) => accepted(&game),
        Err(error) => assert!(error.line >= 1, "lines are counted from 1: {error}"),
    }
}

fn accepted(game: &AnyGame) {
    let names = game.names();
    assert_eq!(game.describe_history(&names).len(), game.actions(), "every action is told");
    assert!(!game.describe_position(&names).is_empty(), "every position is described");
    let written = game.record();
    let again = AnyGame::load(&Registry::new(), &written)
        .unwrap_or_else(|error| panic!("what we write is refused: {error}\n{written}"));
    assert_eq!(again.record(), written, "what we write reads back to the same bytes");
    assert_eq!(again.hash(), game.hash(), "and to the same position");
}
