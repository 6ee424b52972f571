//! The set-up.

mod support;

use foxy_and_wooly::{Components, FoxyAndWooly, Phase};
use rules::conformance::Dice;
use rules::{ComponentSet, Game, NoEvents, Setup, Turn};
use support::{Acting, seat};

fn new_game(players: u64) -> FoxyAndWooly {
    FoxyAndWooly::new(&Setup::new(players).unwrap())
}

/// Deals at random until a seat is to act.
fn dealt(players: u64, seed: u64) -> FoxyAndWooly {
    let mut game = new_game(players);
    let mut dice = Dice::new(seed);
    while game.turn() == Turn::Dealer {
        let action = game.deal(&mut Vec::new(), |sum| dice.roll(sum as usize) as u32);
        game.apply_unchecked(rules::Actor::Dealer, action, &mut NoEvents);
    }
    game
}

#[test]
fn two_to_four_people_play() {
    let players = FoxyAndWooly::INFO.players;
    assert_eq!((players.min, players.max), (2, 4));
    assert!(Setup::<FoxyAndWooly>::new(1).is_err());
    assert!(Setup::<FoxyAndWooly>::new(5).is_err());
}

#[test]
fn everyone_starts_with_a_sheep_in_each_of_nine_slots() {
    let game = dealt(4, 1);
    for number in 1..=4 {
        assert_eq!(game.sheep_of(number), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }
}

#[test]
fn everyone_starts_with_nine_cubes_in_hand() {
    let game = dealt(3, 1);
    assert_eq!([1, 2, 3].map(|number| game.cubes_of(number)), [9, 9, 9]);
    assert_eq!(game.pot(), 0);
}

#[test]
fn everyone_is_dealt_one_special_token_face_up() {
    let game = dealt(4, 2);
    for number in 1..=4 {
        assert_eq!(game.tokens_of(number).len(), 1);
    }
}

#[test]
fn special_tokens_are_dealt_to_the_seats_in_order() {
    let mut game = new_game(2);
    game.act("deal gun");
    assert_eq!((game.tokens_of(1), game.tokens_of(2)), (vec!["gun"], vec![]));
    game.act("deal steal");
    assert_eq!((game.tokens_of(1), game.tokens_of(2)), (vec!["gun"], vec!["steal"]));
}

#[test]
fn eighteen_tokens_lie_on_the_field_three_wolves_alternating_with_two_specials() {
    let game = dealt(2, 3);
    let kinds: String =
        game.field().iter().map(|token| if token.is_wolf() { 'w' } else { 's' }).collect();
    assert_eq!(kinds, "wwwsswwwsswwwsswww");
}

#[test]
fn all_twelve_wolves_and_six_specials_come_to_the_field() {
    let game = dealt(4, 4);
    let mut wolves: Vec<&str> =
        game.field().iter().filter(|token| token.is_wolf()).map(|token| token.name()).collect();
    wolves.sort_unstable();
    assert_eq!(wolves, ["low", "mid", "top", "w1", "w2", "w3", "w4", "w5", "w6", "w7", "w8", "w9"]);
    assert_eq!(game.field().len() - wolves.len(), 6);
}

#[test]
fn each_token_is_drawn_uniformly_from_what_is_left_of_its_kind() {
    let mut game = new_game(2);
    assert_eq!(game.outcomes().len(), 10);
    game.act_all(&["deal gun", "deal flock"]);
    assert_eq!(game.outcomes().len(), 12);
    assert!(game.outcomes().iter().all(|outcome| outcome.weight == 1));
    game.act("deal w7");
    assert_eq!(game.outcomes().len(), 11);
    game.act_all(&["deal w1", "deal top"]);
    assert_eq!(
        game.choices(),
        ["move-h", "move-v", "move-d", "steal", "pair8", "pair10", "solo12", "trade3"]
            .map(|name| format!("deal {name}"))
    );
}

#[test]
fn specials_that_are_left_over_are_out_of_the_game() {
    let game = dealt(2, 5);
    let in_play = game.field().iter().filter(|token| !token.is_wolf()).count();
    let held: usize = [1, 2].map(|number| game.tokens_of(number).len()).iter().sum();
    assert_eq!((in_play, held), (6, 2));
    assert!(game.outcomes().is_empty());
}

#[test]
fn the_first_player_is_drawn_uniformly_after_the_tokens() {
    let mut game = new_game(3);
    while game.phase() == Phase::Dealing {
        let action = game.outcomes()[0].action;
        game.apply_unchecked(rules::Actor::Dealer, action, &mut NoEvents);
    }
    assert_eq!(game.choices(), ["first 1", "first 2", "first 3"]);
    assert!(game.outcomes().iter().all(|outcome| outcome.weight == 1));
    game.act("first 2");
    assert_eq!(game.turn(), Turn::Seats(rules::SeatSet::only(seat(2))));
}

#[test]
fn tokens_are_played_one_by_one_from_the_start_of_the_field() {
    let mut game = dealt(2, 6);
    let field = game.field().to_vec();
    assert_eq!(game.token(), Some(field[0]));
    game.act("take");
    assert_eq!(game.token(), Some(field[1]));
}

#[test]
fn the_standard_set_is_the_reconstruction() {
    let set = Components::standard();
    assert_eq!(set.id(), "meadowlark-1");
    assert_eq!((set.cubes(), set.field_len()), (9, 18));
    assert!(foxy_and_wooly::Token::ALL.into_iter().all(|token| set.copies(token) == 1));
}
