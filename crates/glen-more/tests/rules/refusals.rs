//! The reasons of refusals. Those of a single rule are tested with it.

use rules::{Actor, Game};

use crate::support::{Scene, Table};

fn dealer_refusal(table: &Table, text: &str) -> String {
    let action = table.state.read(text).expect("it is an action");
    table.state.check(Actor::Dealer, action).expect_err("it is not legal").to_string()
}

#[test]
fn the_dealer_is_told_what_to_do() {
    let mut table = Table::start(2);
    assert_eq!(dealer_refusal(&table, "draw t01"), "the dealer has to say who starts");
    assert_eq!(dealer_refusal(&table, "first 3"), "there is no seat 3 to start");
    table.act("first 1");
    assert_eq!(dealer_refusal(&table, "roll 1"), "the dealer has to draw a tile for the track");
    assert_eq!(
        dealer_refusal(&table, "draw t09"),
        "the tile t09 is in stack 1, and stack 0 comes first"
    );
    table.act("draw t01");
    assert_eq!(dealer_refusal(&table, "draw t01"), "the tile t01 is not in the stacks any more");
    let mut table = Scene::new(2)
        .whole_track([
            "seat 1", "die", "t02", "seat 2", "t22", "t23", "t24", "t25", "t28", "t32", "t39",
            "t40", "t46",
        ])
        .build();
    table.take("t02", "0,1");
    table.end();
    assert_eq!(dealer_refusal(&table, "draw t01"), "the dealer has to roll the die");
}

#[test]
fn seats_do_not_do_what_the_dealer_does() {
    let table = Scene::new(2).build();
    for text in ["first 1", "draw t01", "roll 1"] {
        assert_eq!(table.refusal(text), "that is for the dealer to do");
    }
    assert_eq!(dealer_refusal(&table, "roll 1"), "the dealer is not to act now, but seat 1");
}

#[test]
fn before_a_tile_is_taken_nothing_else_is_possible() {
    let table = Scene::new(4).track(&["t02"]).build();
    for text in ["end", "activate @0,0", "step 0,0>0,1", "promote @0,0", "choose wood", "skip"] {
        assert_eq!(table.refusal(text), "first you have to take a tile from the track");
    }
    assert_eq!(table.refusal("take 13 @0,1"), "there is no tile on space 13 of the track");
    assert_eq!(table.refusal("take 0 @0,1"), "there is no tile on space 0 of the track");
    assert_eq!(table.refusal("sell wood @4,4"), "you have no tile at 4,4");
    assert_eq!(table.refusal("sell wood @0,0"), "there is no wood at 0,0");
}

#[test]
fn while_paying_the_reason_names_what_is_due() {
    let mut table = Scene::new(4)
        .tile(1, "t18", 1, 0)
        .tile_with(1, "t40", 2, 0, [1, 0, 0, 0, 0])
        .track(&["t16"])
        .build();
    table.take("t16", "1,1");
    let due = "that is not due: you still have to turn in 1 stone";
    for text in ["pay wood @2,0", "buy wood", "pay whiskey", "pay chieftain", "pay clan @0,0"] {
        assert_eq!(table.refusal(text), due);
    }
    assert_eq!(table.refusal("pay stone @2,0"), "there is no stone at 2,0");
    assert_eq!(table.refusal("pay stone @7,7"), "you have no tile at 7,7");
    assert_eq!(table.refusal("choose wood"), "first you have to turn in 1 stone");
}

#[test]
fn clan_members_that_are_not_there_cannot_be_paid() {
    let mut table = Scene::new(4).clan(1, 0, 0, 2).tile(1, "t18", 1, 0).track(&["t37"]).build();
    table.take("t37", "0,1");
    assert_eq!(table.refusal("pay clan @1,0"), "you have no clan member at 1,0");
    assert_eq!(
        table.refusal("pay wood @1,0"),
        "that is not due: you still have to turn in a clan member or a chieftain"
    );
}

#[test]
fn while_choosing_only_a_choice_is_possible() {
    let mut lochy = Scene::new(4).track(&["t09"]).build();
    lochy.take("t09", "0,1");
    assert_eq!(lochy.refusal("end"), "first choose the resources that Loch Lochy gives");
    let mut shiel = Scene::new(4).tile(1, "t48", 1, 0).track(&["t52"]).build();
    shiel.take("t52", "0,1");
    assert_eq!(shiel.refusal("end"), "first choose a resource for the empty Abbey, or skip it");
}

#[test]
fn while_activating_the_reason_names_the_tile() {
    let mut table = Scene::new(4).tile(1, "t48", 1, 0).track(&["t36"]).build();
    table.take("t36", "1,1");
    table.act("buy stone");
    assert_eq!(table.refusal("activate @7,7"), "you have no tile at 7,7");
    assert_eq!(table.refusal("activate @1,0"), "say which resource you take");
    assert_eq!(
        table.refusal("activate @1,1 x1"),
        "the distillery is used without any number or resource"
    );
    assert_eq!(
        table.refusal("activate @1,1 wood"),
        "the distillery is used without any number or resource"
    );
    assert_eq!(table.refusal("pay wood @1,0"), "nothing is due now");
    assert_eq!(table.refusal("choose wood"), "there is nothing to choose now");
    assert_eq!(table.refusal("promote @1,1"), "you have no clan member at 1,1");
    assert_eq!(table.refusal("pass"), "you take one tile in a turn");
}

#[test]
fn notation_is_read_strictly() {
    let state = Table::start(2).state;
    let wrong = [
        ("fly", "there is no action \"fly\""),
        ("first 6", "\"6\" is not a seat"),
        ("first 0", "seats are numbered from 1"),
        ("draw t68", "\"t68\" is no tile: t01 to t67"),
        ("draw t1", "\"t1\" is no tile: t01 to t67"),
        ("draw village", "\"village\" is no tile: t01 to t67"),
        ("roll 0", "\"0\" is no roll: the die shows 1, 2 or 3 pips"),
        ("roll 4", "\"4\" is no roll: the die shows 1, 2 or 3 pips"),
        ("take 14 @0,0", "\"14\" is not a space of the track"),
        ("take 4", "the place of the tile is missing"),
        ("take 4 0,1", "\"0,1\" is not a place such as @3,-1"),
        ("take 4 @100,1", "\"100,1\" is further out than a display can reach"),
        ("take 4 @-0,1", "\"-0,1\" is not a place such as 3,-1"),
        ("pay gold @0,0", "\"gold\" is no resource: wood, stone, grain, cattle or sheep"),
        ("pay clan", "the place of the tile is missing"),
        ("pay whiskey @0,0", "there is more than expected: \"@0,0\""),
        ("activate @0,0 x0", "at least one cube is turned in"),
        ("activate @0,0 x6", "\"6\" is not a number of cubes"),
        ("activate @0,0 x2 x2", "there is more than expected: \"x2\""),
        ("step 0,0", "\"0,0\" is not a way such as 0,0>1,0"),
        ("step 0,0>1", "\"1\" is not a place such as 3,-1"),
        ("sell wood", "the place of the tile is missing"),
        ("end now", "there is more than expected: \"now\""),
        ("", "the action is missing"),
    ];
    for (text, reason) in wrong {
        let error = state.read(text).expect_err(text).to_string();
        assert!(error.starts_with(reason), "{text:?}: {error}");
    }
}
