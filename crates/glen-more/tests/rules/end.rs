//! The end of the game.

use glen_more::Event;
use rules::{Game, Seat, SeatSet};

use crate::support::{Scene, Table};

/// Seat 1 takes a meadow, and the last tile of all is drawn.
fn finished(scene: Scene) -> (Table, Vec<Event>) {
    let mut table = scene.left(&["t66"]).tile(1, "t18", 1, 0).track(&["t12"]).build();
    table.take("t12", "1,1");
    table.act("end");
    let events = table.act("draw t66");
    (table, events)
}

#[test]
fn the_last_tile_of_stack_3_ends_the_game_after_the_third_and_the_final_scoring() {
    let (table, events) = finished(Scene::new(4).whiskey(2, 3));
    assert!(table.state.is_over());
    assert!(events.iter().any(|event| matches!(event, Event::Scored(it) if it.round == 3)));
    let last = events.iter().filter(|event| matches!(event, Event::FinallyScored { .. }));
    assert_eq!(last.count(), 4);
    assert_eq!(table.part(2, "whiskey"), 3);
    assert_eq!(table.part(2, "total"), 3 + 6);
}

#[test]
fn the_spaces_behind_the_last_tile_stay_empty() {
    let mut table = Scene::new(4)
        .left(&["t66"])
        .tile(1, "t18", 1, 0)
        .whole_track([
            "seat 1", "t21", "t22", "seat 2", "t12", "seat 3", "seat 4", "t23", "t24", "t25",
            "t28", "t39", "t40",
        ])
        .build();
    table.take("t12", "1,1");
    table.act("end");
    table.act("draw t66");
    assert!(table.state.is_over());
    let empty = table.state.track().spaces().iter();
    assert_eq!(empty.filter(|space| **space == glen_more::Space::Empty).count(), 3);
}

#[test]
fn the_last_tile_ends_the_game_in_the_refill_of_the_die_too() {
    let mut table = Scene::new(2)
        .left(&["t65", "t66"])
        .tile(1, "t18", 1, 0)
        .whole_track([
            "seat 1", "die", "t12", "seat 2", "t22", "t23", "t24", "t25", "t28", "t32", "t39",
            "t40", "t46",
        ])
        .build();
    table.take("t12", "1,1");
    table.act("end");
    table.act("draw t65");
    table.act("roll 2");
    table.act("draw t66");
    assert!(table.state.is_over());
}

#[test]
fn iona_abbey_scores_two_for_each_yellow_tile_itself_included() {
    let scene = Scene::new(4)
        .tile(1, "t48", -1, 0)
        .tile(1, "t23", -1, 1)
        .tile(1, "t36", -1, -1)
        .tile(2, "t40", 1, 0);
    let (table, _) = finished(scene);
    assert_eq!(table.part(1, "abbey"), 6);
    assert_eq!(table.part(2, "abbey"), 0);
}

#[test]
fn loch_morar_scores_two_for_each_green_tile() {
    // A meadow on the river, the field and the meadow taken last.
    let (table, _) = finished(Scene::new(4).tile(1, "t35", 0, 1).tile(1, "t03", 0, 2));
    assert_eq!(table.part(1, "morar"), 6);
}

#[test]
fn duart_castle_scores_three_for_each_village_but_not_for_castles() {
    let scene = Scene::new(4).tile(1, "t04", -1, 0).tile(1, "t43", -1, 1).tile(1, "t30", -1, -1);
    let (table, _) = finished(scene);
    // The starting village and one more.
    assert_eq!(table.part(1, "duart"), 6);
}

#[test]
fn every_coin_is_a_point() {
    let (table, _) = finished(Scene::new(4).coins(1, 4).coins(2, 11));
    assert_eq!((table.part(1, "coins"), table.part(2, "coins")), (4, 11));
}

#[test]
fn each_tile_more_than_the_fewest_costs_three() {
    let (table, _) = finished(Scene::new(4).tile(2, "t05", 1, 0));
    let penalties: Vec<i32> = (1..=4).map(|seat| table.part(seat, "penalty")).collect();
    assert_eq!(penalties, [-6, -3, 0, 0]);
}

#[test]
fn the_total_is_the_sum_of_the_parts() {
    let scene = Scene::new(4).tile(1, "t35", 0, 1).whiskey(1, 2).chieftains(1, 4);
    let (table, _) = finished(scene);
    // 2 for whiskey, 5 for chieftains, 1 for the card, 4 for green tiles, 6 coins, 3 tiles more.
    assert_eq!(table.part(1, "total"), 2 + 5 + 1 + 4 + 6 - 9);
}

#[test]
fn most_points_win_then_most_cubes_then_the_victory_is_shared() {
    let seats = |numbers: &[usize]| -> SeatSet {
        numbers.iter().map(|number| Seat::from_index(number - 1)).collect()
    };
    let (most, _) = finished(Scene::new(4).coins(3, 20));
    assert_eq!(most.state.winners(), seats(&[3]));
    // Seats 2 and 3 have one tile each: the same points, but one cube more.
    let tied = |cubes: u8| {
        Scene::new(4)
            .coins(2, 20)
            .coins(3, 20)
            .tile_with(2, "t05", 1, 0, [0, 0, cubes, 0, 0])
            .tile_with(3, "t40", 1, 0, [2, 0, 0, 0, 0])
    };
    assert_eq!(finished(tied(3)).0.state.winners(), seats(&[2]));
    assert_eq!(finished(tied(1)).0.state.winners(), seats(&[3]));
    let (shared, _) = finished(tied(2));
    assert_eq!(shared.state.winners(), seats(&[2, 3]));
    assert_eq!(shared.part(2, "cubes"), 2);
}

#[test]
fn nothing_can_be_done_after_the_end() {
    let (table, _) = finished(Scene::new(4));
    assert!(Seat::all(4).all(|seat| table.state.legal(seat).is_empty()));
    assert!(table.state.outcomes().is_empty());
}

#[test]
fn a_tile_counts_from_the_moment_it_is_taken_its_card_once_it_is_paid() {
    let mut table = Scene::new(4).track(&["t48"]).coins(1, 20).build();
    table.take("t48", "1,0");
    assert_eq!((table.part(1, "penalty"), table.part(1, "abbey")), (-3, 0));
    table.play(&["buy wood", "buy stone", "buy sheep"]);
    assert_eq!((table.part(1, "penalty"), table.part(1, "abbey")), (-3, 2));
}
