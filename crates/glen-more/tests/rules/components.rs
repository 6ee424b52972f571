//! Component files.

use glen_more::{
    Activation, Colour, Due, GlenMore, Location, STACKS, Set, TILES, TileId, Windfall,
};
use proptest::prelude::*;
use rules::{ComponentSet, Game, Play, Setup};

use crate::support::{set_error, standard_set_text};

/// The line of the file on which a tile stands.
fn line_of(tile: usize) -> usize {
    let mut lines = standard_set_text().lines();
    let start = format!("t{tile:02},");
    lines.position(|line| line.starts_with(&start)).expect("the tile is in the file") + 1
}

/// The standard file with one line changed.
fn changed(line: usize, change: impl Fn(&str) -> String) -> String {
    let lines = standard_set_text().lines().enumerate();
    let lines: Vec<String> = lines
        .map(|(index, text)| if index + 1 == line { change(text) } else { text.to_owned() })
        .collect();
    lines.join("\n")
}

/// The error after one column of a tile is changed, without its line, which is checked.
fn wrong_cell(tile: usize, column: usize, cell: &str) -> String {
    let line = line_of(tile);
    let text = changed(line, |row| {
        let mut cells: Vec<&str> = row.split(',').collect();
        cells[column] = cell;
        cells.join(",")
    });
    let error = set_error(&text);
    let prefix = format!("line {line}: ");
    error.strip_prefix(&prefix).unwrap_or_else(|| panic!("{error} should be on {line}")).to_owned()
}

#[test]
fn the_set_has_67_tiles_in_four_stacks() {
    let set = Set::standard();
    assert_eq!(set.id(), "published-1");
    assert_eq!(set.all().len(), TILES);
    for (stack, count) in STACKS.into_iter().enumerate() {
        assert_eq!(set.stack(stack).len(), count);
    }
}

#[test]
fn the_thirteen_special_locations_are_there() {
    let set = Set::standard();
    let special: Vec<_> =
        set.all().iter().filter(|&tile| set.tile(tile).location.is_some()).collect();
    assert_eq!(special.len(), 13);
    for (number, location) in Location::ALL {
        assert_eq!(set.tile(TileId::new(number)).location, Some(location));
        assert_eq!(location.tile(), TileId::new(number));
    }
}

#[test]
fn tams_are_on_six_castles() {
    let set = Set::standard();
    let tams: Vec<(usize, u8)> = set
        .all()
        .iter()
        .map(|tile| (tile.number(), set.tile(tile).tams))
        .filter(|(_, tams)| *tams > 0)
        .collect();
    assert_eq!(tams, [(26, 1), (27, 1), (30, 1), (38, 1), (51, 3), (64, 1)]);
}

#[test]
fn tiles_are_read_as_they_are_printed() {
    let set = Set::standard();
    let tile = |number| set.tile(TileId::new(number));
    assert_eq!((tile(3).river, tile(3).road, tile(3).colour), (true, false, Colour::Green));
    assert_eq!(tile(26).cost, Due::Fixed { need: [1, 1, 1, 0, 0], whiskey: 0 });
    assert_eq!(tile(33).cost, Due::Fixed { need: [0; 5], whiskey: 1 });
    assert_eq!(tile(37).cost, Due::ClanOrChieftain);
    assert_eq!(tile(60).cost, Due::Different { count: 2, used: 0 });
    assert_eq!(tile(11).windfall, Windfall::Whiskey);
    assert_eq!(tile(63).activation, Activation::Points(4));
    assert_eq!(tile(48).activation, Activation::ProduceAny);
    let Activation::Convert(fair) = tile(55).activation else { panic!("the great fair converts") };
    let points: Vec<u8> = fair.offers().iter().map(|offer| offer.prize.points).collect();
    assert_eq!(points, [1, 3, 5, 8, 12]);
}

#[test]
fn powers_belong_to_ids_not_to_names() {
    let text = standard_set_text()
        .replace("set glen-more published-1", "set glen-more kilted-1")
        .replace("Loch Lochy", "Am Loch")
        .replace(",butcher,", ",Metzger,");
    let set: &'static Set = Box::leak(Box::new(Set::parse(&text).expect("names may differ")));
    assert_eq!(set.id(), "kilted-1");
    assert_eq!(set.tile(TileId::new(9)).location, Some(Location::LochLochy));
    assert_eq!(set.tile(TileId::new(9)).name, "Am Loch");
    let setup = Setup::<GlenMore>::new(2).expect("two can play").with_set(set);
    let play = rules::conformance::random_play(setup, 5);
    let again = Play::<GlenMore>::load(&play.record(), &[Set::standard(), set]);
    assert_eq!(again.expect("the set is loaded").state(), play.state());
    let refused = Play::<GlenMore>::load(&play.record(), &[Set::standard()]);
    let refused = refused.expect_err("the set is not loaded").to_string();
    assert_eq!(refused, "line 2: the component set \"kilted-1\" is not loaded for Glen More");
}

#[test]
fn a_set_for_another_game_is_refused() {
    let text = standard_set_text().replace("set glen-more", "set tipperary");
    assert_eq!(set_error(&text), "line 4: this is a set for \"tipperary\", not for glen-more");
    assert_eq!(set_error(""), "line 1: the file is empty: it starts with `set GAME ID`");
}

#[test]
fn the_columns_must_be_the_known_ones() {
    let wrong = changed(5, |row| row.replace("tams", "hats"));
    assert!(set_error(&wrong).starts_with("line 5: \"id,stack,colour,name,special,"));
    assert!(set_error("set glen-more x").starts_with("line 1: \"\" stands where the columns"));
}

#[test]
fn a_row_has_eleven_columns_and_the_next_id() {
    let line = line_of(7);
    let short = changed(line, |_| "t07,0,yellow".to_owned());
    assert!(set_error(&short).starts_with(&format!("line {line}: a tile has 11 columns")));
    let long = changed(line, |row| format!("{row},"));
    assert!(set_error(&long).starts_with(&format!("line {line}: a tile has 11 columns")));
    assert_eq!(wrong_cell(7, 0, "t08"), "\"t08\" stands where the tile t07 should be");
}

#[test]
fn wrong_cells_are_refused_with_line_and_reason() {
    let cases = [
        (1, 1, "4", "\"4\" is not a stack"),
        (1, 1, "x", "\"x\" is not a stack"),
        (1, 2, "pink", "\"pink\" is no colour"),
        (1, 3, "", "\"\" is no name for a tile"),
        (1, 4, "yes", "t01 is no special location"),
        (9, 4, "", "t09 is a special location"),
        (1, 4, "no", "the column special is yes or empty, not \"no\""),
        (1, 5, "yes", "a tile has a river or a road, not both"),
        (1, 6, "road", "the column road is yes or empty"),
        (11, 7, "1 gold", "\"1 gold\" is no cost"),
        (11, 7, "stone", "\"stone\" is not a number and a thing"),
        (11, 7, "0 stone", "a number of things is at least 1"),
        (11, 7, "9 stone", "\"9\" is not a number of things"),
        (11, 7, "5 stone+5 stone", "nothing asks for more than 5 of a kind"),
        (11, 7, "0 different resources", "a number of different resources is at least 1"),
        (11, 7, "6 resources", "\"6\" is not a number of resources"),
        (11, 8, "2 whiskey", "\"2 whiskey\" is no windfall"),
        (1, 9, "", "lochs (blue) do nothing"),
        (1, 9, "2 stone", "\"2 stone\" is nothing that a tile does"),
        (1, 9, "1 movement", "gray tiles give 1 movement"),
        (1, 9, "1 resource of choice", "Iona Abbey (t48) gives"),
        (33, 9, "0 vp", "points is at least 1"),
        (33, 9, "51 vp", "\"51\" is not points"),
        (10, 9, "1/2 sheep -> 2 vp", "2 ways to turn in do not go with 1 prizes"),
        (10, 9, "2/1 sheep -> 2/4 vp", "2 ways to turn in do not go with 2 prizes"),
        (10, 9, "1/2 goats -> 2/4 vp", "\"1/2 goats\" is nothing that can be turned in"),
        (10, 9, "1 sheep -> 2 coins", "\"2 coins\" is no prize"),
        (10, 9, "1 sheep + 1 whiskey -> 2 vp", "\"1 sheep + 1 whiskey\" is nothing that can"),
        (10, 9, "1/2/3/4/5/5 sheep -> 1/2/3/4/5/6 vp", "\"1/2/3/4/5/5\" are too many ways"),
        (26, 10, "10", "\"10\" is not a number of tams"),
        (1, 10, "1", "tams are on special locations only"),
    ];
    for (tile, column, cell, reason) in cases {
        let error = wrong_cell(tile, column, cell);
        assert!(error.starts_with(reason), "{cell:?} in column {column}: {error}");
    }
}

#[test]
fn missing_and_surplus_tiles_are_refused() {
    let text = standard_set_text();
    let short: Vec<&str> = text.lines().take(5 + 60).collect();
    assert_eq!(
        set_error(&short.join("\n")),
        "line 65: the file ends after 60 tiles: there must be 67"
    );
    let long = format!("{}\nt68,3,green,meadow,,,,,,1 sheep,\n", text.trim_end());
    assert_eq!(set_error(&long), "line 73: there is a row more than the 67 tiles");
}

#[test]
fn the_stacks_must_have_their_sizes() {
    let line = line_of(31);
    let text = changed(line, |row| row.replace("t31,1,", "t31,2,"));
    assert_eq!(set_error(&text), "line 72: stack 1 has 22 tiles: there must be 23");
}

#[test]
fn comments_blank_lines_and_other_line_ends_are_accepted() {
    let text = standard_set_text().replace('\n', "\r\n\r\n# a comment\r\n");
    let set = Set::parse(&format!("\u{feff}{text}")).expect("it says the same");
    assert_eq!(&set, Set::standard());
}

#[test]
fn other_costs_and_prizes_of_the_same_format_can_be_played() {
    let text = standard_set_text()
        .replace("set glen-more published-1", "set glen-more odd-1")
        .replace(",1 stone,1 clan member", ",2 resources,1 clan member")
        .replace("3 resources -> 8 vp", "2/4 resources -> 5/50 vp")
        .replace("1 wood,,1/2/3 different", "1 wood+2 stone+1 whiskey,,1/2/3 different");
    let set: &'static Set = Box::leak(Box::new(Set::parse(&text).expect("it is the format")));
    for setup in Setup::<GlenMore>::every() {
        for seed in 0..20 {
            let play = rules::conformance::random_play(setup.with_set(set), seed);
            assert!(play.state().is_over());
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_a_set_or_an_error(text in "\\PC{0,200}") {
        let _ = Set::parse(&text);
        let _ = Set::parse(&format!("set glen-more x\n{text}"));
    }

    #[test]
    fn any_change_of_the_file_is_a_set_or_an_error(
        at in 0usize..4000,
        length in 0usize..12,
        with in "[a-z0-9 ,+/>\\n-]{0,12}",
    ) {
        let mut text = standard_set_text().to_owned();
        let start = at.min(text.len());
        let end = (start + length).min(text.len());
        text.replace_range(start..end, &with);
        if let Ok(set) = Set::parse(&text) {
            prop_assert_eq!(set.all().len(), TILES);
        }
    }
}
