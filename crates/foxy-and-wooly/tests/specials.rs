//! Special tokens before the end of the game.

mod support;

use foxy_and_wooly::{Event, Slot};
use support::{Acting, Scene, seat};

#[test]
fn a_move_token_takes_a_sheep_to_a_neighbouring_empty_slot() {
    let mut game = Scene::new(2).holds(1, &["move-h"]).sheep(1, &[4, 6]).block("w9").build();
    assert_eq!(game.choices(), ["chase", "take", "move h 4>5", "move h 6>5"]);
    game.act("move h 4>5");
    assert_eq!(game.sheep_of(1), [5, 6]);
}

#[test]
fn each_move_token_has_its_own_directions() {
    let moves = |token: &str| {
        let game = Scene::new(2).holds(1, &[token]).sheep(1, &[5]).block("w9").build();
        game.choices()[2..].to_vec()
    };
    assert_eq!(moves("move-h"), ["move h 5>4", "move h 5>6"]);
    assert_eq!(moves("move-v"), ["move v 5>2", "move v 5>8"]);
    assert_eq!(moves("move-d"), ["move d 5>1", "move d 5>3", "move d 5>7", "move d 5>9"]);
}

#[test]
fn a_slot_never_holds_two_sheep() {
    let game = Scene::new(2).holds(1, &["move-h"]).block("w9").build();
    assert_eq!(game.choices(), ["chase", "take"]);
    assert_eq!(game.refusal("move h 5>6"), "there is a sheep on 6 already");
}

#[test]
fn rows_do_not_wrap_around() {
    let game = Scene::new(2).holds(1, &["move-h", "move-d"]).sheep(1, &[3]).block("w9").build();
    assert_eq!(game.choices()[2..], ["move h 3>2", "move d 3>5"]);
}

#[test]
fn a_move_token_is_used_up() {
    let mut game = Scene::new(2).holds(1, &["move-v"]).sheep(1, &[5]).block("w9").build();
    game.act("move v 5>8");
    assert_eq!(game.tokens_of(1), [""; 0]);
    assert_eq!(game.refusal("move v 8>5"), "you have no move-v token");
}

#[test]
fn moving_a_sheep_does_not_end_the_turn() {
    let mut game = Scene::new(2).holds(1, &["move-h"]).sheep(1, &[5]).block("w5").build();
    game.act_all(&["move h 5>6", "take"]);
    assert_eq!(game.sheep_of(1), [6]);
}

#[test]
fn sheep_may_be_moved_while_bidding_for_a_wolf_or_a_special_token() {
    for block in ["w9", "top", "gun"] {
        let game = Scene::new(2).holds(1, &["move-h"]).sheep(1, &[5]).block(block).build();
        assert!(game.choices().contains(&"move h 5>6".to_owned()), "{block}");
    }
}

#[test]
fn two_move_tokens_may_be_used_one_after_the_other() {
    let mut game = Scene::new(2).holds(1, &["move-h", "move-v"]).sheep(1, &[1]).block("w9").build();
    game.act_all(&["move h 1>2", "move v 2>5"]);
    assert_eq!((game.sheep_of(1), game.acting()), (vec![5], 1));
}

#[test]
fn the_gun_makes_a_numbered_wolf_attack_three_slots_lower() {
    let mut game = Scene::new(2).holds(1, &["gun"]).block("w8").build();
    game.act("take gun");
    assert_eq!(game.sheep_of(1), [1, 2, 3, 4, 6, 7, 8, 9]);
}

#[test]
fn the_gun_saves_everything_if_the_lower_slot_is_empty() {
    let mut game = Scene::new(2).holds(1, &["gun"]).sheep(1, &[8]).block("w8").build();
    game.act("take gun");
    assert_eq!(game.sheep_of(1), [8]);
}

#[test]
fn the_gun_chases_wolves_one_to_three_away() {
    for wolf in ["w1", "w2", "w3"] {
        let mut game = Scene::new(2).holds(1, &["gun"]).block(wolf).build();
        let events = game.events("take gun");
        assert_eq!(game.sheep_of(1).len(), 9);
        assert!(matches!(events[1], Event::Fired { target: None, .. }));
    }
}

#[test]
fn the_gun_does_not_work_on_row_wolves() {
    let game = Scene::new(2).holds(1, &["gun"]).block("low").build();
    assert_eq!(game.choices(), ["chase", "take"]);
    assert_eq!(game.refusal("take gun"), "the gun works only on wolves with a number");
}

#[test]
fn the_gun_is_used_up_and_its_owner_gets_the_cubes_all_the_same() {
    let mut game = Scene::new(2).holds(1, &["gun"]).cubes(2, 6).block("w4").build();
    game.act("take gun");
    assert_eq!((game.tokens_of(1), game.cubes_of(1)), (vec![], 12));
}

#[test]
fn taking_without_the_gun_keeps_it() {
    let mut game = Scene::new(2).holds(1, &["gun"]).block("w4").build();
    assert_eq!(game.choices(), ["chase", "take", "take gun"]);
    game.act("take");
    assert_eq!(game.tokens_of(1), ["gun"]);
}

#[test]
fn stealing_takes_two_cubes_from_the_field_and_passes_the_turn_without_paying() {
    let mut game = Scene::new(2).holds(1, &["steal"]).cubes(2, 4).block("w4").build();
    game.act("steal");
    assert_eq!((game.cubes_of(1), game.pot(), game.acting()), (11, 3, 2));
}

#[test]
fn stealing_takes_as_many_as_there_are() {
    for (on_field, stolen) in [(0, 0), (1, 1), (2, 2), (5, 2)] {
        let mut game =
            Scene::new(2).holds(1, &["steal"]).cubes(2, 9 - on_field).block("top").build();
        let events = game.events("steal");
        assert_eq!(events[0], Event::Stole { seat: seat(1), cubes: stolen });
        assert_eq!(game.cubes_of(1), 9 + stolen);
    }
}

#[test]
fn the_steal_token_is_used_up() {
    let mut game = Scene::new(2).holds(1, &["steal"]).block("w4").build();
    game.act_all(&["steal", "chase"]);
    assert_eq!(game.refusal("steal"), "you have no steal token");
}

#[test]
fn stealing_is_only_for_wolves() {
    let game = Scene::new(2).holds(1, &["steal"]).block("gun").build();
    assert_eq!(game.refusal("steal"), "this is a special token: bid for it or pass");
}

#[test]
fn the_printed_example_of_the_gun_against_wolf_eight_without_a_sheep_on_five() {
    let mut game = Scene::new(2).holds(1, &["gun"]).sheep(1, &[1, 2, 8, 9]).block("w8").build();
    let events = game.events("take gun");
    let five = Slot::new(5).unwrap();
    assert!(events.contains(&Event::Spared { seat: seat(1), slot: five }));
    assert_eq!(game.sheep_of(1), [1, 2, 8, 9]);
}

#[test]
fn the_printed_example_of_two_move_tokens_used_together() {
    // A sheep goes one slot aside with one token, then up with the other.
    let mut game =
        Scene::new(2).holds(1, &["move-h", "move-v"]).sheep(1, &[4, 8]).block("w8").build();
    game.act_all(&["move h 8>9", "move v 9>6", "take"]);
    assert_eq!(game.sheep_of(1), [4, 6]);
}
