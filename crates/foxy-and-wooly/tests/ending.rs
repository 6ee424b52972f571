//! After the last token.

mod support;

use foxy_and_wooly::{FoxyAndWooly, Phase, Row};
use rules::{Game, Turn};
use support::{Acting, Scene};

/// One seat with waiting wolves and nothing else to do.
fn besieged(rows: &[Row], sheep: &[u8]) -> FoxyAndWooly {
    Scene::new(2).waiting(1, rows).sheep(1, sheep).after_bidding(Phase::Attacks, Some(1)).build()
}

#[test]
fn after_the_last_token_the_waiting_wolves_attack() {
    let mut game = Scene::new(2).waiting(1, &[Row::Mid]).block("w9").build();
    game.act("take");
    assert_eq!(game.phase(), Phase::Attacks);
    assert_eq!(game.choices(), ["attack mid"]);
}

#[test]
fn a_waiting_wolf_eats_the_sheep_of_its_row_that_is_nearest_to_its_gate() {
    let mut game = besieged(&[Row::Mid], &[4, 5, 6]);
    game.act("attack mid");
    assert_eq!(game.sheep_of(1), [5, 6]);
    let mut game = besieged(&[Row::Mid], &[2, 6, 8]);
    game.act("attack mid");
    assert_eq!(game.sheep_of(1), [2, 8]);
}

#[test]
fn with_the_gate_on_the_right_the_highest_number_is_nearest() {
    let mut game = Scene::new(2)
        .gate("right")
        .waiting(1, &[Row::Low])
        .sheep(1, &[7, 8])
        .after_bidding(Phase::Attacks, Some(1))
        .build();
    game.act("attack low");
    assert_eq!(game.sheep_of(1), [7]);
}

#[test]
fn a_waiting_wolf_finds_nothing_in_an_empty_row() {
    let mut game = besieged(&[Row::Low], &[1, 2, 5]);
    game.act("attack low");
    assert_eq!(game.sheep_of(1), [1, 2, 5]);
}

#[test]
fn the_printed_example_of_a_low_wolf_without_sheep_in_its_row() {
    let mut game = besieged(&[Row::Low], &[1, 3, 4, 6]);
    game.act("attack low");
    assert_eq!(game.sheep_of(1), [1, 3, 4, 6]);
    assert_eq!(game.turn(), Turn::Over);
}

#[test]
fn several_waiting_wolves_attack_in_the_order_their_host_likes() {
    let mut game = besieged(&[Row::Top, Row::Low], &[1, 7]);
    assert_eq!(game.choices(), ["attack top", "attack low"]);
    game.act_all(&["attack low", "attack top"]);
    assert_eq!(game.sheep_of(1), [0; 0]);
}

#[test]
fn sheep_may_be_moved_before_each_attack() {
    let mut game = Scene::new(2)
        .waiting(1, &[Row::Mid, Row::Low])
        .holds(1, &["move-v"])
        .sheep(1, &[4, 7])
        .after_bidding(Phase::Attacks, Some(1))
        .build();
    assert_eq!(game.choices(), ["move v 4>1", "attack mid", "attack low"]);
    game.act_all(&["attack low", "move v 4>1", "attack mid"]);
    assert_eq!(game.sheep_of(1), [1]);
}

#[test]
fn seats_with_waiting_wolves_act_in_seat_order() {
    let mut game = Scene::new(3)
        .waiting(1, &[Row::Top])
        .waiting(3, &[Row::Mid])
        .after_bidding(Phase::Attacks, Some(1))
        .build();
    game.act("attack top");
    assert_eq!(game.acting(), 3);
    game.act("attack mid");
    assert_eq!(game.turn(), Turn::Over);
}

#[test]
fn the_game_ends_when_all_tokens_are_gone_and_no_wolf_waits_any_more() {
    let mut game = besieged(&[Row::Top], &[1]);
    assert_ne!(game.turn(), Turn::Over);
    game.act("attack top");
    assert_eq!(game.turn(), Turn::Over);
}

#[test]
fn move_tokens_may_still_be_used_after_the_attacks() {
    let mut game = Scene::new(2)
        .holds(2, &["move-h", "move-v"])
        .sheep(2, &[1, 5])
        .after_bidding(Phase::Finish, Some(2))
        .build();
    game.act("move h 5>6");
    assert_eq!(game.acting(), 2);
    game.act("move v 6>9");
    assert_eq!((game.sheep_of(2), game.turn()), (vec![1, 9], Turn::Over));
}

#[test]
fn the_last_moves_are_made_in_seat_order() {
    let mut game = Scene::new(3)
        .holds(1, &["move-h"])
        .holds(3, &["move-v"])
        .sheep(1, &[1])
        .sheep(3, &[1])
        .after_bidding(Phase::Finish, Some(1))
        .build();
    game.act("done");
    assert_eq!(game.acting(), 3);
    game.act("done");
    assert_eq!(game.turn(), Turn::Over);
}

#[test]
fn move_tokens_need_not_be_used() {
    let mut game = Scene::new(2)
        .holds(1, &["move-h"])
        .sheep(1, &[5])
        .after_bidding(Phase::Finish, Some(1))
        .build();
    assert_eq!(game.choices(), ["move h 5>4", "move h 5>6", "done"]);
    game.act("done");
    assert_eq!((game.tokens_of(1), game.turn()), (vec!["move-h"], Turn::Over));
}

#[test]
fn a_seat_without_a_legal_move_is_finished_by_itself() {
    let mut game = Scene::new(2)
        .holds(1, &["move-h"])
        .waiting(2, &[Row::Low])
        .after_bidding(Phase::Attacks, Some(2))
        .build();
    game.act("attack low");
    assert_eq!(game.tokens_of(1), ["move-h"]);
    assert_eq!(game.turn(), Turn::Over);
}
