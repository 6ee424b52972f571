//! The thirteen special locations.

use crate::support::{Scene, Table};

fn taken(tile: &str, at: &str, scene: Scene, costs: &[&str]) -> Table {
    let mut table = scene.track(&[tile]).build();
    table.take(tile, at);
    table.play(costs);
    table
}

fn field() -> Scene {
    Scene::new(4).tile(1, "t18", 1, 0)
}

#[test]
fn the_card_comes_when_the_cost_is_met() {
    let mut table = field().track(&["t30"]).build();
    table.take("t30", "1,1");
    table.act("buy wood");
    assert!(table.player(1).cards().is_empty());
    table.act("buy stone");
    assert_eq!(table.player(1).cards().len(), 1);
}

#[test]
fn loch_lochy_gives_exactly_two_resources_of_any_kind() {
    let mut table = taken("t09", "0,1", field(), &[]);
    let expected = ["wood", "stone", "grain", "cattle", "sheep"].map(|it| format!("choose {it}"));
    assert_eq!(table.legal(), expected);
    assert_eq!(table.refusal("skip"), "Loch Lochy gives two resources: choose them");
    table.act("choose sheep");
    assert_eq!(table.legal_of("choose").len(), 5, "they may be equal");
    table.act("choose sheep");
    assert_eq!(table.cubes_at(1, 0, 1), 2, "they lie on the loch");
    assert_eq!(table.cubes(1), [0, 0, 0, 0, 2]);
    assert!(table.allows("end"));
    // Only once in the game.
    table.end();
    assert_eq!(table.cubes(1), [0, 0, 0, 0, 2]);
}

#[test]
fn cubes_on_loch_lochy_can_be_paid_and_sold() {
    let table = field()
        .tile_with(1, "t09", 0, 1, [0, 1, 0, 0, 1])
        .warehouse([0, 0, 0, 0, 1])
        .track(&["t16"])
        .build();
    assert!(table.allows("sell sheep @0,1"));
    let mut table = table;
    table.take("t16", "1,1");
    assert!(table.allows("pay stone @0,1"));
}

#[test]
fn castle_moil_gives_a_barrel_and_donan_castle_two() {
    let moil = taken("t26", "1,1", field(), &["buy wood", "buy stone", "buy grain"]);
    assert_eq!(moil.player(1).whiskey(), 1);
    let donan =
        taken("t64", "2,0", field().clan(1, 1, 0, 1), &["buy wood", "buy stone", "buy grain"]);
    assert_eq!(donan.player(1).whiskey(), 2);
}

#[test]
fn castle_stalker_brings_a_second_clan_member() {
    let table = taken("t27", "0,1", field(), &["buy wood", "buy stone"]);
    assert_eq!(table.clan_at(1, 0, 1), 2);
}

#[test]
fn armadale_castle_gives_three_coins() {
    let table = taken("t30", "1,1", field(), &["buy wood", "buy stone"]);
    assert_eq!(table.player(1).coins(), 6 - 2 + 3);
}

#[test]
fn loch_shiel_fills_empty_production_tiles_that_never_produced() {
    let scene = field()
        .tile_with(1, "t05", -1, 0, [0, 0, 2, 0, 0])
        .tile(1, "t23", 1, 1)
        .tile(1, "t10", 1, -1)
        .tile(1, "t16", 2, 1);
    let table = taken("t52", "0,1", scene, &[]);
    assert_eq!(table.cubes_at(1, 1, 0), 1, "the empty field");
    assert_eq!(table.cubes_at(1, 1, 1), 1, "the empty quarry");
    assert_eq!(table.cubes_at(1, -1, 0), 2, "not the field with cubes");
    assert_eq!(table.cubes_at(1, 1, -1), 0, "no butcher");
    assert_eq!(table.cubes_at(1, 2, 1), 0, "no village");
}

#[test]
fn selling_first_makes_room_for_loch_shiel() {
    let mut table =
        Scene::new(2).tile_with(1, "t18", 1, 0, [0, 0, 1, 0, 0]).track(&["t52"]).build();
    table.act("sell grain @1,0");
    table.take("t52", "0,1");
    assert_eq!(table.cubes_at(1, 1, 0), 1);
    assert_eq!(table.player(1).coins(), 7);
}

#[test]
fn loch_shiel_gives_no_movement_for_villages_far_away() {
    let scene = field().tile(1, "t05", 2, 0).tile(1, "t16", 2, 1);
    let table = taken("t52", "0,1", scene, &[]);
    // Only the starting village touches the loch.
    assert_eq!(table.state.movement(), 1);
}

#[test]
fn tiles_filled_by_loch_shiel_can_still_be_activated() {
    let mut table = taken("t52", "0,1", field(), &[]);
    assert_eq!(table.cubes_at(1, 1, 0), 1);
    table.act("activate @1,0");
    assert_eq!(table.cubes_at(1, 1, 0), 2);
}

#[test]
fn loch_shiel_may_put_a_cube_on_an_empty_abbey() {
    let scene = || Scene::new(4).tile(1, "t48", 1, 0);
    let mut table = taken("t52", "0,1", scene(), &[]);
    assert_eq!(table.legal_of("choose").len(), 5);
    assert!(table.allows("skip"));
    table.act("choose cattle");
    assert_eq!(table.cubes_at(1, 1, 0), 1);
    assert!(table.allows("activate @1,0 wood"));
    let mut skipped = taken("t52", "0,1", scene(), &[]);
    skipped.act("skip");
    assert_eq!(skipped.cubes(1), [0; 5]);
}

#[test]
fn loch_shiel_leaves_an_abbey_with_cubes_alone() {
    let scene = Scene::new(4).tile_with(1, "t48", 1, 0, [1, 0, 0, 0, 0]);
    let table = taken("t52", "0,1", scene, &[]);
    assert!(table.legal_of("choose").is_empty());
    assert_eq!(table.cubes(1), [1, 0, 0, 0, 0]);
}

#[test]
fn loch_ness_activates_one_tile_anywhere_once_a_turn() {
    let scene = Scene::new(4)
        .tile(1, "t37", 0, 1)
        .tile(1, "t18", 1, 0)
        .tile(1, "t05", -1, 0)
        .tile(1, "t40", -2, 0)
        .track(&["t12"]);
    let mut table = scene.build();
    table.take("t12", "1,1");
    // The field and the forest in the west do not touch the new tile.
    let expected = ["@-2,0", "@-1,0", "@1,0", "@1,1"].map(|at| format!("activate {at}"));
    assert_eq!(table.legal_of("activate"), expected);
    table.act("activate @-2,0");
    assert_eq!(table.cubes_at(1, -2, 0), 1);
    assert_eq!(table.legal_of("activate"), ["activate @1,0", "activate @1,1"]);
    assert_eq!(table.refusal("activate @-1,0"), "the wheat field does not touch the new tile");
    table.end();
}

#[test]
fn loch_ness_works_while_others_are_still_activable_and_after() {
    let scene = || {
        Scene::new(4)
            .tile(1, "t37", 0, 1)
            .tile(1, "t18", 1, 0)
            .tile(1, "t05", -1, 0)
            .track(&["t12"])
    };
    let mut first = scene().build();
    first.take("t12", "1,1");
    first.play(&["activate @-1,0", "activate @1,0", "activate @1,1"]);
    let mut last = scene().build();
    last.take("t12", "1,1");
    last.play(&["activate @1,0", "activate @1,1", "activate @-1,0"]);
    assert_eq!(first.state, last.state);
}

#[test]
fn loch_ness_works_on_the_turn_it_is_taken() {
    let mut table = Scene::new(4)
        .tile(1, "t18", 1, 0)
        .tile(1, "t05", 2, 0)
        .chieftains(1, 1)
        .track(&["t37"])
        .build();
    table.take("t37", "0,1");
    table.act("pay chieftain");
    assert_eq!(table.legal_of("activate"), ["activate @1,0", "activate @2,0"]);
    table.play(&["activate @2,0", "activate @1,0"]);
    assert_eq!(table.cubes(1), [0, 0, 2, 0, 0]);
}

#[test]
fn loch_ness_gets_the_movement_point_of_a_village_far_away() {
    let mut table = Scene::new(4)
        .tile(1, "t37", 0, 1)
        .tile(1, "t18", 1, 0)
        .tile(1, "t04", -1, 0)
        .track(&["t12"])
        .build();
    table.take("t12", "1,1");
    assert_eq!(table.state.movement(), 1);
    table.act("activate @-1,0");
    assert_eq!(table.state.movement(), 2);
}

#[test]
fn loch_ness_activates_no_tile_twice() {
    let mut table = Scene::new(4).tile(1, "t37", 0, 1).tile(1, "t18", 1, 0).track(&["t12"]).build();
    table.take("t12", "1,1");
    table.act("activate @1,0");
    assert!(!table.allows("activate @1,0"));
}

#[test]
fn loch_oich_activates_the_whole_display() {
    let mut table = Scene::new(4)
        .tile(1, "t18", 1, 0)
        .tile(1, "t05", 2, 0)
        .tile(1, "t04", 3, 0)
        .tile(1, "t40", -1, 0)
        .track(&["t60"])
        .build();
    table.take("t60", "0,1");
    table.play(&["buy wood", "buy stone"]);
    // Both villages by themselves.
    assert_eq!(table.state.movement(), 2);
    let expected = ["@-1,0", "@1,0", "@2,0"].map(|at| format!("activate {at}"));
    assert_eq!(table.legal_of("activate"), expected);
}

#[test]
fn loch_ness_does_not_help_on_the_turn_of_loch_oich() {
    let mut table = Scene::new(4)
        .tile(1, "t37", 0, 1)
        .tile(1, "t04", 1, 0)
        .tile(1, "t39", 2, 0)
        .track(&["t60"])
        .build();
    table.take("t60", "0,-1");
    table.play(&["buy wood", "buy stone"]);
    assert_eq!(table.state.movement(), 2);
    table.act("activate @2,0");
    assert!(table.legal_of("activate").is_empty());
}

#[test]
fn goods_bought_at_the_warehouse_pay_for_loch_oich() {
    let table = taken("t60", "0,1", field(), &["buy cattle", "buy sheep"]);
    assert!(table.allows("end"));
    assert_eq!(table.player(1).coins(), 4);
}

#[test]
fn a_loch_oich_of_the_past_gives_nothing_more() {
    let mut table = Scene::new(4)
        .tile(1, "t60", 0, 1)
        .tile(1, "t18", 1, 0)
        .tile(1, "t05", -1, 0)
        .track(&["t12"])
        .build();
    table.take("t12", "1,1");
    assert!(!table.allows("activate @-1,0"));
}
