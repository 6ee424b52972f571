//! Queries for clients and bots.

use glen_more::{Action, Location, Phase, Place, Prize, Quote, Reach, Space, TileId};
use rules::Seat;

use crate::support::{Scene, Table};

const FIRST: usize = 0;

fn quote(table: &Table, tile: usize) -> Option<Quote> {
    table.state.quote(Seat::from_index(FIRST), TileId::new(tile))
}

#[test]
fn a_quote_uses_own_cubes_then_coins() {
    let table =
        Scene::new(4).tile_with(1, "t08", 1, 0, [2, 0, 0, 0, 0]).warehouse([0, 1, 0, 0, 0]).build();
    let castle = quote(&table, 30).expect("it can be paid");
    assert_eq!(castle.own, [1, 0, 0, 0, 0]);
    assert_eq!(castle.bought, [0, 1, 0, 0, 0]);
    assert_eq!((castle.coins, castle.sold), (2, [0; 5]));
}

#[test]
fn a_quote_says_what_has_to_be_sold() {
    let table = Scene::new(4)
        .tile_with(1, "t05", 1, 0, [0, 0, 2, 0, 0])
        .tile_with(1, "t03", 0, 1, [0, 0, 0, 0, 1])
        .coins(1, 0)
        .warehouse([0, 0, 1, 0, 3])
        .build();
    let castle = quote(&table, 30).expect("it can be paid");
    assert_eq!(castle.sold, [0, 0, 0, 0, 1], "one sheep for three coins is enough");
    assert_eq!(castle.coins, 2);
}

#[test]
fn there_is_no_quote_for_what_cannot_be_paid() {
    let table = Scene::new(4).coins(1, 1).build();
    assert_eq!(quote(&table, 30), None);
    assert_eq!(quote(&table, 33), None, "no barrel for the tavern");
    assert_eq!(quote(&table, 37), None, "the last clan member cannot be paid");
}

#[test]
fn a_quote_for_loch_ness_asks_for_a_person() {
    let table = Scene::new(4).chieftains(1, 1).build();
    assert!(quote(&table, 37).expect("there is a chieftain").clan);
}

#[test]
fn what_is_due_has_a_quote_of_its_own() {
    let mut table = Scene::new(4).tile(1, "t18", 1, 0).track(&["t10"]).build();
    table.take("t10", "1,1");
    table.act("activate @1,1 x2");
    table.act("buy sheep");
    let rest = table.state.quote_due(Seat::from_index(FIRST)).expect("it can be paid");
    assert_eq!((rest.bought, rest.coins), ([0, 0, 0, 0, 1], 2));
}

#[test]
fn a_place_says_which_tiles_it_would_activate() {
    let table =
        Scene::new(4).tile(1, "t18", 1, 0).tile(1, "t05", -1, 0).tile(1, "t35", 0, 1).build();
    let seat = Seat::from_index(FIRST);
    let near = table.state.would_activate(seat, TileId::new(12), Place::new(1, 1));
    let expected = [(0, 0), (1, 0), (1, 1)].map(|(x, y)| Place::new(x, y));
    assert_eq!(near, expected, "not the loch");
    let everywhere = table.state.would_activate(seat, TileId::new(60), Place::new(0, -1));
    let expected = [(-1, 0), (0, 0), (1, 0)].map(|(x, y)| Place::new(x, y));
    assert_eq!(everywhere, expected);
}

#[test]
fn a_space_says_who_is_next_and_what_leaves() {
    let table = Scene::new(3)
        .whole_track([
            "seat 1", "t12", "die", "t16", "seat 2", "t24", "seat 3", "t21", "t22", "t23", "t25",
            "t28", "t35",
        ])
        .build();
    let stay = table.state.next_turn(1).expect("a tile");
    assert_eq!((stay.head, stay.draws), (Space::Figure(Seat::from_index(0)), 1));
    let die = table.state.next_turn(3).expect("a tile");
    assert_eq!((die.head, die.draws), (Space::Die, 2));
    assert_eq!(die.leaving, [(1, TileId::new(12))]);
    assert_eq!(die.staying, 7, "nine tiles less the one taken and the one left behind");
    assert_eq!(table.state.next_turn(2), None, "there is no tile");
    assert_eq!(table.state.next_turn(99), None);
}

#[test]
fn the_outlook_comes_true() {
    for space in [1, 4, 5, 9] {
        let mut table = Scene::new(4)
            .tile(1, "t18", 1, 0)
            .whole_track([
                "seat 1", "t12", "seat 2", "seat 3", "t24", "t21", "seat 4", "t22", "t23", "t25",
                "t28", "t39", "t40",
            ])
            .build();
        let outlook = table.state.next_turn(space).expect("a tile");
        let left = table.state.left().len();
        table.act(&format!("take {space} @1,1"));
        assert_eq!(table.state.after_turn().as_ref(), Some(&outlook));
        table.end();
        let track = table.state.track();
        assert_eq!(track.spaces()[(track.gap() + 1) % 14], outlook.head);
        assert_eq!(left - table.state.left().len(), outlook.draws);
    }
}

#[test]
fn reached_tiles_say_how_far_they_are() {
    let mut table = Scene::new(4).tile(1, "t18", 1, 0).track(&["t10"]).build();
    assert_eq!(table.state.reached(), [], "before a tile is taken");
    table.take("t10", "1,1");
    let [home, field, new] = [(0, 0), (1, 0), (1, 1)].map(|(x, y)| Place::new(x, y));
    let before = [(home, Reach::ByItself), (field, Reach::Open), (new, Reach::Open)];
    assert_eq!(table.state.reached(), before);
    assert_eq!(table.state.in_use(), None);
    table.act("activate @1,0");
    table.act("activate @1,1 x1");
    let after = [(home, Reach::ByItself), (field, Reach::Done), (new, Reach::Done)];
    assert_eq!(table.state.reached(), after, "also while its use is paid for");
    assert_eq!(table.state.in_use(), Some((new, Prize { points: 2, whiskey: 0 })));
}

#[test]
fn the_cheapest_steps_pay_as_quoted() {
    let mut table = Scene::new(4)
        .tile_with(1, "t05", 1, 0, [0, 0, 2, 0, 0])
        .tile_with(1, "t09", 0, 1, [1, 0, 0, 0, 1])
        .coins(1, 0)
        .warehouse([0, 0, 1, 0, 3])
        .track(&["t30"])
        .build();
    let seat = Seat::from_index(FIRST);
    assert_eq!(table.state.cheapest_step(seat), None, "nothing is due yet");
    table.take("t30", "1,1");
    let mut steps = Vec::new();
    while let Some(step) = table.state.cheapest_step(seat) {
        table.act(&rules::Game::write(&table.state, step));
        steps.push(step);
    }
    let sheep = Action::Sell { resource: glen_more::Resource::Sheep, at: Place::new(0, 1) };
    assert_eq!((steps.len(), steps[1]), (3, sheep), "wood, a sheep for coins, stone");
    assert_eq!(table.state.phase(), Phase::Activate(seat));
}

#[test]
fn every_location_says_what_it_is_good_for() {
    for (_, location) in Location::ALL {
        assert!(!location.power().is_empty());
    }
}
