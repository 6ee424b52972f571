//! Component files: any text becomes a set or is refused with the line.

use registry::{GameId, with_game_type};
use rules::{ComponentSet, Game};

/// Passes a text to the parsers of all games.
pub fn components(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for game in GameId::ALL {
        with_game_type!(game, G => parse::<<G as Game>::Set>(&text));
    }
}

fn parse<S: ComponentSet>(text: &str) {
    match S::parse(text) {
        Ok(set) => assert_eq!(S::parse(text), Ok(set), "the same text is the same set"),
        Err(error) => assert!(error.line >= 1, "lines are counted from 1: {error}"),
    }
}
