//! One test for each mistake that is known from other implementations of this game.

use glen_more::{Phase, Resource, Space};
use rules::{Game, Seat};

use crate::support::{Scene, Table};

#[test]
fn trap_the_third_and_the_final_scoring_run() {
    let mut table =
        Scene::new(4).left(&["t66"]).tile(1, "t18", 1, 0).chieftains(2, 2).track(&["t12"]).build();
    table.take("t12", "1,1");
    table.act("end");
    table.act("draw t66");
    assert!(table.state.is_over());
    assert_eq!(table.part(2, "chieftains"), 2);
    assert_eq!(table.part(1, "penalty"), -6);
}

#[test]
fn trap_starting_coins_in_the_warehouse_depend_on_the_people_not_on_the_die() {
    // Three people and the die are four figures, but the rows still start with a coin.
    let table = Table::start(3);
    assert!(Resource::ALL.iter().all(|&it| table.state.warehouse().covered(it) == 1));
    let table = Table::start(4);
    assert!(Resource::ALL.iter().all(|&it| table.state.warehouse().covered(it) == 0));
}

#[test]
fn trap_the_die_skips_figures_and_wraps_around() {
    let mut table = Scene::new(2)
        .tile(1, "t18", 1, 0)
        .whole_track([
            "seat 1", "t21", "t22", "t23", "t24", "t25", "t28", "t32", "t39", "t40", "die",
            "seat 2", "t12",
        ])
        .build();
    table.take("t12", "1,1");
    table.act("end");
    table.refill();
    assert_eq!(table.state.phase(), Phase::Roll);
    // Ahead of the die: both figures, then the tiles drawn to 13, 0, 1 …
    table.act("roll 3");
    assert_eq!(table.state.track().spaces()[1], Space::Die);
}

#[test]
fn trap_one_tile_a_turn() {
    let mut table = Scene::new(4).track(&["t02", "t03"]).build();
    table.take("t02", "0,1");
    assert!(table.legal_of("take").is_empty());
}

#[test]
fn trap_a_paid_activation_does_not_end_the_phase() {
    let mut table = Scene::new(4).tile(1, "t18", 1, 0).track(&["t31"]).build();
    table.take("t31", "1,1");
    table.play(&["activate @1,1 x1", "buy cattle", "activate @1,0"]);
    assert_eq!(table.cubes(1), [0, 0, 1, 0, 0]);
}

#[test]
fn trap_barrels_and_clan_members_do_not_count_against_the_three_cubes() {
    let mut table = Scene::new(4)
        .tile_with(1, "t18", 1, 0, [0, 0, 2, 0, 0])
        .clan(1, 1, 0, 3)
        .whiskey(1, 9)
        .track(&["t12"])
        .build();
    table.take("t12", "1,1");
    table.act("activate @1,0");
    assert_eq!(table.cubes_at(1, 1, 0), 3);
}

#[test]
fn trap_bridge_and_mixed_butcher_need_both_goods() {
    for (tile, kind) in [("t66", [0, 1, 0, 0, 0]), ("t66", [1, 0, 0, 0, 0])] {
        let source = if kind[0] > 0 { "t40" } else { "t01" };
        let mut table = Scene::new(4)
            .tile_with(1, source, 1, 0, kind.map(|count| 3 * count))
            .coins(1, 0)
            .track(&[tile])
            .build();
        table.take(tile, "0,1");
        assert!(!table.allows("activate @0,1"), "{kind:?}");
    }
    for (source, kind) in [("t39", [0, 0, 0, 3, 0]), ("t03", [0, 0, 0, 0, 3])] {
        let at = if source == "t03" { (0, 1) } else { (2, 0) };
        let mut table = Scene::new(4)
            .tile(1, "t18", 1, 0)
            .tile(1, "t34", 1, 1)
            .tile_with(1, source, at.0, at.1, kind)
            .coins(1, 0)
            .track(&["t23"])
            .build();
        table.take("t23", "1,-1");
        let beside = table.state.phase();
        assert_eq!(beside, Phase::Activate(Seat::from_index(0)));
        assert!(!table.allows("activate @1,1"), "{source}");
    }
}

#[test]
fn trap_the_grocer_takes_equal_goods_too() {
    let mut table = Scene::new(4)
        .tile_with(1, "t18", 1, 0, [0, 0, 3, 0, 0])
        .coins(1, 1)
        .track(&["t56"])
        .build();
    table.take("t56", "1,1");
    table.play(&["buy stone", "activate @1,1"]);
    table.play(&["pay grain @1,0", "pay grain @1,0", "pay grain @1,0"]);
    assert_eq!(table.part(1, "tiles"), 8);
}

#[test]
fn trap_bought_goods_work_in_fairs_grocers_and_for_loch_oich() {
    let mut oich = Scene::new(4).track(&["t60"]).coins(1, 2).build();
    oich.take("t60", "0,1");
    oich.play(&["buy grain", "buy cattle"]);
    assert!(oich.allows("end"));
    let mut fair = Scene::new(4).track(&["t17"]).coins(1, 2).build();
    fair.take("t17", "1,0");
    fair.play(&["buy wood", "activate @1,0 x1", "buy stone"]);
    assert_eq!(fair.part(1, "tiles"), 1);
    let mut grocer = Scene::new(4).tile(1, "t18", 1, 0).track(&["t56"]).coins(1, 7).build();
    grocer.take("t56", "1,1");
    grocer.play(&["buy stone", "activate @1,1", "buy sheep", "buy sheep", "buy sheep"]);
    assert_eq!(grocer.part(1, "tiles"), 8);
}

#[test]
fn trap_loch_ness_works_once_a_turn_and_while_others_are_activable() {
    let mut table = Scene::new(4)
        .tile(1, "t37", 0, 1)
        .tile(1, "t18", 1, 0)
        .tile(1, "t05", -1, 0)
        .tile(1, "t40", -2, 0)
        .track(&["t12"])
        .build();
    table.take("t12", "1,1");
    table.act("activate @-1,0");
    assert!(!table.allows("activate @-2,0"), "once a turn");
    assert!(table.allows("activate @1,0"), "and the others are still there");
}

#[test]
fn trap_loch_shiel_fills_tiles_that_never_produced_and_gives_no_movement() {
    let mut table = Scene::new(4)
        .tile(1, "t18", 1, 0)
        .tile(1, "t05", 2, 0)
        .tile(1, "t16", 2, 1)
        .track(&["t52"])
        .build();
    table.take("t52", "0,-1");
    assert_eq!(table.cubes(1), [0, 0, 2, 0, 0]);
    assert_eq!(table.state.movement(), 1, "of the starting village, which touches the loch");
}

#[test]
fn trap_the_abbey_works() {
    let mut table = Scene::new(4).tile(1, "t48", 1, 0).track(&["t12"]).build();
    table.take("t12", "1,1");
    table.act("activate @1,0 cattle");
    assert_eq!(table.cubes(1), [0, 0, 0, 1, 0]);
    assert_eq!(table.part(1, "abbey"), 2);
}

#[test]
fn trap_loch_lochy_gives_exactly_two() {
    let mut table = Scene::new(4).track(&["t09"]).build();
    table.take("t09", "0,1");
    table.act("choose wood");
    assert!(!table.allows("end"));
    table.act("choose stone");
    assert!(table.allows("end"));
    assert_eq!(table.cubes(1), [1, 1, 0, 0, 0]);
}

#[test]
fn trap_no_tile_on_an_occupied_space() {
    let table = Scene::new(4).tile(1, "t18", 1, 0).tile(1, "t23", 1, 1).track(&["t12"]).build();
    assert!(!table.allows("take 4 @1,1") && !table.allows("take 4 @1,0"));
}

#[test]
fn trap_both_sides_of_an_edge_agree() {
    let table = Scene::new(4)
        .tile(1, "t18", 1, 0)
        .tile(1, "t23", 1, 1)
        .tile(1, "t24", 2, 1)
        .tile(1, "t28", 3, 1)
        .tile(1, "t25", 3, 0)
        .clan(1, 2, 1, 1)
        .track(&["t01"])
        .build();
    assert!(!table.allows("take 4 @2,0"), "the quarry at 3,0 has no road");
}

#[test]
fn trap_affordability_knows_that_prices_rise() {
    let scene = |coins| Scene::new(4).tile(1, "t18", 1, 0).track(&["t56"]).coins(1, coins).build();
    // A stone, and then three of one kind would cost 6, but three kinds cost 3.
    for (coins, possible) in [(3, false), (4, true)] {
        let mut table = scene(coins);
        table.take("t56", "1,1");
        table.act("buy stone");
        assert_eq!(table.allows("activate @1,1"), possible, "{coins} coins");
    }
}

#[test]
fn trap_the_starting_player_is_random() {
    let table = Table::start(5);
    assert_eq!(table.state.outcomes().len(), 5);
}
