//! Buying and selling.

use glen_more::{Event, Resource};

use crate::support::{Scene, Table};

/// Seat 1 with a field on the road and a village to be had for a stone.
fn village_for_a_stone() -> Scene {
    Scene::new(4).tile(1, "t18", 1, 0).track(&["t16", "t24"])
}

fn covered(table: &Table, resource: Resource) -> u8 {
    table.state.warehouse().covered(resource)
}

#[test]
fn buying_covers_the_cheapest_open_space() {
    for (spaces, price) in [(0, 1), (1, 2), (2, 3)] {
        let mut table = village_for_a_stone().warehouse([0, spaces, 0, 0, 0]).build();
        table.take("t16", "1,1");
        let events = table.act("buy stone");
        assert!(matches!(events[0], Event::Bought { coins, .. } if coins == price));
        assert_eq!(table.player(1).coins(), 6 - u16::from(price));
        assert_eq!(covered(&table, Resource::Stone), spaces + 1);
    }
}

#[test]
fn a_full_row_cannot_be_bought_from() {
    let table = village_for_a_stone().warehouse([0, 3, 0, 0, 0]).build();
    assert!(!table.legal().iter().any(|text| text.starts_with("take 4 ")));
    let mut table = village_for_a_stone()
        .warehouse([0, 3, 0, 0, 0])
        .tile_with(1, "t01", -1, 0, [0, 1, 0, 0, 0])
        .build();
    table.take("t16", "1,1");
    assert_eq!(table.refusal("buy stone"), "the stone row is full: no stone can be bought now");
}

#[test]
fn buying_needs_the_coins_in_hand() {
    let mut table = village_for_a_stone()
        .coins(1, 0)
        .warehouse([0, 1, 1, 0, 0])
        .tile_with(1, "t01", -1, 0, [0, 1, 0, 0, 0])
        .build();
    table.take("t16", "1,1");
    assert_eq!(table.refusal("buy stone"), "stone costs 2 coins, and you have 0");
}

#[test]
fn buying_is_only_for_what_is_due_at_once() {
    let mut table = village_for_a_stone().build();
    assert_eq!(table.refusal("buy stone"), "first you have to take a tile from the track");
    table.take("t16", "1,1");
    assert_eq!(table.refusal("buy wood"), "that is not due: you still have to turn in 1 stone");
    table.act("buy stone");
    assert_eq!(table.refusal("buy stone"), "you can buy only what you have to turn in at once");
}

#[test]
fn what_is_bought_never_lies_in_the_display() {
    let mut table = village_for_a_stone().build();
    table.take("t16", "1,1");
    table.act("buy stone");
    assert_eq!(table.cubes(1), [0; 5]);
}

#[test]
fn selling_takes_the_coins_of_the_dearest_covered_space() {
    for spaces in 1..=3 {
        let mut table = village_for_a_stone()
            .warehouse([0, 0, spaces, 0, 0])
            .tile_with(1, "t05", -1, 0, [0, 0, 1, 0, 0])
            .build();
        let events = table.act("sell grain @-1,0");
        assert!(matches!(events[0], Event::Sold { coins, .. } if coins == spaces));
        assert_eq!(table.player(1).coins(), 6 + u16::from(spaces));
        assert_eq!(covered(&table, Resource::Grain), spaces - 1);
        assert_eq!(table.cubes(1), [0; 5]);
    }
}

#[test]
fn a_row_without_coins_buys_nothing() {
    let table = village_for_a_stone().tile_with(1, "t05", -1, 0, [0, 0, 1, 0, 0]).build();
    assert!(table.legal_of("sell").is_empty());
    assert_eq!(
        table.refusal("sell grain @-1,0"),
        "there are no coins in the grain row: grain cannot be sold now"
    );
}

#[test]
fn several_cubes_may_be_sold_at_falling_prices() {
    let mut table = village_for_a_stone()
        .warehouse([0, 0, 3, 0, 0])
        .tile_with(1, "t05", -1, 0, [0, 0, 3, 0, 0])
        .build();
    for coins in [9, 11, 12] {
        table.act("sell grain @-1,0");
        assert_eq!(table.player(1).coins(), coins);
    }
}

#[test]
fn selling_is_possible_in_every_phase_of_a_turn() {
    let grain = [0, 0, 3, 0, 0];
    let mut table = Scene::new(2)
        .tile_with(1, "t05", -1, 0, grain)
        .tile_with(1, "t22", -1, 1, grain)
        .tile(1, "t48", 1, 0)
        .track(&["t16", "t52"])
        .warehouse([1, 1, 3, 1, 1])
        .build();
    table.act("sell grain @-1,0");
    let mut paying = table.clone();
    paying.take("t16", "1,1");
    paying.act("sell grain @-1,1");
    paying.act("buy stone");
    paying.act("sell grain @-1,1");
    assert!(!paying.allows("sell grain @-1,1"), "the row is empty now");
    let mut choosing = table;
    choosing.take("t52", "0,1");
    assert!(choosing.allows("skip"));
    choosing.act("sell grain @-1,1");
}

#[test]
fn whiskey_and_clan_members_are_not_traded() {
    let table = village_for_a_stone().whiskey(1, 3).build();
    for text in ["buy whiskey", "sell whiskey @0,0", "buy clan", "sell clan @0,0"] {
        assert!(rules::Game::read(&table.state, text).is_err(), "{text}");
    }
}

#[test]
fn the_prices_of_one_purchase_rise() {
    // Two sheep for the butcher: one for 1 coin, the next for 2.
    let mut table = Scene::new(4).tile(1, "t18", 1, 0).track(&["t10"]).coins(1, 3).build();
    table.take("t10", "1,1");
    table.act("activate @1,1 x2");
    table.play(&["buy sheep", "buy sheep"]);
    assert_eq!(table.player(1).coins(), 0);
    assert_eq!(table.part(1, "tiles"), 4);
}
