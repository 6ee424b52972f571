//! The chain of figures: who acts, what leaves, what is drawn, the die.

use glen_more::{Event, Phase, Space};
use rules::Seat;

use crate::support::{Scene, Table};

fn to_act(table: &Table) -> Option<usize> {
    table.state.phase().seat().map(|seat| seat.index() + 1)
}

/// Seat 1 at the head, a meadow and a village, then seat 2, a forest, seats 3 and 4, more tiles
/// and a loch at the end of the chain. Seat 1 has a field beside which plain tiles may lie.
fn printed_track() -> Scene {
    Scene::new(4).tile(1, "t18", 1, 0).whole_track([
        "seat 1", "t12", "t16", "seat 2", "t24", "seat 3", "seat 4", "t21", "t22", "t23", "t25",
        "t28", "t35",
    ])
}

#[test]
fn any_tile_ahead_may_be_taken() {
    let table = printed_track().build();
    let takes = table.legal_of("take");
    for space in [1, 2, 4, 7, 8, 9, 10, 11, 12] {
        assert!(takes.iter().any(|take| take.starts_with(&format!("take {space} "))), "{space}");
    }
    assert!(!takes.iter().any(|take| take.starts_with("take 0 ") || take.starts_with("take 3 ")));
}

#[test]
fn whoever_is_still_last_moves_again_at_once() {
    for tile in ["t12", "t16"] {
        let mut table = printed_track().build();
        table.take(tile, "1,1");
        while !table.allows("end") {
            table.act("buy stone");
        }
        table.end();
        assert_eq!(to_act(&table), Some(1), "after {tile}");
    }
}

#[test]
fn behind_the_new_head_tiles_leave_the_game() {
    for (tile, at) in [("t24", "1,1"), ("t35", "0,1")] {
        let mut table = printed_track().build();
        let space = table.space_of(tile);
        table.take(tile, at);
        let events = table.act("end");
        let removed: Vec<u8> = events
            .iter()
            .filter_map(|event| match event {
                Event::Removed { space, .. } => Some(*space),
                _ => None,
            })
            .collect();
        assert_eq!(removed, [1, 2], "the meadow and the village");
        table.refill();
        assert_eq!(to_act(&table), Some(2));
        assert_eq!(table.state.track().spaces()[space], Space::Figure(Seat::from_index(0)));
    }
}

#[test]
fn new_tiles_go_to_the_end_of_the_chain_until_one_space_is_empty() {
    let mut table = printed_track().build();
    table.take("t24", "1,1");
    table.act("end");
    for space in [13, 0, 1] {
        assert_eq!(table.state.track().gap(), space);
        let first = table.legal()[0].clone();
        let events = table.act(&first);
        assert!(
            matches!(events[0], Event::Drawn { space: drawn, .. } if usize::from(drawn) == space)
        );
    }
    assert_eq!(table.state.track().gap(), 2);
    let filled = table.state.track().spaces().iter().filter(|space| **space != Space::Empty);
    assert_eq!(filled.count(), 13);
}

#[test]
fn one_tile_is_drawn_if_none_leaves() {
    let mut table = printed_track().build();
    let left = table.state.left().len();
    table.take("t12", "1,1");
    table.end();
    assert_eq!(table.state.left().len(), left - 1);
}

#[test]
fn one_tile_a_turn() {
    let mut table = printed_track().build();
    table.take("t12", "1,1");
    assert!(table.legal_of("take").is_empty());
    assert_eq!(table.refusal("take 2 @1,-1"), "you take one tile in a turn");
}

fn with_die(track: [&str; 13]) -> Table {
    let mut table = Scene::new(2).tile(1, "t18", 1, 0).whole_track(track).build();
    table.take("t12", "1,1");
    table.end();
    assert_eq!(table.state.phase(), Phase::Roll);
    table
}

#[test]
fn the_die_shows_1_three_times_2_twice_and_3_once() {
    let table = with_die([
        "seat 1", "die", "t12", "seat 2", "t22", "t23", "t24", "t25", "t28", "t32", "t39", "t40",
        "t46",
    ]);
    assert_eq!(table.legal(), ["roll 1", "roll 2", "roll 3"]);
    let weights = rules::Game::outcomes(&table.state).into_iter().map(|outcome| outcome.weight);
    assert_eq!(weights.collect::<Vec<_>>(), [3, 2, 1]);
}

#[test]
fn the_die_skips_figures_and_removes_the_tile_it_lands_on() {
    // After the meadow is taken the die is followed by both figures.
    for (roll, space) in [("roll 1", 4), ("roll 2", 5), ("roll 3", 6)] {
        let mut table = with_die([
            "seat 1", "die", "t12", "seat 2", "t22", "t23", "t24", "t25", "t28", "t32", "t39",
            "t40", "t46",
        ]);
        table.act(roll);
        assert_eq!(table.state.track().spaces()[space], Space::Die, "{roll}");
        table.refill();
        assert_eq!(to_act(&table), Some(1));
    }
}

#[test]
fn the_die_wraps_around_the_end_of_the_track() {
    let mut table = Scene::new(2)
        .whole_track([
            "seat 1", "t12", "t21", "t22", "t23", "t24", "t25", "t28", "t32", "die", "seat 2",
            "t39", "t40",
        ])
        .build();
    table.take("t40", "-1,0");
    table.act("end");
    table.refill();
    assert_eq!(table.state.phase(), Phase::Roll);
    // From space 9: tiles on 11, then 13 (drawn), past the figures on 10 and 12.
    table.act("roll 2");
    assert_eq!(table.state.track().spaces()[13], Space::Die);
}

#[test]
fn nobody_takes_the_tile_that_the_die_removes() {
    let mut table = with_die([
        "seat 1", "die", "t12", "seat 2", "t22", "t23", "t24", "t25", "t28", "t32", "t39", "t40",
        "t46",
    ]);
    let events = table.act("roll 1");
    assert!(events.iter().any(|event| matches!(event, Event::Removed { space: 4, .. })));
    assert_eq!(table.player(1).display().len(), 3);
    assert_eq!(table.player(2).display().len(), 1);
}

#[test]
fn who_can_take_nothing_passes_to_the_first_tile_ahead() {
    // No clan member is left to settle next to.
    let mut table = printed_track().clan(1, 0, 0, 0).build();
    assert_eq!(table.legal(), ["pass"]);
    let events = table.act("pass");
    assert!(events.iter().any(|event| matches!(event, Event::Removed { space: 1, .. })));
    assert_eq!(table.state.track().spaces()[1], Space::Figure(Seat::from_index(0)));
    table.refill();
    assert_eq!(to_act(&table), Some(1), "the figure is still last");
}

#[test]
fn selling_is_possible_before_passing() {
    let table = Scene::new(2)
        .clan(1, 0, 0, 0)
        .tile_with(1, "t24", 1, 1, [1, 0, 0, 0, 0])
        .tile(1, "t18", 1, 0)
        .build();
    assert_eq!(table.legal(), ["pass", "sell wood @1,1"]);
}

#[test]
fn passing_is_not_offered_while_a_tile_can_be_taken() {
    let table = printed_track().build();
    assert_eq!(table.refusal("pass"), "you may pass only if there is no tile you can take");
}

#[test]
fn a_turn_has_to_be_ended_explicitly() {
    let mut table = printed_track().build();
    table.take("t35", "0,1");
    assert_eq!(table.state.phase(), Phase::Activate(Seat::from_index(0)));
    assert!(table.allows("end"));
}

#[test]
fn a_display_in_which_nothing_fits_passes_from_then_on() {
    // The only clan member is walled in, and passing gives no movement point.
    let mut table = Scene::new(4)
        .tile(1, "t18", 1, 0)
        .tile(1, "t05", -1, 0)
        .tile(1, "t02", 0, 1)
        .tile(1, "t03", 0, -1)
        .tile(1, "t12", 1, 1)
        .tile(1, "t21", -1, 1)
        .tile(1, "t22", 1, -1)
        .tile(1, "t23", -1, -1)
        .build();
    while to_act(&table) == Some(1) {
        assert_eq!(table.legal(), ["pass"]);
        table.act("pass");
        table.refill();
    }
}
