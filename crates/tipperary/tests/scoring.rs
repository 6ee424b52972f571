//! Scores.

mod support;

use rules::Game;
use support::{Table, seat};
use tipperary::Event;

/// The rulebook's display of 90 points, rebuilt from the numbers in its text.
///
/// A rectangle of 7 by 8 around the hometown, completed by a tower that also encloses it.
#[test]
fn the_display_of_ninety_points() {
    let mine: &[&str] = &[
        "P2 P2 P2 P2 P2 P2",
        "D D D M M M",
        "G G G M M M",
        "M M M M M M",
        "M M / M -- / M M",
        "M M / -- M / -- M",
        "R R R M M",
        "M M M M M B",
        "M M",
        "R",
        "G",
        "M",
    ];
    let theirs: &[&str] = &["P2 P2 P2 P2 P2 P1", "P2 P1"];
    let mut table = Table::new("together", "S4 S2 S1", &[mine, theirs]);
    table.act(2, "place 13 r0 4,1");
    table.act(1, "place 1 r0 -1,-1");
    table.act(2, "place 14 r0 10,1");
    table.act(1, "place 2 r0 -1,-2");
    assert_eq!(table.game.marker(), Some(seat(2)), "another player has a larger flock");
    table.act(1, "place 3 r0 -1,-3");
    table.act(1, "sheep 3,-3");
    table.pass_time(2);
    let rest = [
        "place 4 r1 5,-3",
        "place 5 r0 -1,0",
        "place 6 r0 3,0",
        "place 7 r0 -1,3",
        "place 8 r0 -1,4",
        "place 9 r1 5,3",
        "place 10 r0 -1,5",
        "place 11 r0 1,5",
        "place 12 r0 3,5",
    ];
    for action in rest {
        table.act(1, action);
        table.pass_time(2);
    }
    assert_eq!(table.part(1, "exploration"), 0);
    let events = table.act(1, "tower 4,3");
    assert!(events.contains(&Event::Explored(seat(1))));
    let sheet: Vec<(&str, i32)> =
        table.game.score(seat(1)).named(tipperary::Tipperary::INFO).collect();
    assert_eq!(
        sheet,
        [
            ("area", 56),
            ("sheep", 12),
            ("marker", 0),
            ("exploration", 5),
            ("whiskey", 10),
            ("circles", 7),
            ("total", 90)
        ]
    );
}

#[test]
fn a_stone_circle_of_two_is_worth_two() {
    let mut table = Table::solo("M M M", &["S2"]);
    table.place(1, "r0", "4,1");
    assert_eq!(table.part(1, "circles"), 2);
}

#[test]
fn only_a_rectangle_without_gaps_counts() {
    let mut table = Table::solo("M M M", &["R M / R -- / R M", "S1"]);
    table.place(1, "r0", "4,0");
    // Spaces 4,0 to 4,2 are full, 5,1 is a gap.
    assert_eq!(table.part(1, "area"), 2 * 4);
    table.act(1, "place 2 r0 5,1");
    assert_eq!(table.part(1, "area"), 2 * 5);
}

#[test]
fn the_spaces_of_the_hometown_count_for_the_rectangle() {
    let table = Table::solo("M M M", &["R"]);
    assert_eq!(table.part(1, "area"), 6);
}

#[test]
fn of_several_flocks_only_the_largest_counts() {
    let mut table = Table::solo("P2 M P1", &["P2"]);
    assert_eq!(table.part(1, "sheep"), 2);
    table.place(1, "r0", "1,-1");
    assert_eq!(table.part(1, "sheep"), 2, "two flocks of the same size count once");
}

#[test]
fn exploration_needs_all_eighteen_spaces_diagonals_included() {
    let ring = ["S1 S1 S1 S1", "S1 S1 / S1 -- / S1 S1", "S2 S1 / -- S1 / -- S1", "S1 S1 S1 S1 S2"];
    let mut table = Table::solo("M M M", &ring);
    table.place(1, "r0", "0,-1");
    table.place(2, "r0", "-1,0");
    table.place(3, "r0", "3,0");
    assert_eq!(table.game.player(seat(1)).display().unexplored(), 5);
    assert_eq!(table.part(1, "exploration"), 0);
    let events = table.place(4, "r0", "0,3");
    assert!(events.contains(&Event::Explored(seat(1))));
    assert_eq!(table.part(1, "exploration"), 5);
}

#[test]
fn most_points_win_and_ties_share_the_victory() {
    let mut table = Table::new("together", "M M M", &[&["S2"], &["S2 M"]]);
    table.act(1, "place 1 r0 1,-1");
    table.act(2, "place 2 r0 1,-1");
    assert!(table.game.winners().is_empty(), "nobody has won before the end");
    table.finish_rounds();
    let totals: Vec<i32> = table.game.scores().iter().map(rules::Score::total).collect();
    let best = totals.iter().max().copied();
    let winners: Vec<usize> = table.game.winners().into_iter().map(rules::Seat::index).collect();
    let expected: Vec<usize> = (0..2).filter(|&index| Some(totals[index]) == best).collect();
    assert_eq!(winners, expected);
}
