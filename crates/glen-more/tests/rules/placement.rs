//! Legal places for tiles.

use glen_more::{GlenMore, Place, TileId};
use rules::Seat;
use rules::conformance::visit;

use crate::support::Scene;

#[test]
fn a_tile_must_share_an_edge_with_the_display() {
    let table = Scene::new(4).tile(1, "t18", 1, 0).track(&["t10"]).build();
    // 2,1 touches the field at a corner only.
    assert_eq!(table.places("t23"), ["1,-1", "1,1"]);
    assert_eq!(
        table.refusal(&format!("take {} @-1,1", table.space_of("t10"))),
        "no tile of yours has an edge in common with -1,1"
    );
}

#[test]
fn a_clan_member_must_stand_next_to_the_place_be_it_at_a_corner() {
    let table = Scene::new(4).tile(1, "t18", 1, 0).tile(1, "t05", 2, 0).build();
    // 1,1 touches the village with the clan member at a corner; 2,1 does not touch it.
    assert_eq!(table.places("t23"), ["1,-1", "1,1"]);
    assert_eq!(
        table.refusal(&format!("take {} @2,1", table.space_of("t10"))),
        "no clan member stands next to 2,1"
    );
}

#[test]
fn no_tile_on_an_occupied_space() {
    let table = Scene::new(4).tile(1, "t18", 1, 0).track(&["t10"]).build();
    assert_eq!(
        table.refusal(&format!("take {} @1,0", table.space_of("t10"))),
        "there is already a tile at 1,0"
    );
}

#[test]
fn a_river_tile_goes_on_with_the_river_north_or_south() {
    let table = Scene::new(4).tile(1, "t02", 0, 1).clan(1, 0, 1, 1).build();
    assert_eq!(table.places("t03"), ["0,-1", "0,2"]);
    assert_eq!(
        table.refusal(&format!("take {} @1,1", table.space_of("t03"))),
        "a tile with a river has to go on with your river"
    );
}

#[test]
fn a_road_tile_goes_on_with_the_road_west_or_east() {
    let table = Scene::new(4).tile(1, "t18", 1, 0).clan(1, 1, 0, 1).build();
    assert_eq!(table.places("t01"), ["-1,0", "2,0"]);
    assert_eq!(
        table.refusal(&format!("take {} @1,1", table.space_of("t01"))),
        "a tile with a road has to go on with your road"
    );
}

#[test]
fn a_plain_tile_does_not_block_river_or_road() {
    let table = Scene::new(4).track(&["t10"]).build();
    assert!(table.places("t23").is_empty(), "all four edges of the village carry a line");
    assert_eq!(
        table.refusal(&format!("take {} @0,1", table.space_of("t10"))),
        "the river has to go on at 0,1, and this tile has none"
    );
    assert_eq!(
        table.refusal(&format!("take {} @1,0", table.space_of("t10"))),
        "the road has to go on at 1,0, and this tile has none"
    );
}

#[test]
fn both_sides_of_a_river_or_road_edge_agree() {
    // The plain tile at 0,3 lies beyond a gap: no river tile fits below it any more.
    let scene = || {
        Scene::new(4)
            .tile(1, "t02", 0, 1)
            .tile(1, "t23", 1, 1)
            .tile(1, "t24", 1, 2)
            .tile(1, "t12", 1, 3)
            .clan(1, 1, 2, 1)
    };
    let open = scene().build();
    assert_eq!(open.places("t03"), ["0,-1", "0,2"]);
    let table = scene().tile(1, "t21", 0, 3).track(&["t03"]).build();
    assert_eq!(table.places("t03"), ["0,-1"]);
    assert_eq!(
        table.refusal("take 4 @0,2"),
        "the tile beyond 0,2 has no river: their edges disagree"
    );
}

#[test]
fn a_plain_tile_beyond_a_gap_ends_the_river_for_good() {
    let table = Scene::new(4)
        .tile(1, "t02", 0, 1)
        .tile(1, "t23", 1, 1)
        .tile(1, "t24", 1, 2)
        .tile(1, "t12", 1, 3)
        .clan(1, 1, 3, 1)
        .build();
    assert!(table.places("t21").contains(&"0,3".to_owned()));
    assert!(!table.places("t21").contains(&"0,2".to_owned()), "there the river goes on");
}

#[test]
fn tiles_of_any_colours_may_lie_side_by_side() {
    let mut table = Scene::new(4).tile(1, "t18", 1, 0).tile(1, "t12", 1, 1).track(&["t30"]).build();
    table.take("t30", "1,-1");
    table.play(&["buy wood", "buy stone"]);
    assert!(table.allows("end"));
}

#[test]
fn tiles_are_never_turned() {
    // A river tile cannot lie on the road, nor a road tile on the river.
    let table = Scene::new(4).track(&["t02", "t01"]).build();
    assert_eq!(table.legal_of("take")[..2], ["take 4 @0,-1", "take 4 @0,1"]);
    assert!(!table.allows("take 4 @1,0") && !table.allows("take 5 @0,1"));
}

/// A reference implementation of the rules of placement.
fn fits(state: &GlenMore, seat: Seat, id: TileId, at: Place) -> bool {
    let display = state.player(seat).display();
    let tile = state.tile(id);
    let beside = |dx: i8, dy: i8| {
        let place = Place::new(at.x() + dx, at.y() + dy);
        display.tile_at(place).map(|id| state.tile(id))
    };
    let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
    let mut clan = around.map(|(dx, dy)| display.clan_at(Place::new(at.x() + dx, at.y() + dy)));
    let (vertical, horizontal) = ([beside(0, 1), beside(0, -1)], [beside(1, 0), beside(-1, 0)]);
    let agrees = vertical.iter().flatten().all(|other| other.river == tile.river)
        && horizontal.iter().flatten().all(|other| other.road == tile.road);
    let touches = vertical.iter().chain(&horizontal).flatten().count() > 0;
    let goes_on = (!tile.river || vertical.iter().flatten().any(|other| other.river))
        && (!tile.road || horizontal.iter().flatten().any(|other| other.road));
    let column = !tile.river || at.x() == 0;
    let row = !tile.road || at.y() == 0;
    display.tile_at(at).is_none()
        && touches
        && clan.any(|members| members > 0)
        && agrees
        && goes_on
        && column
        && row
}

#[test]
fn places_agree_with_the_rules_read_one_by_one() {
    let kinds = ["t23", "t03", "t01"].map(|tile| TileId::new(tile[1..].parse().unwrap()));
    visit::<GlenMore>(6, |step| {
        let Some(seat) = step.state.phase().seat() else { return };
        for kind in kinds {
            let all = (-25..=25).flat_map(|y| (-25..=25).map(move |x| Place::new(x, y)));
            let expected: Vec<Place> = all.filter(|&at| fits(step.state, seat, kind, at)).collect();
            assert_eq!(step.state.places_for(seat, kind), expected);
        }
    });
}

#[test]
fn the_longest_displays_find_their_places() {
    // A line to the north, as long as there are plain tiles for it.
    let plain = [
        "t10", "t11", "t12", "t13", "t16", "t21", "t22", "t23", "t24", "t25", "t28", "t29", "t31",
        "t32", "t33", "t34", "t36", "t42", "t45", "t46", "t47", "t53", "t54", "t56", "t57", "t62",
        "t63", "t65",
    ];
    let mut scene = Scene::new(4).tile(1, "t18", 1, 0);
    for (y, tile) in (1..).zip(plain) {
        scene = scene.tile(1, tile, 1, y);
    }
    let end = plain.len() as i8;
    let table = scene.clan(1, 1, end, 1).build();
    let kind = TileId::new(26);
    let all = (-60..=60).flat_map(|y| (-60..=60).map(move |x| Place::new(x, y)));
    let expected: Vec<Place> =
        all.filter(|&at| fits(&table.state, Seat::from_index(0), kind, at)).collect();
    assert!(expected.contains(&Place::new(1, end + 1)));
    assert_eq!(table.state.places_for(Seat::from_index(0), kind), expected);
}
