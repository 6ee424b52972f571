//! Villages, clan members and chieftains.

use crate::support::{Scene, Table};

#[test]
fn villages_and_castles_bring_a_clan_member() {
    for (tile, costs) in [("t16", &["buy stone"][..]), ("t30", &["buy wood", "buy stone"][..])] {
        let mut table = Scene::new(4).tile(1, "t18", 1, 0).track(&[tile]).build();
        table.take(tile, "1,1");
        assert_eq!(table.clan_at(1, 1, 1), 0, "not before it is paid");
        table.play(costs);
        assert_eq!(table.clan_at(1, 1, 1), 1);
    }
}

#[test]
fn every_activated_gray_tile_gives_a_movement_point_by_itself() {
    let mut table = Scene::new(4).tile(1, "t18", 1, 0).track(&["t16"]).build();
    table.take("t16", "1,1");
    table.act("buy stone");
    // The new village and the starting village.
    assert_eq!(table.state.movement(), 2);
    assert!(!table.allows("activate @1,1"));
    assert_eq!(
        table.refusal("activate @1,1"),
        "the village has given its movement point by itself"
    );
}

/// A row of tiles, a clan member on the village, and a village to be laid at 1,1.
fn three_points() -> Table {
    let mut table = Scene::new(4)
        .tile(1, "t04", 1, 0)
        .tile(1, "t18", 2, 0)
        .tile(1, "t05", 3, 0)
        .clan(1, 0, 0, 2)
        .track(&["t16"])
        .build();
    table.take("t16", "1,1");
    table.act("buy stone");
    assert_eq!(table.state.movement(), 3);
    table
}

#[test]
fn points_may_be_spent_on_one_clan_member_or_on_several() {
    let mut one = three_points();
    one.play(&["step 0,0>1,0", "step 1,0>2,0", "step 2,0>3,0"]);
    assert_eq!(one.clan_at(1, 3, 0), 1);
    let mut several = three_points();
    several.play(&["step 0,0>1,0", "step 0,0>1,1", "step 1,1>2,0"]);
    assert_eq!(several.state.movement(), 0);
    for (x, y, members) in [(0, 0, 0), (1, 0, 1), (1, 1, 1), (2, 0, 1)] {
        assert_eq!(several.clan_at(1, x, y), members, "at {x},{y}");
    }
}

#[test]
fn steps_go_to_any_of_the_eight_neighbouring_tiles() {
    let table = three_points();
    let steps = table.legal_of("step");
    assert_eq!(
        steps,
        ["step 0,0>1,0", "step 0,0>1,1", "step 1,1>0,0", "step 1,1>1,0", "step 1,1>2,0"]
    );
    assert_eq!(table.refusal("step 0,0>2,0"), "2,0 is not next to 0,0");
    assert_eq!(table.refusal("step 0,0>0,1"), "you have no tile at 0,1");
    assert_eq!(table.refusal("step 1,0>2,0"), "you have no clan member at 1,0");
}

#[test]
fn without_points_nobody_moves() {
    let mut table = three_points();
    table.play(&["step 0,0>1,0", "step 1,0>2,0", "step 2,0>3,0"]);
    assert!(table.legal_of("step").is_empty() && table.legal_of("promote").is_empty());
    assert_eq!(table.refusal("step 0,0>1,0"), "you have no movement points left");
}

#[test]
fn unused_points_are_lost() {
    let mut table = three_points();
    table.end();
    assert_eq!(table.state.movement(), 0);
}

#[test]
fn a_point_makes_a_clan_member_a_chieftain() {
    let mut table = three_points();
    assert_eq!(table.legal_of("promote"), ["promote @0,0", "promote @1,1"]);
    table.act("promote @1,1");
    assert_eq!(table.player(1).chieftains(), 1);
    assert_eq!(table.clan_at(1, 1, 1), 0);
    assert_eq!(table.state.movement(), 2);
}

#[test]
fn movement_may_come_before_activation() {
    let mut table = three_points();
    table.act("step 0,0>1,0");
    assert!(table.allows("activate @2,0"));
}

#[test]
fn while_something_is_due_nobody_moves() {
    let mut table = Scene::new(4).tile(1, "t18", 1, 0).track(&["t36"]).build();
    table.take("t36", "1,1");
    table.act("buy stone");
    assert!(!table.legal_of("step").is_empty());
    table.act("activate @1,1");
    assert!(table.legal_of("step").is_empty());
}

/// Seat 1 with its only clan member, moving to a given space with these tiles left.
fn last_clan_member(space: usize, left: &[&str]) -> Table {
    let mut table = Scene::new(4).left(left).tile(1, "t18", 1, 0).track(&[]).build();
    let takes = table.legal_of("take");
    let start = format!("take {space} ");
    let take = takes.iter().find(|take| take.starts_with(&start)).expect("the tile fits").clone();
    table.act(&take);
    assert!(table.state.movement() > 0);
    table
}

#[test]
fn the_last_clan_member_stays_until_the_last_turn() {
    // From space 0 to space 4: that figure is at the head again after four draws.
    let early = last_clan_member(4, &["t61", "t62", "t63", "t64", "t65"]);
    assert!(early.legal_of("promote").is_empty());
    assert_eq!(
        early.refusal("promote @0,0"),
        "your last clan member has to stay until your last turn"
    );
    let mut last = last_clan_member(4, &["t61", "t62", "t63", "t65"]);
    last.act("promote @0,0");
    assert_eq!(last.player(1).display().clan_members(), 0);
}

#[test]
fn further_ahead_the_last_turn_comes_earlier() {
    let far = last_clan_member(5, &["t61", "t62", "t63", "t64", "t65"]);
    assert_eq!(far.legal_of("promote"), ["promote @0,0"]);
}

#[test]
fn a_chieftain_never_returns_to_the_display() {
    let table = {
        let mut table = three_points();
        table.act("promote @1,1");
        table
    };
    let back = table.legal().into_iter().filter(|text| text.contains("chieftain"));
    assert_eq!(back.count(), 0);
}
