//! Component files: the standard one, and every kind of error.

mod support;

use proptest::prelude::*;
use rules::{ComponentSet, Game, Setup};
use support::{AS_DEALT, set_of, set_text};
use tipperary::{Components, Land, Side, Tipperary};

const STANDARD: &str = include_str!("../data/meadowlark-1.txt");

#[test]
fn the_standard_set_has_sixty_tiles_of_three_to_six_spaces() {
    let set = Components::standard();
    assert_eq!(set.id(), "meadowlark-1");
    let mut sizes = [0; 7];
    for number in 1..=60 {
        sizes[set.tile(number).shapes()[0].spaces().len()] += 1;
    }
    assert_eq!(sizes, [0, 0, 0, 8, 20, 22, 10]);
}

#[test]
fn the_standard_set_has_five_hometowns_in_the_order_of_the_wheel() {
    let towns = Components::standard().towns();
    let names: Vec<&str> = towns.iter().map(tipperary::Town::name).collect();
    assert_eq!(names, ["an-chathair", "tiobraid-arann", "beal-an-atha", "cluain-meala", "durlas"]);
    assert_eq!(towns[0].arms(), "castle");
    assert_eq!(towns[4].lands(Side::A), [Land::Bog, Land::Pasture, Land::Meadow]);
}

#[test]
fn the_standard_set_has_twelve_bonus_tiles_and_the_track_of_the_rulebook() {
    let set = Components::standard();
    assert_eq!(set.bonus(), [1, 2, 0, 2, 2, 2, 2, 0, 1, 0, 0]);
    let values: Vec<u8> = set.track().iter().map(|space| space.value).collect();
    assert_eq!(values, [0, 3, 6, 10, 13, 17, 21, 25]);
    let symbols = set.track().iter().filter(|space| space.symbol).map(|space| space.value);
    assert_eq!(symbols.collect::<Vec<_>>(), [6, 13, 21]);
}

#[test]
fn another_set_can_be_played() {
    let set = set_of(&set_text("P1 M R", &["M+ R / B --"]));
    let game = Tipperary::new(&Setup::new(2).unwrap().with_set(set));
    assert_eq!(game.setup().set().id(), "test-1");
    assert_eq!(game.write(game.outcomes()[0].action), "town 1 ay a");
}

/// The line and the reason of a text's error.
fn error(text: &str) -> String {
    Components::parse(text).unwrap_err().to_string()
}

/// The error of the test set with a part of its text replaced.
fn changed(from: &str, to: &str) -> String {
    let text = set_text(AS_DEALT, &["M R", "M R B"]);
    assert!(text.contains(from), "{from}");
    error(&text.replacen(from, to, 1))
}

#[test]
fn damaged_statements_are_refused_with_their_line() {
    assert_eq!(error(""), "line 1: the file is empty: it starts with `set GAME ID`");
    assert_eq!(
        error("set glen-more x"),
        "line 1: this is a set for \"glen-more\", not for tipperary"
    );
    assert_eq!(
        changed("track 0", "trick 0"),
        "line 8: \"trick 0 3 6+ 10 13+ 17 21+ 25\" is no statement of a component file"
    );
    assert_eq!(
        changed("track 0 3", "track 1 3"),
        "line 8: the whiskey track starts with 0 and without a sheep symbol"
    );
    assert_eq!(
        changed("10 13+", "10 9+"),
        "line 8: the values of the whiskey track rise from space to space"
    );
    assert!(changed("10 13+", "10 x").starts_with("line 8: \"x\" is not a value of the track"));
    assert_eq!(
        changed("track 0 3 6+ 10 13+ 17 21+ 25", "track 0"),
        "line 8: the whiskey track has 2 to 100 spaces"
    );
    assert_eq!(
        changed("wooden-sheep 24", "wooden-sheep 23"),
        "line 9: there are 24 of these, not \"23\""
    );
    assert_eq!(changed("towers 12", "towers"), "line 10: a number is missing: 12");
    assert_eq!(
        changed("towers 12", "wooden-sheep 24"),
        "line 10: the statement `wooden-sheep` stands here a second time"
    );
}

#[test]
fn bonus_tiles_are_counted() {
    assert_eq!(changed("bonus M 1", "bonus M 2"), "line 7: there are 12 bonus tiles, not 13");
    assert_eq!(
        changed("bonus M 1", "bonus M 1 M 1"),
        "line 7: the bonus tiles with M are counted twice"
    );
    assert_eq!(
        changed("bonus M 1", "bonus X 1"),
        "line 7: \"X\" is no landscape: M P1 P2 G D R B S1 S2 S3 S4"
    );
    assert_eq!(
        changed("bonus M 1 ", "bonus M "),
        "line 7: \"P1\" is not a number of bonus tiles: a whole number from 0 to 12, written without leading zeros, is needed"
    );
}

#[test]
fn hometowns_are_checked() {
    assert_eq!(changed("town 1 bee", "town 2 bee"), "line 3: hometown 1 comes next, not \"2\"");
    assert_eq!(changed("town 1 bee", "town 1 ay"), "line 3: there are two hometowns \"ay\"");
    assert_eq!(
        changed("town 1 bee", "town 1 Bee"),
        "line 3: \"Bee\" is no name for a hometown: a-z and -"
    );
    assert_eq!(
        changed("arms-bee", "arms-ay"),
        "line 3: two hometowns have the coat of arms \"arms-ay\""
    );
    assert_eq!(
        changed("a: S1 S2 S3", "a: S1 S2"),
        "line 2: a hometown is `town INDEX NAME ARMS a: X X X b: X X X`"
    );
    assert_eq!(
        changed("a: S1 S2 S3", "a: S1 S2 M+"),
        "line 2: \"M+\" is no landscape: M P1 P2 G D R B S1 S2 S3 S4"
    );
    let text = set_text(AS_DEALT, &[]);
    let more = text.replacen("bonus", "town 5 ef f a: M M M b: M M M\nbonus", 1);
    assert_eq!(error(&more), "line 7: there are 5 hometowns, no more");
}

#[test]
fn tiles_are_checked() {
    assert_eq!(changed("tile 2\n", "tile 1\n"), "line 13: tile 1 is here a second time");
    assert!(changed("tile 2\n", "tile 61\n").starts_with("line 13: \"61\" is not a tile"));
    assert_eq!(changed("tile 2\n", "tile 0\n"), "line 13: tiles are numbered from 1 to 60");
    assert_eq!(changed("tile 2\n", "tile\n"), "line 13: a tile starts with `tile NUMBER`");
    assert_eq!(changed("M R B", "M R B M R B M"), "line 14: a row has at most 6 spaces");
    assert_eq!(changed("M R B", "M R B\nM R B\nM"), "line 13: tile 2 has 7 spaces: at most 6");
    assert_eq!(changed("M R B", "M -- B"), "line 13: the spaces of tile 2 do not hang together");
    assert_eq!(changed("M R B\n", ""), "line 13: tile 2 has no spaces");
    assert_eq!(
        changed("M R B", "M Q B"),
        "line 14: \"Q\" is no landscape: M P1 P2 G D R B S1 S2 S3 S4"
    );
    assert_eq!(
        changed("M R B", "m r b"),
        "line 14: \"m\" is no landscape: M P1 P2 G D R B S1 S2 S3 S4"
    );
    assert_eq!(changed("M R B", "-- M R"), "line 13: tile 2 starts with an empty row or column");
    assert_eq!(changed("M R B", "R\nM"), "line 13: tile 2 is tile 1, turned or mirrored");
}

#[test]
fn a_missing_part_is_named() {
    let text = set_text(AS_DEALT, &[]);
    let cut = text.lines().count();
    let without = |start: &str| {
        let lines = text.lines().filter(|line| !line.starts_with(start));
        error(&lines.collect::<Vec<_>>().join("\n"))
    };
    assert_eq!(without("towers"), format!("line {}: the statement `towers` is missing", cut - 1));
    assert_eq!(without("track"), format!("line {}: the statement `track` is missing", cut - 1));
    assert_eq!(without("bonus"), format!("line {}: the statement `bonus` is missing", cut - 1));
    assert_eq!(
        without("wooden"),
        format!("line {}: the statement `wooden-sheep` is missing", cut - 1)
    );
    assert_eq!(without("town 4"), format!("line {}: hometown 4 of 0 to 4 is missing", cut - 1));
    let short = text.lines().take(cut - 2).collect::<Vec<_>>().join("\n");
    assert!(error(&short).ends_with("tile 60 of 60 is missing"));
}

#[test]
fn orientations_that_differ_only_in_where_a_symbol_is_printed_are_refused() {
    assert_eq!(
        changed("M R B", "M+ R M"),
        "line 13: tile 2 looks the same as r0 and r2 but for where the sheep symbol is printed"
    );
    let fine = set_text(AS_DEALT, &["M+ R M+"]);
    assert!(Components::parse(&fine).is_ok(), "both symbols turn into each other");
}

#[test]
fn tiles_that_differ_only_in_a_symbol_are_two() {
    assert!(Components::parse(&set_text(AS_DEALT, &["M R", "M+ R"])).is_ok());
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_are_accepted() {
    let text = format!("\u{feff}{}", STANDARD.replace('\n', "\r\n"));
    assert_eq!(Components::parse(&text).as_ref(), Ok(Components::standard()));
}

proptest! {
    /// Any text is read or refused, and never breaks anything.
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*", cut in 0..8000usize, line in 0..400usize) {
        let _ = Components::parse(&text);
        let start: String = STANDARD.chars().take(cut).collect();
        let _ = Components::parse(&format!("{start}{text}"));
        let mut lines: Vec<&str> = STANDARD.lines().collect();
        let place = line.min(lines.len());
        lines.insert(place, &text);
        let _ = Components::parse(&lines.join("\n"));
    }
}
