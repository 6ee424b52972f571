//! Placing tiles.

mod support;

use rules::{Actor, Game, Setup, Turn};
use support::{AS_DEALT, Table, places, seat};
use tipperary::{Action, Event, Orientation, Point, Tipperary};

/// A solo table with an L of three as its first tile.
fn corner() -> Table {
    Table::solo(AS_DEALT, &["M R / B --"])
}

#[test]
fn a_tile_must_touch_the_display() {
    let table = corner();
    assert!(table.legal(1).contains(&"place 1 r0 4,1".to_owned()));
    assert!(!table.legal(1).contains(&"place 1 r0 6,1".to_owned()));
    assert_eq!(
        table.refusal(1, "place 1 r0 6,1"),
        "tile 1 would not touch your display: no space of it is beside one"
    );
}

#[test]
fn touching_at_a_corner_is_not_enough() {
    let table = Table::solo(AS_DEALT, &["R"]);
    assert!(table.refusal(1, "place 1 r0 4,0").contains("would not touch"));
    assert!(table.legal(1).contains(&"place 1 r0 3,0".to_owned()));
}

#[test]
fn no_tile_overlaps() {
    let table = corner();
    assert_eq!(table.refusal(1, "place 1 r0 2,2"), "tile 1 would overlap your display at 2,2");
}

#[test]
fn a_tile_may_be_turned_and_turned_over() {
    let table = corner();
    for name in ["r0", "r1", "r2", "r3", "m0", "m1", "m2", "m3"] {
        let one = |action: &String| action.starts_with(&format!("place 1 {name} "));
        assert!(table.legal(1).iter().any(one), "{name}");
    }
}

#[test]
fn gaps_may_be_left() {
    let mut table = Table::solo(AS_DEALT, &["M S1 R / M -- B"]);
    table.place(1, "r0", "1,-2");
    let display = table.game.player(seat(1)).display();
    assert!(display.at(Point::new(1, -1)).is_some());
    assert!(display.at(Point::new(2, -1)).is_none());
    assert!(display.at(Point::new(3, -1)).is_some());
}

#[test]
fn a_display_grows_in_every_direction() {
    let table = corner();
    let corners: Vec<Point> = table
        .game
        .legal(seat(1))
        .into_iter()
        .filter_map(|action| if let Action::Place { at, .. } = action { Some(at) } else { None })
        .collect();
    assert!(corners.iter().any(|at| at.x < -1) && corners.iter().any(|at| at.x > 3));
    assert!(corners.iter().any(|at| at.y < -1) && corners.iter().any(|at| at.y > 2));
}

#[test]
fn placed_tiles_stay_where_they_are() {
    let mut table = Table::solo(AS_DEALT, &["M R / B --", "R"]);
    table.place(1, "r0", "4,1");
    let before = table.game.player(seat(1)).display().at(Point::new(4, 1));
    table.place(2, "r0", "1,-1");
    assert_eq!(table.game.player(seat(1)).display().at(Point::new(4, 1)), before);
}

#[test]
fn exactly_one_of_the_two_tiles_of_the_area_is_placed_and_the_other_stays() {
    let mut table = corner();
    let other = table.game.area(1).find(|&tile| tile != 1).unwrap();
    let tiles: Vec<u8> = table.game.area(1).collect();
    assert_eq!(tiles, [1, other]);
    assert!(table.legal(1).iter().any(|action| action.starts_with(&format!("place {other} "))));
    table.place(1, "r0", "4,1");
    assert!(table.game.area(1).any(|tile| tile == other));
    assert!(!table.game.area(1).any(|tile| tile == 1));
}

#[test]
fn a_tile_of_another_area_cannot_be_placed() {
    let table = corner();
    let other = table.game.area(2).next().unwrap();
    assert_eq!(
        table.refusal(1, &format!("place {other} r0 4,1")),
        format!("tile {other} is not in your area 1: there are 1 and 2")
    );
}

#[test]
fn an_alias_of_an_orientation_is_accepted_and_normalised() {
    let table = Table::solo(AS_DEALT, &["M M M", "R"]);
    let shape = table.game.setup().set().tile(1);
    assert_eq!(shape.shapes().len(), 2);
    let alias = table.game.read("place 1 m2 4,1").unwrap();
    let legal = table.game.read("place 1 r0 4,1").unwrap();
    assert_eq!(table.game.normalise(alias), legal);
    let mut game = table.game.clone();
    assert_eq!(game.apply(seat(1).into(), alias, &mut rules::NoEvents), Ok(legal));
    assert_eq!(game, table.game.after(seat(1).into(), legal));
}

#[test]
fn an_alias_in_a_record_is_written_under_its_first_name() {
    let set = support::set_of(&support::set_text(AS_DEALT, &["M M M"]));
    let setup = Setup::<Tipperary>::new(1).unwrap().with_set(set);
    let mut play = rules::Play::new(setup);
    let deal = ["town 1 ay a", "bag 1", "fill 1 1", "fill 1 2", "fill 2 3", "fill 2 4"];
    let more = ["fill 3 5", "fill 3 6", "fill 4 7", "fill 4 8", "fill 5 9", "fill 5 10", "spin 0"];
    for text in deal.iter().chain(&more) {
        let action = play.state().read(text).unwrap();
        play.apply(Actor::Dealer, action, &mut rules::NoEvents).unwrap();
    }
    let record = play.record() + "1 place 1 m0 4,1 ; the back looks the same\n";
    let loaded = rules::Play::<Tipperary>::load(&record, &[set]).unwrap();
    assert!(loaded.record().ends_with("1 place 1 r0 4,1 ; the back looks the same\n"));
}

#[test]
fn only_the_first_name_of_a_shape_is_listed() {
    let table = Table::solo(AS_DEALT, &["M M M"]);
    let names = table.game.legal(seat(1)).into_iter().filter_map(|action| match action {
        Action::Place { tile: 1, orientation, .. } => Some(orientation.name()),
        _ => None,
    });
    let names: std::collections::BTreeSet<&str> = names.collect();
    assert_eq!(names.into_iter().collect::<Vec<_>>(), ["r0", "r1"]);
    assert_eq!(Orientation::all().count(), 8);
}

#[test]
fn the_corner_of_the_bounding_box_names_the_place() {
    let mut table = Table::solo(AS_DEALT, &["-- R / M B"]);
    table.place(1, "r0", "3,-1");
    let display = table.game.player(seat(1)).display();
    assert!(display.at(Point::new(3, -1)).is_none());
    assert!(display.at(Point::new(4, -1)).is_some());
    assert!(display.at(Point::new(3, 0)).is_some());
}

#[test]
fn everyone_places_at_the_same_time() {
    let mut table = Table::new("together", AS_DEALT, &[&["R"], &["B"], &["G"]]);
    let all: Vec<u8> = match table.game.turn() {
        Turn::Seats(seats) => seats.into_iter().map(rules::Seat::number).collect(),
        _ => Vec::new(),
    };
    assert_eq!(all, [1, 2, 3]);
    table.act(3, "place 3 r0 1,-1");
    table.act(1, "place 1 r0 1,-1");
    assert_eq!(table.game.round(), 1);
    table.act(2, "place 2 r0 1,-1");
    assert_eq!(table.game.round(), 2);
}

#[test]
fn in_turn_each_seat_finishes_before_the_next_from_the_bag_holder_clockwise() {
    let mut table = Table::new("in-turn", "M M M", &[&["R+"], &["B"]]);
    assert_eq!(table.game.turn(), Turn::Seats(rules::SeatSet::only(seat(1))));
    assert_eq!(table.refusal(2, "place 2 r0 1,-1"), "seat 2 is not to act now, but seat 1");
    table.act(1, "place 1 r0 1,-1");
    assert_eq!(table.game.turn(), Turn::Seats(rules::SeatSet::only(seat(1))));
    table.act(1, "sheep 0,1");
    assert_eq!(table.game.turn(), Turn::Seats(rules::SeatSet::only(seat(2))));
    table.act(2, "place 2 r0 1,-1");
    // The bag has been passed, so seat 2 begins.
    assert_eq!(table.game.turn(), Turn::Seats(rules::SeatSet::only(seat(2))));
}

#[test]
fn a_placement_is_told_with_its_tile_and_place() {
    let mut table = corner();
    let events = table.place(1, "r1", "4,1");
    let names = rules::Names::numbered(1);
    assert!(matches!(events[0], Event::Placed { tile: 1, .. }));
    assert_eq!(table.game.describe_event(&events[0], &names), "Seat 1 places tile 1 (r1) at 4,1.");
    assert!(places(&table.legal(1), "sheep").is_empty());
}
