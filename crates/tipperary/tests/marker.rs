//! The sheep phase: who holds the marker for the largest flock.

mod support;

use rules::Game;
use support::{AS_DEALT, Table, seat};
use tipperary::Event;

/// Three seats; the first makes a flock of five, the others a flock of four and then the given tile.
fn three(second: &str, third: &str) -> Table {
    let hands: [&[&str]; 3] =
        [&["P2 P2 P1", "S1 R"], &["P2 P2 / -- S1", second], &["P1 P2 P1", third]];
    let mut table = Table::new("together", AS_DEALT, &hands);
    table.act(1, "place 1 r0 4,1");
    table.act(2, "place 3 r0 4,1");
    table.act(3, "place 5 r0 4,1");
    table
}

#[test]
fn who_alone_has_the_largest_flock_takes_the_marker() {
    let table = three("R", "B");
    assert_eq!(table.game.marker(), Some(seat(1)));
    assert_eq!(table.part(1, "marker"), 5);
    assert_eq!(table.part(1, "sheep"), 5);
    assert_eq!(table.part(2, "marker"), 0);
}

#[test]
fn two_others_with_six_send_the_marker_of_the_holder_with_five_back_to_the_supply() {
    let mut table = three("P2 S1", "P2 S2");
    table.act(1, "place 2 r0 1,-1");
    table.act(2, "place 4 m0 2,-1");
    table.act(3, "place 6 m0 2,-1");
    assert_eq!(table.game.marker(), Some(seat(1)), "flocks apart do not count together");
    let mut table = three("P2 S1", "P2 S2");
    table.act(1, "place 2 r0 1,-1");
    table.act(2, "place 4 r0 6,1");
    let events = table.act(3, "place 6 r0 7,1");
    assert_eq!(table.part(2, "sheep"), 6);
    assert_eq!(table.part(3, "sheep"), 6);
    assert_eq!(table.game.marker(), None);
    assert!(events.contains(&Event::MarkerReturned { by: seat(1), flock: 6 }));
    assert_eq!(table.part(1, "marker"), 0);
}

#[test]
fn the_marker_is_taken_from_its_holder() {
    let mut table = three("P2 S1", "S1 B");
    table.act(1, "place 2 r0 1,-1");
    table.act(2, "place 4 r0 6,1");
    let events = table.act(3, "place 6 r0 1,-1");
    assert_eq!(table.game.marker(), Some(seat(2)));
    let taken = Event::MarkerTaken { by: seat(2), from: Some(seat(1)), flock: 6 };
    assert!(events.contains(&taken));
    let names = rules::Names::numbered(3);
    assert_eq!(
        table.game.describe_event(&taken, &names),
        "Seat 2 has the largest flock alone, 6 sheep, and takes the marker from Seat 1."
    );
}

#[test]
fn a_holder_among_the_tied_keeps_the_marker() {
    let mut table = three("P1 S1", "S1 B");
    table.act(1, "place 2 r0 1,-1");
    table.act(2, "place 4 r0 6,1");
    table.act(3, "place 6 r0 1,-1");
    assert_eq!(table.part(2, "sheep"), 5);
    assert_eq!(table.game.marker(), Some(seat(1)));
}

#[test]
fn a_tie_without_a_holder_leaves_the_marker_in_the_supply() {
    let mut table = Table::new("together", AS_DEALT, &[&["P1"], &["P1 S1"]]);
    table.act(1, "place 1 r0 4,1");
    table.act(2, "place 2 r0 4,1");
    assert_eq!(table.game.marker(), None);
}

#[test]
fn there_is_no_marker_for_one_player() {
    let mut table = Table::solo(AS_DEALT, &["P2"]);
    table.place(1, "r0", "4,1");
    assert_eq!(table.game.marker(), None);
    assert_eq!(table.part(1, "marker"), 0);
}
