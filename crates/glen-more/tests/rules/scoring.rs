//! The three scorings.

use glen_more::{Event, Scoring, points_for_difference};
use rules::Seat;

use crate::support::{Scene, Table};

/// Seat 1 takes a meadow, and the first draw uses up a stack.
fn scored(scene: Scene) -> (Table, Scoring) {
    let mut table = scene.tile(1, "t18", 1, 0).track(&["t12"]).build();
    table.take("t12", "1,1");
    table.act("end");
    let only = table.legal();
    assert_eq!(only.len(), 1, "the last tile of the stack");
    let events = table.act(&only[0]);
    let scoring = events.iter().find_map(|event| match event {
        Event::Scored(scoring) => Some(*scoring),
        _ => None,
    });
    (table, scoring.expect("a scoring takes place"))
}

#[test]
fn the_difference_to_the_fewest_scores_0_1_2_3_5_8() {
    let points: Vec<u16> = (0..=7).map(points_for_difference).collect();
    assert_eq!(points, [0, 1, 2, 3, 5, 8, 8, 8]);
}

#[test]
fn a_scoring_takes_place_when_the_last_tile_of_stack_1_2_or_3_is_drawn() {
    for (left, round) in [(&["t10", "t32"][..], 1), (&["t32", "t66"], 2), (&["t66"], 3)] {
        let (_, scoring) = scored(Scene::new(4).left(left));
        assert_eq!(scoring.round, round);
    }
}

#[test]
fn the_end_of_stack_0_is_no_scoring() {
    let mut table = Table::start(2);
    table.act("first 1");
    for _ in 0..8 {
        let first = table.legal()[0].clone();
        assert!(table.act(&first).iter().all(|event| !matches!(event, Event::Scored(_))));
    }
}

#[test]
fn the_drawing_goes_on_from_the_next_stack_after_a_scoring() {
    let mut table = Scene::new(4)
        .left(&["t10", "t32", "t33"])
        .tile(1, "t18", 1, 0)
        .whole_track([
            "seat 1", "t21", "t22", "seat 2", "t12", "seat 3", "seat 4", "t23", "t24", "t25",
            "t28", "t39", "t40",
        ])
        .build();
    table.take("t12", "1,1");
    table.act("end");
    table.act("draw t10");
    assert_eq!(table.legal(), ["draw t32", "draw t33"]);
}

#[test]
fn whiskey_is_compared_with_the_fewest() {
    let scene = Scene::new(4).left(&["t10", "t32"]);
    let (table, scoring) = scored(scene.whiskey(1, 2).whiskey(2, 5).whiskey(3, 1).whiskey(4, 7));
    assert_eq!(scoring.whiskey.counts[..4], [2, 5, 1, 7]);
    assert_eq!(scoring.whiskey.points[..4], [1, 5, 0, 8]);
    let parts: Vec<i32> = (1..=4).map(|seat| table.part(seat, "whiskey")).collect();
    assert_eq!(parts, [1, 5, 0, 8]);
}

#[test]
fn chieftains_and_tams_are_compared() {
    // Castle Moil bears one cap, Cawdor Castle three.
    let scene = Scene::new(4)
        .left(&["t10", "t32"])
        .chieftains(1, 1)
        .tile(2, "t05", 1, 0)
        .tile(2, "t26", 1, 1)
        .tile(3, "t39", 1, 0)
        .tile(3, "t51", 1, 1)
        .chieftains(3, 1);
    let (_, scoring) = scored(scene);
    assert_eq!(scoring.chieftains.counts[..4], [1, 1, 4, 0]);
    assert_eq!(scoring.chieftains.points[..4], [1, 1, 5, 0]);
}

#[test]
fn castle_of_mey_doubles_chieftains_but_not_tams() {
    let scene = Scene::new(4)
        .left(&["t10", "t32"])
        .tile(2, "t05", 1, 0)
        .tile(2, "t38", 1, 1)
        .chieftains(2, 2);
    let (_, scoring) = scored(scene);
    // Twice two chieftains and the cap on the castle's own card.
    assert_eq!(scoring.chieftains.counts[..4], [0, 5, 0, 0]);
    assert_eq!(scoring.chieftains.points[..4], [0, 8, 0, 0]);
}

#[test]
fn cawdor_castle_adds_three_tams() {
    let scene = Scene::new(4).left(&["t10", "t32"]).tile(2, "t05", 1, 0).tile(2, "t51", 1, 1);
    assert_eq!(scored(scene).1.chieftains.counts[..4], [0, 3, 0, 0]);
}

#[test]
fn clan_members_in_the_display_count_for_nothing() {
    let (_, scoring) = scored(Scene::new(4).left(&["t10", "t32"]).clan(2, 0, 0, 4));
    assert_eq!(scoring.chieftains.points, [0; 5]);
}

#[test]
fn special_location_cards_are_compared() {
    let scene = Scene::new(4)
        .left(&["t10", "t32"])
        .tile(1, "t35", 0, 1)
        .tile(1, "t37", 0, 2)
        .tile(2, "t52", 0, 1)
        .tile(3, "t60", 0, 1)
        .tile(4, "t09", 0, 1);
    let (_, scoring) = scored(scene);
    assert_eq!(scoring.locations.counts[..4], [2, 1, 1, 1]);
    assert_eq!(scoring.locations.points[..4], [1, 0, 0, 0]);
}

#[test]
fn the_die_takes_no_part() {
    let (_, scoring) = scored(Scene::new(2).left(&["t10", "t32"]).whiskey(1, 3).whiskey(2, 2));
    assert_eq!(scoring.whiskey.points, [1, 0, 0, 0, 0]);
}

#[test]
fn scorings_add_up() {
    let scene = || Scene::new(4).left(&["t10", "t32"]).whiskey(1, 3);
    let mut data = scene().tile(1, "t18", 1, 0).track(&["t12"]).data();
    data.players[0].points.whiskey = 8;
    let setup = rules::Setup::new(4).expect("four can play");
    let state = rules::Game::from_snapshot(&setup, &data).expect("it is a position");
    let mut table = Table { state };
    table.take("t12", "1,1");
    table.act("end");
    table.act("draw t10");
    assert_eq!(table.part(1, "whiskey"), 11);
}

#[test]
fn between_scorings_the_score_counts_points_in_hand_and_final_parts_only() {
    let table = Scene::new(4).whiskey(1, 5).build();
    assert_eq!(table.part(1, "whiskey"), 0);
    assert_eq!(table.part(1, "coins"), 6);
    assert_eq!(table.part(1, "total"), 6);
    assert!(rules::Game::winners(&table.state).is_empty());
    assert_eq!(table.state.scoring(1).whiskey.points[Seat::from_index(0).index()], 8);
}
