//! The dealer's draws against values computed by another program.
//!
//! The expected actions were made with `OpenSSL` (`openssl dgst -sha256` for keys and
//! `openssl enc -chacha20` for words) from the documentation of the draws alone.

use foxy_and_wooly::FoxyAndWooly;
use registry::{AnyGame, GameId, Key, NewGame, Registry, draw, draw_today};
use rules::{Actor, Game, NoEvents, Play, Setup, Turn};

fn new_game(players: u64) -> AnyGame {
    AnyGame::new(&Registry::new(), &NewGame::of(GameId::FoxyAndWooly, players)).unwrap()
}

fn dealt_by(key: &Key, players: u64) -> Vec<String> {
    let mut game = new_game(players);
    std::iter::from_fn(|| game.deal(key)).collect()
}

#[test]
fn the_same_state_and_seed_give_the_same_actions() {
    assert_eq!(dealt_by(&Key::roll(5), 4), dealt_by(&Key::roll(5), 4));
    assert_ne!(dealt_by(&Key::roll(5), 4), dealt_by(&Key::roll(6), 4));
}

#[test]
fn a_roll_is_the_one_that_the_description_gives() {
    let expected = include_str!("vectors/roll-42-two-players.txt");
    assert_eq!(dealt_by(&Key::roll(42), 2), expected.lines().collect::<Vec<_>>());
}

#[test]
fn a_table_is_dealt_as_the_description_gives() {
    let seed: [u8; 32] = std::array::from_fn(|index| index as u8);
    let key = Key::table(&seed, &[[0xaa; 32], [0xbb; 32]], "table-7");
    let expected = include_str!("vectors/table-7-two-players.txt");
    assert_eq!(dealt_by(&key, 2), expected.lines().collect::<Vec<_>>());
}

#[test]
fn the_days_deal_is_the_one_that_the_description_gives() {
    let key = Key::today("foxy-and-wooly", "2026-11-15");
    let mut play = Play::new(Setup::<FoxyAndWooly>::new(2).unwrap());
    let mut dealt = Vec::new();
    while let Some(action) = draw_today(&key, &play) {
        dealt.push(play.state().write(action));
        play.apply(Actor::Dealer, action, &mut NoEvents).unwrap();
    }
    let expected = include_str!("vectors/today-2026-11-15-two-players.txt");
    assert_eq!(dealt, expected.lines().collect::<Vec<_>>());
}

#[test]
fn nothing_is_drawn_when_the_dealer_is_not_to_act() {
    let mut game = new_game(2);
    let key = Key::roll(1);
    while game.deal(&key).is_some() {}
    assert!(matches!(game.turn(), Turn::Seats(_)));
    let state = FoxyAndWooly::new(&Setup::new(2).unwrap());
    assert!(draw(&key, 0, &state).is_some());
    let AnyGame::FoxyAndWooly(play) = game else { panic!("another game was made") };
    assert_eq!(draw(&key, 23, play.state()), None);
}

#[test]
fn every_outcome_is_drawn_about_as_often_as_it_should_be() {
    let state = FoxyAndWooly::new(&Setup::new(2).unwrap());
    let mut counts = std::collections::BTreeMap::new();
    for number in 0..5000 {
        *counts.entry(draw(&Key::roll(9), number, &state)).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 10);
    assert!(counts.values().all(|count| (400..600).contains(count)), "{counts:?}");
}
