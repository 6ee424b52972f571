//! The position before the first turn.

use glen_more::{Phase, Resource, Space};
use rules::Seat;

use crate::support::Table;

fn names(table: &Table) -> Vec<String> {
    let spaces = table.state.track().spaces().iter();
    spaces
        .map(|space| match space {
            Space::Empty => "-".to_owned(),
            Space::Tile(_) => "tile".to_owned(),
            Space::Figure(seat) => seat.to_string(),
            Space::Die => "die".to_owned(),
        })
        .collect()
}

fn started(players: u64, first: &str) -> Table {
    let mut table = Table::start(players);
    table.act(first);
    table.refill();
    table
}

#[test]
fn everybody_starts_with_six_coins_and_a_village_with_a_clan_member() {
    let table = started(4, "first 1");
    for seat in 1..=4 {
        assert_eq!(table.player(seat).coins(), 6);
        assert_eq!(table.player(seat).display().len(), 1);
        assert_eq!(table.clan_at(seat, 0, 0), 1);
        assert_eq!(table.player(seat).whiskey(), 0);
        assert_eq!(table.cubes(seat), [0; 5]);
    }
}

#[test]
fn the_starting_village_carries_river_and_road() {
    let table = started(4, "first 1");
    assert_eq!(table.places("t02"), ["0,-1", "0,1"]);
    assert_eq!(table.places("t01"), ["-1,0", "1,0"]);
}

#[test]
fn figures_stand_in_seat_order_from_the_starting_player() {
    let table = started(4, "first 3");
    assert_eq!(names(&table)[..5], ["3", "4", "1", "2", "tile"]);
    assert_eq!(table.state.phase(), Phase::Take(Seat::from_index(2)));
}

#[test]
fn the_starting_player_is_random() {
    for players in 2..=5u64 {
        let table = Table::start(players);
        let expected: Vec<String> = (1..=players).map(|seat| format!("first {seat}")).collect();
        assert_eq!(table.legal(), expected);
        let outcomes = rules::Game::outcomes(&table.state);
        assert!(outcomes.iter().all(|outcome| outcome.weight == outcomes[0].weight));
    }
}

#[test]
fn tiles_fill_the_track_but_for_the_space_behind_the_first_figure() {
    for (players, tiles) in [(2, 10), (3, 9), (4, 9), (5, 8)] {
        let table = started(players, "first 2");
        assert_eq!(names(&table).iter().filter(|name| *name == "tile").count(), tiles);
        assert_eq!(names(&table)[13], "-");
        assert_eq!(table.state.track().gap(), 13);
        assert_eq!(table.state.left().len(), 67 - tiles);
    }
}

#[test]
fn stack_0_is_drawn_first_then_stack_1() {
    let mut table = Table::start(2);
    table.act("first 1");
    for drawn in 0..10 {
        let expected = if drawn < 8 { 8 - drawn } else { 23 - (drawn - 8) };
        let legal = table.legal();
        assert_eq!(legal.len(), expected);
        assert_eq!(legal[0].as_str() < "draw t09", drawn < 8);
        table.act(&legal[0]);
    }
}

#[test]
fn with_five_players_stack_0_is_just_enough() {
    let table = started(5, "first 1");
    assert_eq!(table.state.left().len(), 59);
    assert!(table.state.left().iter().all(|tile| table.state.tile(tile).stack > 0));
}

#[test]
fn the_die_stands_behind_the_figures_of_two_or_three_players() {
    assert_eq!(names(&started(2, "first 2"))[..4], ["2", "1", "die", "tile"]);
    assert_eq!(names(&started(3, "first 2"))[..5], ["2", "3", "1", "die", "tile"]);
    assert!(!names(&started(4, "first 2")).contains(&"die".to_owned()));
    assert!(!names(&started(5, "first 2")).contains(&"die".to_owned()));
}

#[test]
fn with_two_or_three_players_every_row_starts_with_a_coin() {
    for (players, covered) in [(2, 1), (3, 1), (4, 0), (5, 0)] {
        let table = Table::start(players);
        for resource in Resource::ALL {
            assert_eq!(table.state.warehouse().covered(resource), covered, "{players} players");
        }
    }
}

#[test]
fn two_to_five_people_play() {
    for players in 0..9 {
        let setup = rules::Setup::<glen_more::GlenMore>::new(players);
        assert_eq!(setup.is_ok(), (2..=5).contains(&players), "{players}");
    }
}
