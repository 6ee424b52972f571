//! Set-up, the wheel, the bag and the end.

mod support;

use rules::conformance::random_play;
use rules::{Actor, Game, Setup, Turn};
use support::{AS_DEALT, Table, seat};
use tipperary::{Action, Stage, Tipperary};

fn apply(game: &mut Tipperary, actor: Actor, text: &str) {
    let action = game.read(text).unwrap();
    game.apply(actor, action, &mut rules::NoEvents).unwrap();
}

#[test]
fn every_seat_gets_a_hometown_of_its_own_with_a_random_side_up() {
    let mut game = Tipperary::new(&Setup::new(3).unwrap());
    assert_eq!(game.outcomes().len(), 10);
    apply(&mut game, Actor::Dealer, "town 1 durlas b");
    assert_eq!(game.outcomes().len(), 8);
    let texts: Vec<String> =
        game.outcomes().iter().map(|outcome| game.write(outcome.action)).collect();
    assert!(texts.contains(&"town 2 an-chathair a".to_owned()));
    assert!(!texts.iter().any(|text| text.contains("durlas")));
    assert!(game.outcomes().iter().all(|outcome| outcome.weight == 1));
}

#[test]
fn a_hometown_has_nine_spaces_of_which_six_are_town() {
    let mut game = Tipperary::new(&Setup::new(1).unwrap());
    assert_eq!(game.score(seat(1)).total(), 0, "before its hometown a seat scores nothing");
    apply(&mut game, Actor::Dealer, "town 1 an-chathair a");
    let spaces = game.player(seat(1)).display().spaces();
    assert_eq!(spaces.len(), 9);
    let town = spaces.iter().filter(|space| space.ground() == tipperary::Ground::Town).count();
    assert_eq!(town, 6);
    assert_eq!(game.score(seat(1)).parts[0], 6);
}

#[test]
fn anybody_may_get_the_cloth_bag() {
    let mut game = Tipperary::new(&Setup::new(2).unwrap());
    apply(&mut game, Actor::Dealer, "town 1 durlas b");
    apply(&mut game, Actor::Dealer, "town 2 cluain-meala a");
    let texts: Vec<String> =
        game.outcomes().iter().map(|outcome| game.write(outcome.action)).collect();
    assert_eq!(texts, ["bag 1", "bag 2"]);
}

#[test]
fn each_area_starts_with_two_tiles_from_the_bag() {
    let mut game = Tipperary::new(&Setup::new(1).unwrap());
    apply(&mut game, Actor::Dealer, "town 1 durlas b");
    apply(&mut game, Actor::Dealer, "bag 1");
    let mut areas = Vec::new();
    for left in (51..=60).rev() {
        assert_eq!(game.outcomes().len(), left);
        let first = game.outcomes()[0].action;
        if let Action::Fill { area, .. } = first {
            areas.push(area);
        }
        game.apply(Actor::Dealer, first, &mut rules::NoEvents).unwrap();
    }
    assert_eq!(areas, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
    assert_eq!(game.stage(), Stage::Spin);
}

#[test]
fn the_wheel_shows_each_coat_of_arms_an_area() {
    let mut table = Table::new("together", AS_DEALT, &[&["R"], &["B"]]);
    assert_eq!(table.game.area_of(seat(1)), Some(1));
    assert_eq!(table.game.area_of(seat(2)), Some(2));
    table.act(1, "place 1 r0 1,-1");
    let mut game = table.game.clone();
    apply(&mut game, seat(2).into(), "place 2 r0 1,-1");
    while game.stage() == Stage::Fill {
        let first = game.outcomes()[0].action;
        game.apply(Actor::Dealer, first, &mut rules::NoEvents).unwrap();
    }
    assert_eq!(game.outcomes().len(), 5);
    apply(&mut game, Actor::Dealer, "spin 4");
    assert_eq!(game.area_of(seat(1)), Some(5));
    assert_eq!(game.area_of(seat(2)), Some(1));
}

#[test]
fn with_three_players_three_tiles_are_added_and_untouched_areas_get_none() {
    let mut table = Table::new("together", AS_DEALT, &[&["R"], &["B"], &["G"]]);
    table.act(1, "place 1 r0 1,-1");
    table.act(2, "place 2 r0 1,-1");
    let untouched: Vec<Vec<u8>> = (4..=5).map(|area| table.game.area(area).collect()).collect();
    let before = table.game.snapshot().bag.len();
    table.act(3, "place 3 r0 1,-1");
    assert_eq!(table.game.snapshot().bag.len(), before - 3);
    let after: Vec<Vec<u8>> = (4..=5).map(|area| table.game.area(area).collect()).collect();
    assert_eq!(after, untouched);
    assert!((1..=5).all(|area| table.game.area(area).count() == 2));
}

#[test]
fn the_bag_passes_clockwise() {
    let mut table = Table::new("together", AS_DEALT, &[&["R"], &["B"]]);
    assert_eq!(table.game.bag_holder(), Some(seat(1)));
    table.pass_time(1);
    table.pass_time(2);
    assert_eq!(table.game.bag_holder(), Some(seat(2)));
    assert_eq!(table.game.round(), 2);
    table.pass_time(1);
    table.pass_time(2);
    assert_eq!(table.game.bag_holder(), Some(seat(1)));
}

#[test]
fn there_are_twelve_rounds_and_ten_with_five_players() {
    for (players, rounds) in [(1, 12), (2, 12), (3, 12), (4, 12), (5, 10)] {
        let play = random_play(Setup::<Tipperary>::new(players).unwrap(), 3);
        assert_eq!(play.state().round(), rounds);
        for number in 1..=players {
            assert_eq!(play.state().player(seat(number)).tiles().len(), usize::from(rounds));
        }
    }
}

#[test]
fn without_towers_the_game_ends_with_the_last_round() {
    let mut table = Table::solo(AS_DEALT, &["R"]);
    table.finish_rounds();
    assert_eq!(table.game.turn(), Turn::Over);
    assert_eq!(table.game.snapshot().bag.len(), 60 - 10 - 11);
}

#[test]
fn towers_are_placed_together_even_in_turn() {
    let mut table = Table::new("in-turn", AS_DEALT, &[&["R R R"], &["R R R S1"]]);
    table.act(1, "place 1 r0 4,1");
    table.act(2, "place 2 r0 4,1");
    table.finish_rounds();
    assert_eq!(table.game.turn(), Turn::Seats(rules::SeatSet::all(2)));
    table.act(2, "done");
    assert_eq!(table.game.turn(), Turn::Seats(rules::SeatSet::only(seat(1))));
    let place = table.legal(1)[0].clone();
    table.act(1, &place);
    assert_eq!(table.game.turn(), Turn::Over);
}

#[test]
fn towers_stand_beside_the_display_or_beside_towers_and_never_on_top() {
    let mut table = Table::solo(AS_DEALT, &["R R R / R -- -- / R -- --"]);
    table.place(1, "r0", "4,1");
    table.finish_rounds();
    assert_eq!(table.towers(1), 2);
    assert!(table.refusal(1, "tower 1,1").contains("there is the town"));
    assert!(table.refusal(1, "tower 99,99").contains("would not touch"));
    assert_eq!(table.refusal(1, "draw"), "the rounds are over: only towers are put up now");
    let free = |table: &Table, x: i16, y: i16| {
        table.game.player(seat(1)).display().at(tipperary::Point::new(x, y)).is_none()
    };
    let place = table.legal(1)[0].clone();
    let at = rules::notation::point(place.strip_prefix("tower ").unwrap()).unwrap();
    table.act(1, &place);
    let above = format!("tower {},{}", at.0, at.1 - 1);
    assert!(free(&table, at.0, at.1 - 1));
    table.act(1, &above);
    assert_eq!(table.game.turn(), Turn::Over);
}

#[test]
fn towers_may_stay_in_hand() {
    let mut table = Table::solo(AS_DEALT, &["R R R"]);
    table.place(1, "r0", "4,1");
    table.finish_rounds();
    assert_eq!(table.legal(1).last().map(String::as_str), Some("done"));
    table.act(1, "done");
    assert_eq!(table.game.turn(), Turn::Over);
    assert_eq!(table.towers(1), 1);
}

#[test]
fn the_only_player_is_the_winner() {
    let play = random_play(Setup::<Tipperary>::new(1).unwrap(), 9);
    assert_eq!(play.state().winners(), rules::SeatSet::only(seat(1)));
}

#[test]
fn one_to_five_can_play() {
    for players in 1..=5 {
        assert!(Setup::<Tipperary>::new(players).is_ok());
    }
    assert!(Setup::<Tipperary>::new(0).is_err());
    assert!(Setup::<Tipperary>::new(6).is_err());
}

#[test]
fn the_supply_is_full_at_the_start() {
    let game = Tipperary::new(&Setup::new(4).unwrap());
    let snapshot = game.snapshot();
    assert_eq!((snapshot.supply.sheep, snapshot.supply.towers), (24, 12));
    assert_eq!(snapshot.supply.bonus.values().sum::<u8>(), 12);
    assert_eq!(snapshot.bag.len(), 60);
    assert_eq!(game.marker(), None);
    assert!(snapshot.seats.iter().all(|seat| seat.whiskey == 0));
}

#[test]
fn a_hometown_shows_the_landscapes_of_its_side() {
    use tipperary::{Ground, Land, Point};
    let mut game = Tipperary::new(&Setup::new(1).unwrap());
    apply(&mut game, Actor::Dealer, "town 1 an-chathair b");
    let at = |x, y| game.player(seat(1)).display().at(Point::new(x, y)).unwrap().ground();
    assert_eq!(at(0, 1), Ground::Land(Land::Pasture));
    assert_eq!(at(3, 1), Ground::Land(Land::Distillery));
    assert_eq!(at(3, 2), Ground::Land(Land::Meadow));
    assert_eq!(game.player(seat(1)).display().flock(), 1);
}

#[test]
fn an_chathair_takes_the_tiles_that_its_castle_points_to() {
    let mut game = Tipperary::new(&Setup::new(1).unwrap());
    for text in ["town 1 an-chathair a", "bag 1", "fill 1 1", "fill 1 2", "fill 2 3", "fill 2 4"] {
        apply(&mut game, Actor::Dealer, text);
    }
    for text in ["fill 3 5", "fill 3 6", "fill 4 7", "fill 4 8", "fill 5 9", "fill 5 10", "spin 2"]
    {
        apply(&mut game, Actor::Dealer, text);
    }
    assert_eq!(game.area_of(seat(1)), Some(3));
    let tiles = game.legal(seat(1)).into_iter().filter_map(|action| match action {
        Action::Place { tile, .. } => Some(tile),
        _ => None,
    });
    assert_eq!(
        tiles.collect::<std::collections::BTreeSet<u8>>().into_iter().collect::<Vec<_>>(),
        [5, 6]
    );
}

#[test]
fn the_second_round_follows_the_first() {
    let mut table = Table::solo(AS_DEALT, &["R", "B"]);
    assert_eq!(table.game.round(), 1);
    let events = table.place(1, "r0", "1,-1");
    assert_eq!(table.game.round(), 2);
    let passed = tipperary::Event::BagPassed { to: seat(1), round: 1 };
    assert!(events.contains(&passed));
}

#[test]
fn the_last_round_is_followed_by_no_new_tiles() {
    let mut table = Table::new("together", AS_DEALT, &[&["R R R"], &["B"]]);
    table.act(1, "place 1 r0 4,1");
    table.act(2, "place 2 r0 4,1");
    table.finish_rounds();
    assert_eq!(table.game.stage(), Stage::Towers);
    assert_eq!((1..=5).map(|area| table.game.area(area).count()).sum::<usize>(), 8);
}
