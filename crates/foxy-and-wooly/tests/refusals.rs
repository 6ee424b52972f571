//! The reasons of refusals.

mod support;

use foxy_and_wooly::{FoxyAndWooly, Phase, Row};
use rules::{Actor, Game, Setup};
use support::{Acting, Scene, seat};

fn dealing() -> FoxyAndWooly {
    FoxyAndWooly::new(&Setup::new(2).unwrap())
}

#[test]
fn the_dealer_is_told_what_comes_next() {
    let mut game = dealing();
    assert_eq!(game.refusal("deal w1"), "w1 cannot be dealt now: a special token comes next");
    assert_eq!(game.refusal("first 1"), "tokens are still being dealt");
    assert_eq!(game.refusal("chase"), "the dealer only deals tokens and names the first player");
    game.act_all(&["deal gun", "deal flock"]);
    assert_eq!(game.refusal("deal pair8"), "pair8 cannot be dealt now: a wolf comes next");
    game.act("deal w1");
    assert_eq!(game.refusal("deal w1"), "w1 cannot be dealt: none is left");
    while game.phase() == Phase::Dealing {
        let next = game.choices().remove(0);
        game.act(&next);
    }
    assert_eq!(game.refusal("first 3"), "there is no seat 3 at a table of 2");
    assert_eq!(game.refusal("deal w2"), "all tokens are dealt: the first player is to be named");
}

#[test]
fn nobody_acts_out_of_turn() {
    let game = Scene::new(3).block("w4").build();
    let refused = |actor: Actor, notation: &str| {
        game.check(actor, game.read(notation).unwrap()).unwrap_err().to_string()
    };
    assert_eq!(refused(seat(2).into(), "chase"), "seat 2 is not to act now, but seat 1");
    assert_eq!(refused(seat(4).into(), "chase"), "there is no seat 4 at a table of 3");
    assert_eq!(refused(Actor::Dealer, "first 1"), "the dealer is not to act now, but seat 1");
    let dealt = dealing();
    let early = dealt.check(seat(1).into(), dealt.read("chase").unwrap());
    assert_eq!(early.unwrap_err().to_string(), "the dealer is to act now");
    let over = Scene::new(2).after_bidding(Phase::Over, None).build();
    let late = over.check(seat(1).into(), over.read("done").unwrap());
    assert_eq!(late.unwrap_err().to_string(), "the game is over");
}

#[test]
fn a_wolf_is_chased_or_taken_and_nothing_else() {
    let game = Scene::new(2).block("w4").build();
    assert_eq!(game.refusal("bid 1"), "this is a wolf: chase it or take it");
    assert_eq!(game.refusal("pass"), "this is a wolf: chase it or take it");
    assert_eq!(game.refusal("take gun"), "you have no gun");
    assert_eq!(game.refusal("steal"), "you have no steal token");
    assert_eq!(game.refusal("done"), "`done` is for the end of the game");
    assert_eq!(game.refusal("attack top"), "the waiting wolves attack after the last token");
    assert_eq!(game.refusal("deal w9"), "only the dealer does that");
}

#[test]
fn a_special_token_is_bid_for() {
    let game = Scene::new(2).block("gun").build();
    for notation in ["chase", "take", "take gun", "steal"] {
        assert_eq!(game.refusal(notation), "this is a special token: bid for it or pass");
    }
    assert_eq!(game.refusal("bid 10"), "you cannot bid 10: you have 9 cubes");
}

#[test]
fn a_move_says_what_is_in_its_way() {
    let game = Scene::new(2).holds(1, &["move-h"]).sheep(1, &[4, 5]).block("w4").build();
    assert_eq!(game.refusal("move v 4>1"), "you have no move-v token");
    assert_eq!(game.refusal("move h 1>2"), "there is no sheep on 1");
    assert_eq!(game.refusal("move h 4>5"), "there is a sheep on 5 already");
    assert_eq!(game.refusal("move h 4>1"), "the move-h token does not lead from 4 to 1");
    assert_eq!(game.refusal("move h 4>4"), "the move-h token does not lead from 4 to 4");
}

#[test]
fn at_the_end_only_what_is_left_can_be_done() {
    let besieged = Scene::new(2)
        .waiting(1, &[Row::Top, Row::Low])
        .after_bidding(Phase::Attacks, Some(1))
        .build();
    assert_eq!(besieged.refusal("attack mid"), "no wolf waits at your mid gate");
    assert_eq!(
        besieged.refusal("done"),
        "wolves wait at your gates: `attack top or low` comes first"
    );
    let finish = Scene::new(2)
        .holds(1, &["move-h"])
        .sheep(1, &[5])
        .after_bidding(Phase::Finish, Some(1))
        .build();
    assert_eq!(finish.refusal("take"), "all that is left to do is `move` or `done`");
}

#[test]
fn a_text_that_is_no_action_says_what_is_wrong() {
    let game = dealing();
    let wrong = |text: &str| game.read(text).unwrap_err().to_string();
    assert_eq!(wrong("bark"), "there is no action \"bark\"");
    assert_eq!(wrong(""), "the action is missing");
    assert_eq!(wrong("bid"), "the number of cubes is missing");
    assert_eq!(wrong("move h 5-6"), "\"5-6\" is not a move such as 5>6");
    assert_eq!(wrong("move x 5>6"), "\"x\" is not a move token: h, v or d");
    assert_eq!(wrong("deal cat"), "\"cat\" is not a token");
    assert_eq!(wrong("take gun now"), "there is more than expected: \"now\"");
    assert_eq!(wrong("take net"), "\"net\" is not the gun");
    assert_eq!(wrong("attack left"), "\"left\" is not a row: top, mid or low");
    assert_eq!(wrong("first 0"), "\"0\" is not a seat");
}
