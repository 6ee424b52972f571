//! The examples in the rulebook. Where the picture is lost, the position is built from the text.

use glen_more::{Event, Resource, Space};
use rules::{Game, Seat};

use crate::support::{Scene, Table};

/// A chain with the head at space 0, then a meadow, a village, the next figure, a forest, the
/// others, and a loch at its end.
fn chain() -> Table {
    Scene::new(4)
        .tile(1, "t18", 1, 0)
        .whole_track([
            "seat 1", "t12", "t16", "seat 2", "t24", "seat 3", "t21", "seat 4", "t22", "t23",
            "t25", "t28", "t35",
        ])
        .build()
}

#[test]
fn moving_to_the_meadow_or_the_village_keeps_the_turn_and_any_tile_beyond_gives_it_away() {
    let table = chain();
    let head = |tile: &str| table.state.next_turn(table.space_of(tile)).expect("a tile").head;
    assert_eq!(head("t12"), Space::Figure(Seat::from_index(0)));
    assert_eq!(head("t16"), Space::Figure(Seat::from_index(0)));
    for tile in ["t24", "t21", "t22", "t35"] {
        assert_eq!(head(tile), Space::Figure(Seat::from_index(1)), "{tile}");
        let leaving = table.state.next_turn(table.space_of(tile)).expect("a tile").leaving;
        let names: Vec<String> = leaving.iter().map(|(_, tile)| tile.to_string()).collect();
        assert_eq!(names, ["t12", "t16"], "the meadow and the village");
    }
}

#[test]
fn after_every_turn_thirteen_spaces_are_taken_and_a_figure_is_at_the_head() {
    for (tile, at) in [("t12", "1,1"), ("t24", "1,1"), ("t35", "0,1")] {
        let mut table = chain();
        table.take(tile, at);
        table.end();
        let track = table.state.track();
        let taken = track.spaces().iter().filter(|space| **space != Space::Empty);
        assert_eq!(taken.count(), 13);
        assert_eq!(track.spaces()[track.gap()], Space::Empty);
        assert!(track.spaces()[(track.gap() + 1) % 14].moves());
    }
}

#[test]
fn the_set_up_for_four_leaves_the_space_behind_the_first_figure_empty() {
    let mut table = Table::start(4);
    table.act("first 1");
    table.refill();
    let figures = table.state.track().spaces()[..4].iter().filter(|space| space.moves()).count();
    assert_eq!(figures, 4);
    assert_eq!(table.state.track().spaces()[13], Space::Empty);
}

/// Anna before she takes the Abbey: 2 wood, 1 cattle, 3 coins; cattle sells for 2, stone costs 2,
/// sheep 3, grain 1. The new tile will touch a quarry, a meadow and the mid-sized fair.
fn anna() -> Table {
    Scene::new(4)
        .tile(1, "t49", 1, 0)
        .tile(1, "t23", 1, 1)
        .tile(1, "t12", 1, -1)
        .tile_with(1, "t08", -1, 0, [2, 0, 0, 0, 0])
        .tile_with(1, "t21", -1, 1, [0, 0, 0, 1, 0])
        .clan(1, 1, 0, 1)
        .coins(1, 3)
        .warehouse([0, 1, 0, 2, 2])
        .track(&["t48"])
        .build()
}

#[test]
fn anna_pays_for_the_abbey_with_the_help_of_the_warehouse() {
    let mut table = anna();
    table.take("t48", "2,0");
    table.act("sell cattle @-1,1");
    assert_eq!(table.player(1).coins(), 5);
    table.act("buy stone");
    assert_eq!(table.player(1).coins(), 3);
    table.act("buy sheep");
    assert_eq!(table.player(1).coins(), 0);
    table.act("pay wood @-1,0");
    assert_eq!(table.cubes(1), [1, 0, 0, 0, 0]);
    assert_eq!(table.player(1).cards().len(), 1);
}

#[test]
fn anna_may_sell_her_cattle_before_she_takes_the_abbey() {
    let mut table = anna();
    table.act("sell cattle @-1,1");
    table.take("t48", "2,0");
    table.play(&["buy stone", "buy sheep", "pay wood @-1,0"]);
    assert!(table.allows("activate @2,0 sheep"));
}

#[test]
fn annas_abbey_and_its_neighbours_bring_her_eight_points() {
    let mut table = anna();
    table.take("t48", "2,0");
    table.play(&["sell cattle @-1,1", "buy stone", "buy sheep", "pay wood @-1,0"]);
    table.play(&["activate @1,1", "activate @1,-1", "activate @2,0 sheep"]);
    assert_eq!(table.cubes(1), [1, 1, 0, 0, 2]);
    table.act("sell sheep @2,0");
    assert_eq!(table.player(1).coins(), 3);
    table.act("activate @1,0 x4");
    let events = table.act("buy grain");
    assert!(matches!(events[0], Event::Bought { resource: Resource::Grain, coins: 1, .. }));
    table.play(&["pay wood @-1,0", "pay stone @1,1"]);
    assert_eq!(table.part(1, "tiles"), 0);
    table.act("pay sheep @1,-1");
    assert_eq!(table.part(1, "tiles"), 8);
    assert_eq!(table.player(1).coins(), 2);
    assert_eq!(table.cubes(1), [0; 5]);
}

#[test]
fn with_the_mid_sized_fair_two_cattle_and_two_sheep_do_not_score_eight() {
    let mut table = Scene::new(4)
        .tile(1, "t49", 1, 0)
        .tile_with(1, "t21", 1, 1, [0, 0, 0, 2, 0])
        .tile_with(1, "t12", 1, -1, [0, 0, 0, 0, 2])
        .clan(1, 1, 0, 1)
        .coins(1, 0)
        .track(&["t23"])
        .build();
    table.take("t23", "2,1");
    assert!(table.allows("activate @1,0 x2"));
    assert!(!table.allows("activate @1,0 x3") && !table.allows("activate @1,0 x4"));
}

#[test]
fn three_movement_points_move_one_clan_member_three_tiles_or_three_members_one() {
    let scene = |members| {
        let mut table = Scene::new(4)
            .tile(1, "t04", 1, 0)
            .tile(1, "t18", 2, 0)
            .tile(1, "t05", 3, 0)
            .clan(1, 0, 0, members)
            .track(&["t16"])
            .build();
        table.take("t16", "1,1");
        table.act("buy stone");
        assert_eq!(table.state.movement(), 3);
        table
    };
    let mut one = scene(1);
    one.play(&["step 0,0>1,0", "step 1,0>2,0", "step 2,0>3,0"]);
    assert_eq!(one.clan_at(1, 3, 0), 1);
    let mut three = scene(3);
    three.play(&["step 0,0>1,0", "step 0,0>1,0", "step 0,0>1,0"]);
    assert_eq!(three.clan_at(1, 1, 0), 3);
}

#[test]
fn the_printed_scoring_gives_the_printed_points() {
    // Points of three of the players are printed: 0/1/1, 3/5/0 and 8/0/0 for whiskey, chieftains
    // and cards. The differences follow from them; the fourth has the fewest of everything.
    let table = Scene::new(4)
        .whiskey(1, 1)
        .chieftains(1, 1)
        .tile(1, "t35", 0, 1)
        .whiskey(2, 4)
        .chieftains(2, 4)
        .whiskey(3, 6)
        .whiskey(4, 1)
        .build();
    let scoring = table.state.scoring(1);
    let points = |seat: usize| {
        let areas = [scoring.whiskey, scoring.chieftains, scoring.locations];
        areas.map(|area| area.points[seat - 1])
    };
    assert_eq!(points(1), [0, 1, 1]);
    assert_eq!(points(2), [3, 5, 0]);
    assert_eq!(points(3), [8, 0, 0]);
    assert_eq!(points(4), [0, 0, 0]);
}

#[test]
fn with_15_13_16_and_13_tiles_anna_loses_six_points_and_clara_nine() {
    let set = <glen_more::Set as rules::ComponentSet>::standard();
    let mut scene = Scene::new(4);
    let counts = [15, 13, 16, 13];
    let mut shapes = [(1, 1, 0); 4];
    // A road tile for every seat first, so that plain tiles have a neighbour.
    let mut tiles: Vec<_> = set.all().iter().collect();
    tiles.sort_by_key(|&tile| !set.tile(tile).road);
    let mut have = [1; 4];
    for (turn, id) in tiles.into_iter().enumerate() {
        let Some(seat) = (0..4).map(|it| (it + turn) % 4).find(|&it| have[it] < counts[it]) else {
            break;
        };
        let (east, north, south) = &mut shapes[seat];
        let (x, y) = match (set.tile(id).road, set.tile(id).river) {
            (true, _) => (std::mem::replace(east, *east + 1), 0),
            (_, true) => (0, std::mem::replace(north, *north + 1)),
            _ => {
                *south -= 1;
                (1, *south)
            }
        };
        scene = scene.tile(seat + 1, &id.to_string(), x, y);
        have[seat] += 1;
    }
    assert_eq!(have, counts);
    let table = scene.build();
    let penalties: Vec<i32> = (1..=4).map(|seat| table.part(seat, "penalty")).collect();
    assert_eq!(penalties, [-6, 0, -9, 0]);
    assert!(!table.state.is_over());
}
