//! Activated tiles.

use crate::support::{Five, Scene, Table};

/// Seat 1 with a field on the road at 1,0, and some tile of the track to be laid at 1,1.
fn scene(tile: &str) -> Scene {
    Scene::new(4).tile(1, "t18", 1, 0).track(&[tile])
}

/// The same with a tile at 1,1 and a meadow to be laid beside it at 1,-1 or 2,1.
fn beside(tile: &str) -> Scene {
    Scene::new(4).tile(1, "t18", 1, 0).tile(1, tile, 1, 1).clan(1, 1, 1, 1).track(&["t12"])
}

fn activations(table: &Table) -> Vec<String> {
    table.legal_of("activate")
}

#[test]
fn the_new_tile_and_all_eight_neighbours_are_activated() {
    let mut table = Scene::new(4)
        .tile(1, "t18", 1, 0)
        .tile(1, "t05", 2, 0)
        .tile(1, "t40", 3, 0)
        .tile(1, "t23", 3, 1)
        .tile(1, "t24", 2, 2)
        .tile(1, "t21", 3, 2)
        .tile(1, "t28", 3, 3)
        .clan(1, 3, 2, 1)
        .track(&["t12"])
        .build();
    table.take("t12", "2,1");
    let expected =
        ["@1,0", "@2,0", "@3,0", "@2,1", "@3,1", "@2,2", "@3,2"].map(|at| format!("activate {at}"));
    assert_eq!(activations(&table), expected);
    assert_eq!(table.refusal("activate @3,3"), "the forest does not touch the new tile");
}

#[test]
fn tiles_are_activated_in_any_order_and_once_each() {
    let mut table = scene("t23").build();
    table.take("t23", "1,1");
    for order in [["activate @1,0", "activate @1,1"], ["activate @1,1", "activate @1,0"]] {
        let mut table = table.clone();
        table.play(&order);
        assert_eq!(table.cubes(1), [0, 1, 1, 0, 0]);
        assert!(activations(&table).is_empty());
        assert_eq!(
            table.refusal("activate @1,0"),
            "the wheat field was already activated in this turn"
        );
    }
}

#[test]
fn activation_is_optional() {
    let mut table = scene("t23").build();
    table.take("t23", "1,1");
    table.end();
    assert_eq!(table.cubes(1), [0; 5]);
}

#[test]
fn production_tiles_give_a_cube_of_their_kind() {
    let kinds: [(&str, Five); 5] = [
        ("t24", [1, 0, 0, 0, 0]),
        ("t23", [0, 1, 0, 0, 0]),
        ("t22", [0, 0, 1, 0, 0]),
        ("t21", [0, 0, 0, 1, 0]),
        ("t12", [0, 0, 0, 0, 1]),
    ];
    for (tile, cubes) in kinds {
        let mut table = scene(tile).build();
        table.take(tile, "1,1");
        table.act("activate @1,1");
        assert_eq!(table.cubes(1), cubes, "{tile}");
        assert_eq!(table.cubes_at(1, 1, 1), 1);
    }
}

#[test]
fn a_tile_never_holds_more_than_three_cubes() {
    let mut table =
        Scene::new(2).tile_with(1, "t18", 1, 0, [0, 0, 3, 0, 0]).track(&["t23"]).build();
    table.take("t23", "1,1");
    assert_eq!(activations(&table), ["activate @1,1"]);
    assert_eq!(table.refusal("activate @1,0"), "there are already 3 cubes on the wheat field");
    // Selling makes room.
    table.act("sell grain @1,0");
    table.act("activate @1,0");
    assert_eq!(table.cubes_at(1, 1, 0), 3);
}

#[test]
fn a_distillery_brings_a_barrel_and_distils_grain_at_once() {
    let mut table =
        Scene::new(4).tile_with(1, "t18", 1, 0, [0, 0, 1, 0, 0]).track(&["t11"]).build();
    table.take("t11", "1,1");
    table.act("buy stone");
    assert_eq!(table.player(1).whiskey(), 1);
    table.act("activate @1,1");
    assert_eq!(table.player(1).whiskey(), 1, "the barrel comes when the grain is turned in");
    table.act("pay grain @1,0");
    assert_eq!(table.player(1).whiskey(), 2);
    assert!(!table.allows("activate @1,1"), "one grain into one barrel a turn");
}

#[test]
fn grain_for_a_distillery_may_come_from_anywhere() {
    let mut table = Scene::new(4)
        .tile(1, "t18", 1, 0)
        .tile(1, "t36", 1, 1)
        .tile_with(1, "t05", -1, 0, [0, 0, 1, 0, 0])
        .track(&["t12"])
        .clan(1, 1, 1, 1)
        .build();
    table.take("t12", "2,1");
    table.act("activate @1,1");
    assert_eq!(table.legal(), ["pay grain @-1,0", "buy grain"]);
    table.act("pay grain @-1,0");
    assert_eq!(table.player(1).whiskey(), 1);
}

#[test]
fn a_butcher_turns_one_or_two_animals_into_two_or_four_points() {
    for (butcher, animal) in [("t10", "sheep"), ("t31", "cattle")] {
        for (count, points) in [(1, 2), (2, 4)] {
            let mut table = scene(butcher).build();
            table.take(butcher, "1,1");
            table.act(&format!("activate @1,1 x{count}"));
            for _ in 0..count {
                assert_eq!(table.part(1, "tiles"), 0);
                table.act(&format!("buy {animal}"));
            }
            assert_eq!(table.part(1, "tiles"), points, "{butcher}");
        }
    }
}

#[test]
fn the_mixed_butcher_needs_a_sheep_and_a_cow() {
    let mut table = scene("t34").coins(1, 3).build();
    table.take("t34", "1,1");
    table.act("buy wood");
    table.act("activate @1,1");
    assert_eq!(table.legal(), ["buy cattle", "buy sheep"]);
    table.act("buy sheep");
    assert_eq!(table.legal(), ["buy cattle"]);
    table.act("buy cattle");
    assert_eq!(table.part(1, "tiles"), 5);
    // With one coin after the wood only one of the two could be had.
    let mut poor = scene("t34").coins(1, 2).build();
    poor.take("t34", "1,1");
    poor.act("buy wood");
    assert!(!poor.allows("activate @1,1"));
}

#[test]
fn fairs_turn_different_resources_into_points() {
    let fairs: [(&str, &[i32]); 3] =
        [("t17", &[1, 3, 5]), ("t49", &[1, 3, 5, 8]), ("t55", &[1, 3, 5, 8, 12])];
    for (fair, points) in fairs {
        for (count, &points) in (1..).zip(points) {
            let mut table = Scene::new(4).track(&[fair]).coins(1, 7).build();
            table.take(fair, "1,0");
            table.act("buy wood");
            table.act(&format!("activate @1,0 x{count}"));
            let different = ["stone", "grain", "cattle", "sheep", "wood"];
            for resource in &different[..count] {
                table.act(&format!("buy {resource}"));
            }
            assert_eq!(table.part(1, "tiles"), points, "{fair} x{count}");
        }
        let mut table = Scene::new(4).track(&[fair]).coins(1, 20).build();
        table.take(fair, "1,0");
        table.act("buy wood");
        let most = points.len();
        assert_eq!(table.legal_of("activate").len(), most);
    }
}

#[test]
fn a_fair_does_not_take_equal_resources() {
    let mut table = Scene::new(4)
        .tile_with(1, "t12", 1, 1, [0, 0, 0, 0, 3])
        .tile(1, "t49", 1, 0)
        .coins(1, 0)
        .track(&["t22"])
        .build();
    table.take("t22", "1,-1");
    assert!(table.allows("activate @1,0 x1"));
    assert!(!table.allows("activate @1,0 x2"));
    // With a coin the second resource can be bought, but not a second sheep be paid.
    let mut table = Scene::new(4)
        .tile_with(1, "t12", 1, 1, [0, 0, 0, 0, 3])
        .tile(1, "t49", 1, 0)
        .coins(1, 1)
        .track(&["t22"])
        .build();
    table.take("t22", "1,-1");
    table.play(&["activate @1,0 x2", "pay sheep @1,1"]);
    assert_eq!(table.legal(), ["buy wood", "buy stone", "buy grain", "buy cattle"]);
}

#[test]
fn the_grocer_takes_exactly_three_of_any_kind_equal_ones_too() {
    let mut table = Scene::new(4)
        .tile_with(1, "t21", 2, 1, [0, 0, 0, 3, 0])
        .tile(1, "t18", 1, 0)
        .tile(1, "t05", 2, 0)
        .track(&["t56"])
        .build();
    table.take("t56", "1,1");
    table.act("buy stone");
    table.act("activate @1,1");
    table.play(&["pay cattle @2,1", "pay cattle @2,1"]);
    assert_eq!(table.part(1, "tiles"), 0);
    table.act("pay cattle @2,1");
    assert_eq!(table.part(1, "tiles"), 8);
}

#[test]
fn the_bridge_needs_a_wood_and_a_stone() {
    let mut table = Scene::new(4)
        .tile_with(1, "t01", 1, 0, [0, 1, 0, 0, 0])
        .coins(1, 0)
        .track(&["t66"])
        .build();
    table.take("t66", "0,1");
    assert!(!table.allows("activate @0,1"), "there is no wood and no coin");
    let mut table = Scene::new(4)
        .tile_with(1, "t01", 1, 0, [0, 1, 0, 0, 0])
        .coins(1, 1)
        .track(&["t66"])
        .build();
    table.take("t66", "0,1");
    table.play(&["activate @0,1", "pay stone @1,0", "buy wood"]);
    assert_eq!(table.part(1, "tiles"), 7);
}

#[test]
fn a_tavern_gives_three_or_four_points_for_nothing() {
    for (tavern, points) in [("t33", 3), ("t42", 3), ("t63", 4)] {
        let mut table = beside(tavern).build();
        table.take("t12", "2,1");
        table.act("activate @1,1");
        assert_eq!(table.part(1, "tiles"), points, "{tavern}");
    }
}

#[test]
fn the_abbey_gives_a_resource_of_choice_and_holds_three() {
    let mut table = Scene::new(2).track(&["t48"]).coins(1, 20).build();
    table.take("t48", "1,0");
    table.play(&["buy wood", "buy stone", "buy sheep"]);
    let expected = ["wood", "stone", "grain", "cattle", "sheep"]
        .map(|resource| format!("activate @1,0 {resource}"));
    assert_eq!(activations(&table), expected);
    table.act("activate @1,0 grain");
    assert_eq!(table.cubes(1), [0, 0, 1, 0, 0]);
    assert!(activations(&table).is_empty());
    let mut full = Scene::new(2).tile_with(1, "t48", 1, 0, [0, 1, 0, 0, 2]).track(&["t12"]).build();
    full.take("t12", "1,1");
    assert_eq!(activations(&full), ["activate @1,1"]);
    assert_eq!(full.refusal("activate @1,0 wood"), "there are already 3 cubes on Iona Abbey");
}

#[test]
fn lochs_do_nothing_when_activated() {
    let mut table = Scene::new(4).tile(1, "t35", 0, 1).tile(1, "t18", 1, 0).track(&["t12"]).build();
    table.take("t12", "1,1");
    assert!(!table.allows("activate @0,1"));
    assert_eq!(table.refusal("activate @0,1"), "Loch Morar does nothing when it is activated");
}

#[test]
fn a_paid_activation_does_not_end_the_activation_phase() {
    let mut table = scene("t10").build();
    table.take("t10", "1,1");
    table.play(&["activate @1,1 x1", "buy sheep"]);
    assert!(table.allows("activate @1,0"));
    table.act("activate @1,0");
    assert_eq!(table.cubes(1), [0, 0, 1, 0, 0]);
}

#[test]
fn goods_bought_at_the_warehouse_work_in_fairs_and_grocers() {
    let mut table = scene("t56").coins(1, 4).build();
    table.take("t56", "1,1");
    table.play(&["buy stone", "activate @1,1", "buy grain", "buy cattle", "buy sheep"]);
    assert_eq!(table.part(1, "tiles"), 8);
    let mut table = Scene::new(4).track(&["t17"]).coins(1, 4).build();
    table.take("t17", "1,0");
    table.play(&["buy wood", "activate @1,0 x3", "buy stone", "buy grain", "buy cattle"]);
    assert_eq!(table.part(1, "tiles"), 5);
}

#[test]
fn a_conversion_is_not_offered_if_its_goods_cannot_be_had() {
    let mut table = scene("t10").coins(1, 0).build();
    table.take("t10", "1,1");
    assert_eq!(
        table.refusal("activate @1,1 x1"),
        "you cannot turn in 1 sheep for the butcher, not even by selling and buying"
    );
}

#[test]
fn a_count_has_to_be_said_where_there_is_a_choice() {
    let mut table = scene("t10").build();
    table.take("t10", "1,1");
    assert_eq!(
        table.refusal("activate @1,1"),
        "say how many cubes you turn in at the butcher: x1, x2"
    );
    assert_eq!(table.refusal("activate @1,1 x3"), "the butcher takes x1, x2");
    assert_eq!(
        table.refusal("activate @1,0 x1"),
        "the wheat field is used without any number or resource"
    );
}

#[test]
fn the_supply_never_runs_out() {
    // The box holds 16 barrels and 25 clan members.
    let mut table = Scene::new(4)
        .tile_with(1, "t18", 1, 0, [0, 0, 1, 0, 0])
        .whiskey(1, 16)
        .whiskey(2, 16)
        .clan(1, 0, 0, 30)
        .track(&["t11"])
        .build();
    table.take("t11", "1,1");
    table.play(&["buy stone", "activate @1,1", "pay grain @1,0"]);
    assert_eq!(table.player(1).whiskey(), 18);
}
