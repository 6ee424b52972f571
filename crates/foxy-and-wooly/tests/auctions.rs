//! Special tokens on the block.

mod support;

use foxy_and_wooly::Event;
use support::{Acting, Scene, seat};

#[test]
fn on_a_special_token_one_bids_or_passes() {
    let game = Scene::new(3).block("gun").cubes(1, 2).build();
    assert_eq!(game.choices(), ["bid 0", "bid 1", "bid 2", "pass"]);
}

#[test]
fn the_first_bid_may_be_zero_or_more() {
    let mut game = Scene::new(2).block("gun").build();
    assert_eq!(game.choices().first().unwrap(), "bid 0");
    game.act_all(&["bid 0", "pass"]);
    assert_eq!(game.tokens_of(1), ["gun"]);
}

#[test]
fn a_bid_is_higher_than_every_bid_before() {
    let mut game = Scene::new(3).block("gun").build();
    game.act("bid 3");
    assert_eq!(game.choices().first().unwrap(), "bid 4");
    assert_eq!(game.refusal("bid 3"), "the bid must be 4 or more");
}

#[test]
fn a_bid_is_at_most_the_cubes_in_hand() {
    let game = Scene::new(2).block("gun").cubes(1, 4).build();
    assert_eq!(game.refusal("bid 5"), "you cannot bid 5: you have 4 cubes");
    assert!(game.choices().contains(&"bid 4".to_owned()));
}

#[test]
fn who_cannot_bid_higher_can_only_pass() {
    let mut game = Scene::new(2).block("gun").cubes(2, 3).build();
    game.act("bid 3");
    assert_eq!(game.choices(), ["pass"]);
}

#[test]
fn bidding_goes_round_clockwise_among_those_who_have_not_passed() {
    let mut game = Scene::new(4).block("gun").build();
    game.act_all(&["bid 0", "pass", "bid 1", "bid 2"]);
    assert_eq!(game.acting(), 1);
    game.act("bid 3");
    assert_eq!(game.acting(), 3);
}

#[test]
fn the_auction_ends_when_all_others_have_passed_and_the_highest_bidder_gets_the_token() {
    let mut game = Scene::new(3).block("steal").build();
    let place = game.place();
    game.act_all(&["bid 1", "bid 2", "pass", "pass"]);
    assert_eq!(game.tokens_of(2), ["steal"]);
    assert_eq!(game.place(), place + 1);
}

#[test]
fn the_winner_pays_the_bid_onto_the_field_and_the_others_keep_theirs() {
    let mut game = Scene::new(3).block("steal").build();
    game.act_all(&["bid 1", "bid 4", "pass", "pass"]);
    assert_eq!([1, 2, 3].map(|number| game.cubes_of(number)), [9, 5, 9]);
    assert_eq!(game.pot(), 4);
}

#[test]
fn cubes_paid_for_a_token_wait_for_whoever_takes_the_next_wolf() {
    let mut game = Scene::new(2).block("move-d").build();
    game.act_all(&["bid 2", "pass"]);
    assert_eq!(game.pot(), 2);
    while game.token().is_some_and(|token| !token.is_wolf()) {
        game.act("pass");
    }
    game.act("take");
    assert_eq!(game.pot(), 0);
}

#[test]
fn a_token_can_be_had_for_nothing() {
    let mut game = Scene::new(3).block("flock").build();
    let events = game.act_all(&["bid 0", "pass"]).events("pass");
    assert_eq!((game.cubes_of(1), game.pot()), (9, 0));
    assert_eq!(game.tokens_of(1), ["flock"]);
    assert!(matches!(events.last(), Some(Event::Won { cubes: 0, .. })));
}

#[test]
fn after_an_auction_the_player_to_the_left_of_the_winner_opens_the_next_token() {
    let mut game = Scene::new(4).block("gun").build();
    game.act_all(&["pass", "bid 1", "pass", "pass"]);
    assert_eq!(game.acting(), 3);
}

#[test]
fn the_last_who_has_not_passed_may_still_bid_and_wins_at_once() {
    let mut game = Scene::new(3).block("gun").build();
    game.act_all(&["pass", "pass"]);
    assert_eq!(game.acting(), 3);
    assert!(game.choices().contains(&"bid 0".to_owned()));
    game.act("bid 0");
    assert_eq!(game.tokens_of(3), ["gun"]);
    assert_eq!(game.acting(), 1);
}

#[test]
fn a_token_that_nobody_wants_leaves_the_game_and_the_left_of_its_opener_opens_the_next() {
    let mut game = Scene::new(3).block("gun").opened_by(2).build();
    let place = game.place();
    game.act_all(&["pass", "pass", "pass"]);
    assert_eq!((game.place(), game.acting()), (place + 1, 3));
    assert!((1..=3).all(|number| game.tokens_of(number).is_empty()));
}

#[test]
fn who_has_passed_is_out_of_this_auction_only() {
    let mut game = Scene::new(2).block("gun").build();
    game.act_all(&["pass", "bid 0"]);
    assert!(game.auction().passed.is_empty());
    assert_eq!(game.acting(), 1);
    assert_eq!(game.auction().opener, seat(1));
}
