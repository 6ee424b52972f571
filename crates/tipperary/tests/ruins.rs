//! Ruins and the towers they bring.

mod support;

use rules::Game;
use support::{AS_DEALT, Table, seat};
use tipperary::{Event, Point, Run, Tipperary};

fn run(from: (i16, i16), to: (i16, i16)) -> Run {
    Run { from: from.into(), to: to.into() }
}

#[test]
fn three_ruins_around_a_corner_bring_no_tower_but_three_in_a_line_do() {
    let mut table = Table::solo(AS_DEALT, &["R R", "R S1"]);
    table.place(1, "r0", "4,1");
    let place = |at: &str| {
        let mut next = table.game.clone();
        let action = next.read(&format!("place 2 r0 {at}")).unwrap();
        let mut events = Vec::new();
        next.apply(seat(1).into(), action, &mut events).unwrap();
        (next.player(seat(1)).towers(), events)
    };
    assert_eq!(place("5,2").0, 0);
    let (towers, events) = place("6,1");
    assert_eq!(towers, 1);
    let run = run((4, 1), (6, 1));
    assert!(events.contains(&Event::RunCompleted { seat: seat(1), run, tower: true }));
}

#[test]
fn extending_a_line_brings_no_tower_but_a_new_line_across_it_does() {
    let mut table = Table::solo(AS_DEALT, &["R R R", "R R"]);
    table.place(1, "r0", "4,1");
    assert_eq!(table.towers(1), 1);
    let mut across = table.clone();
    table.place(2, "r0", "7,1");
    assert_eq!(table.towers(1), 1);
    let events = across.place(2, "r1", "6,2");
    assert_eq!(across.towers(1), 2);
    let run = run((6, 1), (6, 3));
    assert!(events.contains(&Event::RunCompleted { seat: seat(1), run, tower: true }));
}

#[test]
fn two_short_lines_that_become_one_bring_one_tower() {
    // Ruins at 4,1 and 5,1, then at 7,1 and 8,1 by way of the row below, then the one between.
    let mut table = Table::solo(AS_DEALT, &["R R / S1 S1", "-- R R / S1 S1 --", "R"]);
    table.place(1, "r0", "4,1");
    table.place(2, "r0", "6,1");
    assert_eq!(table.towers(1), 0);
    let events = table.place(3, "r0", "6,1");
    assert_eq!(table.towers(1), 1);
    let run = run((4, 1), (8, 1));
    assert!(events.contains(&Event::RunCompleted { seat: seat(1), run, tower: true }));
}

#[test]
fn joining_a_line_of_three_with_others_brings_no_tower() {
    let mut table = Table::solo(AS_DEALT, &["R R R", "R S1", "R R"]);
    table.place(1, "r0", "4,1");
    table.place(2, "r0", "7,1");
    assert_eq!(table.towers(1), 1);
    table.place(3, "r1", "4,2");
    assert_eq!(table.towers(1), 2);
}

#[test]
fn one_tile_can_complete_a_row_and_a_column() {
    let mut table = Table::solo(AS_DEALT, &["R R R / R -- -- / R -- --"]);
    table.place(1, "r0", "4,1");
    assert_eq!(table.towers(1), 2);
}

#[test]
fn a_bonus_ruin_on_a_meadow_completes_a_line() {
    let mut table = Table::solo("S1 M R", &["R", "B B S1"]);
    table.place(1, "r0", "3,0");
    table.place(2, "r0", "1,-1");
    table.bonus(1, "r", "3,1");
    assert_eq!(table.towers(1), 1);
}

#[test]
fn without_towers_in_the_supply_none_is_gained() {
    let table = Table::solo(AS_DEALT, &["R R R"]);
    let mut snapshot = table.game.snapshot();
    snapshot.supply.towers = 0;
    snapshot.seats[0].towers_in_hand = 12;
    let mut game = Tipperary::from_snapshot(&table.game.setup(), &snapshot).unwrap();
    let action = game.read("place 1 r0 4,1").unwrap();
    let mut events = Vec::new();
    game.apply(seat(1).into(), action, &mut events).unwrap();
    assert_eq!(game.player(seat(1)).towers(), 12);
    let run = run((4, 1), (6, 1));
    assert!(events.contains(&Event::RunCompleted { seat: seat(1), run, tower: false }));
}

#[test]
fn towers_stay_in_hand_until_the_end() {
    let mut table = Table::solo(AS_DEALT, &["R R R"]);
    table.place(1, "r0", "4,1");
    assert_eq!(table.refusal(1, "tower 7,1"), "you have to place a tile first");
    assert!(table.game.player(seat(1)).display().at(Point::new(7, 1)).is_none());
}
