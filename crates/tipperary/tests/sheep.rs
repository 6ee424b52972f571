//! Pastures, wooden sheep and flocks.

mod support;

use rules::Game;
use support::{AS_DEALT, Table, places, seat};
use tipperary::{Event, Point};

/// Two flocks of 2 and 3 sheep that touch only at a corner.
fn two_flocks(third: &str) -> Table {
    let mut table = Table::solo(AS_DEALT, &["P2", "S1 P1 P2", third]);
    table.place(1, "r0", "4,1");
    table.place(2, "r0", "4,2");
    table
}

#[test]
fn flocks_that_touch_at_a_corner_are_two() {
    let table = two_flocks("P1");
    assert_eq!(table.part(1, "sheep"), 3);
}

#[test]
fn a_tile_connects_flocks_of_two_and_three_to_six() {
    let mut table = two_flocks("P1");
    let events = table.place(3, "r0", "5,1");
    assert_eq!(table.part(1, "sheep"), 6);
    assert!(events.contains(&Event::FlockGrew { seat: seat(1), from: 3, to: 6 }));
}

#[test]
fn a_wooden_sheep_connects_flocks_of_two_and_three_to_six() {
    let mut table = two_flocks("M B+");
    table.place(3, "r0", "5,1");
    // The symbol on the bog is no sheep, and a bog is no pasture.
    assert_eq!(table.part(1, "sheep"), 3);
    let events = table.act(1, "sheep 5,1");
    assert_eq!(table.part(1, "sheep"), 6);
    assert!(events.contains(&Event::FlockGrew { seat: seat(1), from: 3, to: 6 }));
}

#[test]
fn meadows_are_no_part_of_a_flock() {
    let mut table = Table::solo(AS_DEALT, &["P1 M P1"]);
    table.place(1, "r0", "4,1");
    assert_eq!(table.part(1, "sheep"), 1);
}

#[test]
fn each_sheep_symbol_brings_one_wooden_sheep() {
    let mut table = Table::solo("M M M", &["R+ B+ S1"]);
    let events = table.place(1, "r0", "4,1");
    assert_eq!(table.sheep(1), 2);
    assert!(events.contains(&Event::SheepGained { seat: seat(1), gained: 2, missing: 0 }));
    assert_eq!(table.game.snapshot().supply.sheep, 22);
}

#[test]
fn wooden_sheep_go_onto_any_meadow_of_the_display_the_hometown_included() {
    let mut table = Table::solo("M S1 S1", &["M+ R"]);
    table.place(1, "r0", "4,1");
    assert_eq!(places(&table.legal(1), "sheep"), [Point::new(0, 1), Point::new(4, 1)]);
}

#[test]
fn a_meadow_holds_at_most_one_wooden_sheep() {
    let mut table = Table::solo("M S1 S1", &["M+ R+"]);
    table.place(1, "r0", "4,1");
    table.act(1, "sheep 4,1");
    assert_eq!(table.legal(1), ["sheep 0,1"]);
    assert_eq!(table.refusal(1, "sheep 4,1"), "a wooden sheep grazes at 4,1 already");
}

#[test]
fn a_wooden_sheep_without_a_meadow_is_lost() {
    let mut table = Table::solo(AS_DEALT, &["R+ S1"]);
    let events = table.place(1, "r0", "4,1");
    assert!(events.contains(&Event::SheepLost { seat: seat(1), count: 1 }));
    assert_eq!(table.game.round(), 2);
    assert_eq!(table.game.snapshot().supply.sheep, 24);
    let sentence = table.game.describe_event(&events[2], &rules::Names::numbered(1));
    assert_eq!(sentence, "Seat 1 has no meadow left for 1 wooden sheep: back to the supply.");
}

#[test]
fn a_sheep_waits_for_the_bonus_tile_of_the_same_placement() {
    let mut table = Table::solo(AS_DEALT, &["B+ B S1"]);
    table.place(1, "r0", "4,1");
    assert_eq!(table.legal(1), ["draw"]);
    table.bonus(1, "m", "7,1");
    assert_eq!(table.legal(1), ["sheep 7,1"]);
    table.act(1, "sheep 7,1");
    assert_eq!(table.part(1, "sheep"), 1);
}

#[test]
fn a_sheep_that_waited_in_vain_is_lost() {
    let mut table = Table::solo(AS_DEALT, &["B+ B S1"]);
    table.place(1, "r0", "4,1");
    let events = table.bonus(1, "d", "7,1");
    assert!(events.contains(&Event::SheepLost { seat: seat(1), count: 1 }));
}

#[test]
fn effects_are_taken_in_any_order() {
    let mut table = Table::solo("M S1 S1", &["B+ B S1"]);
    table.place(1, "r0", "4,1");
    assert_eq!(table.legal(1), ["sheep 0,1", "draw"]);
    let mut other = table.game.clone();
    table.act(1, "sheep 0,1");
    table.bonus(1, "r", "7,1");
    for text in ["draw", "bonus 1 r", "bonus 7,1", "sheep 0,1"] {
        let action = other.read(text).unwrap();
        let actor = if text == "bonus 1 r" { rules::Actor::Dealer } else { seat(1).into() };
        other.apply(actor, action, &mut rules::NoEvents).unwrap();
    }
    assert_eq!(other.player(seat(1)), table.game.player(seat(1)));
}

#[test]
fn what_the_supply_does_not_have_is_not_gained() {
    let blocks = [
        "M+ M+ M+ M+ M+ M+",
        "M+ M+ M+ / M+ M+ M+",
        "M+ M+ M+ M+ M+ / M+",
        "M+ M+ M+ M+ / M+ M+",
        "M+ R+",
    ];
    let mut table = Table::solo(AS_DEALT, &blocks);
    for (tile, at) in [(1, "4,1"), (2, "0,3"), (3, "1,-2"), (4, "4,2")] {
        table.place(tile, "r0", at);
        while let Some(place) = table.legal(1).iter().find(|action| action.starts_with("sheep")) {
            let place = place.clone();
            table.act(1, &place);
        }
    }
    assert_eq!(table.game.snapshot().supply.sheep, 0);
    let last = table.legal(1).into_iter().find(|action| action.starts_with("place 5 ")).unwrap();
    let events = table.act(1, &last);
    assert!(events.contains(&Event::SheepGained { seat: seat(1), gained: 0, missing: 2 }));
    assert_eq!(table.game.round(), 6);
}

#[test]
fn no_effect_may_be_declined() {
    let mut table = Table::solo("M S1 S1", &["R+"]);
    table.place(1, "r0", "4,1");
    assert_eq!(table.refusal(1, "done"), "no effect may be declined");
}
