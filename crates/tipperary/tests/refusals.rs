//! The reasons of refusals.

mod support;

use rules::{Actor, Game, Setup};
use support::{AS_DEALT, Table, seat};
use tipperary::{Components, Tipperary};

fn dealer(game: &Tipperary, text: &str) -> String {
    let action = game.read(text).unwrap();
    game.check(Actor::Dealer, action).unwrap_err().to_string()
}

fn deal(game: &mut Tipperary, text: &str) {
    let action = game.read(text).unwrap();
    game.apply(Actor::Dealer, action, &mut rules::NoEvents).unwrap();
}

#[test]
fn the_dealer_is_told_what_comes_next() {
    let mut game = Tipperary::new(&Setup::new(2).unwrap());
    assert_eq!(dealer(&game, "spin 0"), "the hometowns are handed out first");
    assert_eq!(dealer(&game, "town 2 durlas a"), "seat 1 gets the next hometown, not seat 2");
    deal(&mut game, "town 1 durlas a");
    assert_eq!(dealer(&game, "town 2 durlas b"), "the hometown durlas is taken");
    deal(&mut game, "town 2 an-chathair b");
    assert_eq!(dealer(&game, "bag 3"), "there is no seat 3 at this table");
    assert_eq!(dealer(&game, "spin 0"), "the cloth bag is handed out now");
    deal(&mut game, "bag 2");
    assert_eq!(dealer(&game, "fill 2 1"), "area 1 is filled next, not area 2");
    deal(&mut game, "fill 1 1");
    assert_eq!(dealer(&game, "fill 1 1"), "tile 1 is not in the bag any more");
    assert_eq!(dealer(&game, "spin 1"), "the areas are filled now");
    for (area, tile) in [(1, 2), (2, 3), (2, 4), (3, 5), (3, 6), (4, 7), (4, 8), (5, 9), (5, 10)] {
        deal(&mut game, &format!("fill {area} {tile}"));
    }
    assert_eq!(dealer(&game, "fill 1 11"), "the wheel is spun now");
    deal(&mut game, "spin 3");
    assert_eq!(dealer(&game, "spin 3"), "the dealer is not to act now, but seats 1, 2");
}

#[test]
fn the_dealer_is_told_whose_bonus_tile_it_is() {
    let mut table = Table::new("together", AS_DEALT, &[&["B B S1"], &["R"]]);
    table.act(1, "place 1 r0 4,1");
    table.act(1, "draw");
    assert_eq!(dealer(&table.game, "bonus 2 r"), "seat 1 draws a bonus tile, not seat 2");
    assert_eq!(
        dealer(&table.game, "bonus 1 p2"),
        "no bonus tile with a pasture with two sheep is left"
    );
    assert_eq!(dealer(&table.game, "spin 0"), "a bonus tile is turned up now");
}

#[test]
fn seats_are_told_what_to_do_first() {
    let mut table = Table::solo("M S1 S1", &["B+ B S1"]);
    assert_eq!(table.refusal(1, "sheep 0,1"), "you have to place a tile first");
    assert_eq!(table.refusal(1, "draw"), "you have to place a tile first");
    assert_eq!(table.refusal(1, "spin 0"), "that is the dealer's to say");
    table.place(1, "r0", "4,1");
    assert_eq!(table.refusal(1, "place 2 r0 1,-1"), "you have placed your tile for this round");
    assert_eq!(table.refusal(1, "bonus 1,-1"), "you have to draw the tile first");
    assert_eq!(table.refusal(1, "tower 1,-1"), "towers are put up after the last round");
    assert_eq!(
        table.refusal(1, "sheep 9,9"),
        "there is no meadow at 9,9: your display does not reach there"
    );
    assert_eq!(
        table.refusal(1, "sheep 4,1"),
        "wooden sheep stand on meadows, and at 4,1 there is a bog"
    );
    assert_eq!(
        table.refusal(1, "sheep 1,1"),
        "wooden sheep stand on meadows, and at 1,1 there is the town"
    );
    assert_eq!(
        table.refusal(1, "sheep 6,1"),
        "wooden sheep stand on meadows, and at 6,1 there is a stone circle"
    );
    table.act(1, "sheep 0,1");
    assert_eq!(table.refusal(1, "sheep 0,1"), "you have no wooden sheep to place");
    assert_eq!(table.refusal(2, "draw"), "there is no seat 2 at a table of 1");
}

#[test]
fn effects_that_nobody_has_are_refused() {
    let mut table = Table::solo("M S1 S1", &["R+"]);
    table.place(1, "r0", "4,1");
    assert_eq!(
        table.refusal(1, "draw"),
        "you have made no protected site that brings a bonus tile"
    );
    assert_eq!(table.refusal(1, "bonus 1,-1"), "you have no bonus tile to lay down");
}

#[test]
fn notation_is_read_strictly() {
    let set = <Components as rules::ComponentSet>::standard();
    let read = |text: &str| {
        <tipperary::Action as rules::Notation<Components>>::read(text, set).unwrap_err().to_string()
    };
    assert_eq!(read("jump"), "there is no action \"jump\"");
    assert_eq!(read("place"), "the tile is missing");
    assert!(read("place 61 r0 0,0").starts_with("\"61\" is not a tile"));
    assert_eq!(read("place 0 r0 0,0"), "\"0\" is not a tile: they are counted from 1");
    assert_eq!(read("place 1 r4 0,0"), "\"r4\" is not an orientation: r0 to r3, m0 to m3");
    assert_eq!(read("place 1 r0 0;0"), "\"0;0\" is not a place such as 3,-1");
    assert_eq!(read("town 1 cork a"), "there is no hometown \"cork\"");
    assert_eq!(read("town 1 durlas c"), "\"c\" is not a side: a or b");
    assert!(read("spin 5").starts_with("\"5\" is not a turn of the wheel"));
    assert_eq!(read("bonus 1 x"), "\"x\" is nothing that a bonus tile shows");
    assert_eq!(read("bonus 1"), "what the bonus tile shows is missing");
    assert_eq!(read("draw now"), "there is more than expected: \"now\"");
    assert_eq!(
        read("fill 6 1"),
        "\"6\" is not an area: a whole number from 0 to 5, written without leading zeros, is needed"
    );
}

#[test]
fn the_table_can_be_played_from_its_description() {
    let mut table = Table::new("together", "M R S1", &[&["B+ B S1"], &["R"]]);
    table.act(1, "place 1 r0 4,1");
    let mut names = rules::Names::numbered(2);
    names.set(seat(1), "Aoife");
    let text = table.game.describe_position(&names);
    for piece in [
        "Round 1 of 12: tiles are placed.",
        "Cloth bag: Aoife. Largest flock marker: nobody.",
        "Supply: 23 wooden sheep, 12 towers, 11 bonus tiles; 50 tiles in the bag.",
        "Area 2 (Seat 2): 2 = r;",
        "Aoife in Ay (side a)",
        "To place: 1 wooden sheep.",
        "To draw: 1 bonus tile.",
        "   1    .   m  ##  ##   r   b   b  s1   .",
    ] {
        assert!(text.contains(piece), "{piece:?} is not in\n{text}");
    }
}

#[test]
fn no_action_however_strange_breaks_anything() {
    use tipperary::{Action, Orientation, Point};
    let table = Table::solo("M S1 S1", &["B+ B S1"]);
    let corners = [i16::MIN, -999, -128, -1, 0, 127, 128, 999, i16::MAX];
    for at in corners.iter().flat_map(|&x| corners.iter().map(move |&y| Point::new(x, y))) {
        for tile in [0, 1, 2, 60, 61, 255] {
            let action = Action::Place { tile, orientation: Orientation::AS_PRINTED, at };
            let legal = table.game.check(seat(1).into(), action).is_ok();
            assert_eq!(table.game.preview(seat(1), action).is_some(), legal, "{action:?}");
        }
        for action in [Action::Sheep(at), Action::Bonus(at), Action::Tower(at)] {
            assert!(table.game.check(seat(1).into(), action).is_err());
            assert_eq!(table.game.preview(seat(1), action), None);
        }
    }
    let mut placed = table.clone();
    placed.place(1, "r0", "4,1");
    placed.act(1, "sheep 0,1");
    placed.act(1, "draw");
    let reveal = Action::Reveal { seat: seat(1), land: tipperary::Land::Ruin };
    placed.game.apply(Actor::Dealer, reveal, &mut rules::NoEvents).unwrap();
    for x in corners {
        let far = Action::Bonus(Point::new(x, i16::MAX));
        assert!(placed.game.check(seat(1).into(), far).is_err());
        assert_eq!(placed.game.preview(seat(1), far), None);
    }
}
