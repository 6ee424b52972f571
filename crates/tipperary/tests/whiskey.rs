//! Grain fields, distilleries and the whiskey track.

mod support;

use rules::Game;
use support::{AS_DEALT, Table, seat};
use tipperary::Event;

#[test]
fn a_distillery_beside_a_grain_field_makes_the_first_whiskey() {
    let mut table = Table::solo("G S1 S1", &["D"]);
    let events = table.place(1, "r0", "0,0");
    assert_eq!(table.part(1, "whiskey"), 3);
    assert!(events.contains(&Event::Distilled { seat: seat(1), made: 1, from: 0, to: 3 }));
}

#[test]
fn the_second_whiskey_brings_a_wooden_sheep_at_once() {
    let mut table = Table::solo("G S1 M", &["D", "G"]);
    table.place(1, "r0", "0,0");
    table.place(2, "r0", "-1,0");
    assert_eq!(table.part(1, "whiskey"), 6);
    assert_eq!(table.legal(1), ["sheep 3,2"]);
    table.act(1, "sheep 3,2");
    assert_eq!(table.part(1, "sheep"), 1);
}

#[test]
fn one_distillery_between_two_grain_fields_makes_two_whiskeys() {
    let mut table = Table::solo("S1 G S1", &["G S1", "D"]);
    table.place(1, "m0", "3,0");
    assert_eq!(table.part(1, "whiskey"), 0);
    let events = table.place(2, "r0", "4,1");
    assert!(events.contains(&Event::Distilled { seat: seat(1), made: 2, from: 0, to: 6 }));
    assert_eq!(table.part(1, "whiskey"), 6);
}

#[test]
fn a_tile_can_make_whiskey_within_itself() {
    let mut table = Table::solo(AS_DEALT, &["G D"]);
    table.place(1, "r0", "4,1");
    assert_eq!(table.part(1, "whiskey"), 3);
}

#[test]
fn corners_make_no_whiskey() {
    let mut table = Table::solo("S1 G S1", &["D"]);
    table.place(1, "r0", "4,2");
    assert_eq!(table.part(1, "whiskey"), 0);
}

#[test]
fn passing_a_sheep_symbol_is_as_good_as_reaching_it() {
    let mut table = Table::solo("M S1 S1", &["G D G / -- G --"]);
    table.place(1, "r0", "4,1");
    assert_eq!(table.part(1, "whiskey"), 10);
    assert_eq!(table.sheep(1), 1);
}

#[test]
fn past_the_end_of_the_track_nothing_is_counted() {
    let mut table = Table::solo(AS_DEALT, &["G D G / D G D", "D G D G D G"]);
    table.place(1, "r0", "4,1");
    assert_eq!(table.part(1, "whiskey"), 25);
    let events = table.place(2, "r0", "4,3");
    let names = rules::Names::numbered(1);
    let sentences: Vec<String> =
        events.iter().map(|event| table.game.describe_event(event, &names)).collect();
    assert!(
        sentences.iter().any(|sentence| sentence.contains("the barrel is at the end")),
        "{sentences:?}"
    );
    assert_eq!(table.part(1, "whiskey"), 25);
    assert!(!events.iter().any(|event| matches!(event, Event::SheepGained { .. })));
}

#[test]
fn a_bonus_tile_over_a_meadow_makes_whiskey_with_its_new_neighbours() {
    let mut table = Table::solo("S1 M G", &["B B S1"]);
    table.place(1, "r0", "1,-1");
    table.bonus(1, "d", "3,1");
    assert_eq!(table.part(1, "whiskey"), 3);
}
