//! Wolves on the block.

mod support;

use foxy_and_wooly::{Event, Row};
use support::{Acting, Scene, seat};

#[test]
fn on_a_wolf_one_chases_or_takes() {
    let game = Scene::new(3).block("w5").build();
    assert_eq!(game.choices(), ["chase", "take"]);
}

#[test]
fn chasing_pays_one_cube_onto_the_field_and_passes_the_turn_to_the_left() {
    let mut game = Scene::new(3).block("w5").build();
    game.act("chase");
    assert_eq!((game.cubes_of(1), game.pot(), game.acting()), (8, 1, 2));
    game.act_all(&["chase", "chase"]);
    assert_eq!((game.pot(), game.acting()), (3, 1));
}

#[test]
fn without_a_cube_one_cannot_chase() {
    let game = Scene::new(2).block("w5").cubes(1, 0).build();
    assert_eq!(game.choices(), ["take"]);
    assert_eq!(game.refusal("chase"), "you need a cube to chase the wolf");
}

#[test]
fn taking_a_wolf_brings_all_cubes_on_the_field() {
    let mut game = Scene::new(3).block("w5").cubes(2, 5).cubes(3, 7).build();
    assert_eq!(game.pot(), 6);
    game.act("take");
    assert_eq!((game.cubes_of(1), game.pot()), (15, 0));
}

#[test]
fn a_numbered_wolf_eats_the_sheep_in_the_slot_of_its_number() {
    let mut game = Scene::new(2).block("w7").build();
    let events = game.events("take");
    assert_eq!(game.sheep_of(1), [1, 2, 3, 4, 5, 6, 8, 9]);
    assert!(events.contains(&Event::Eaten { seat: seat(1), slot: 7.try_into().unwrap() }));
}

#[test]
fn a_numbered_wolf_finds_nothing_in_an_empty_slot() {
    let mut game = Scene::new(2).block("w7").sheep(1, &[1, 9]).build();
    game.act("take");
    assert_eq!(game.sheep_of(1), [1, 9]);
}

#[test]
fn after_a_wolf_is_taken_the_player_to_the_left_of_the_taker_opens_the_next_token() {
    let mut game = Scene::new(4).block("w1").build();
    game.act_all(&["chase", "chase", "take"]);
    assert_eq!((game.acting(), game.place()), (4, 1));
    game.act("take");
    assert_eq!((game.acting(), game.place()), (1, 2));
}

#[test]
fn a_row_wolf_waits_at_the_gate_of_whoever_takes_it() {
    let mut game = Scene::new(2).block("mid").cubes(2, 7).build();
    game.act("take");
    assert_eq!(game.farm(seat(1)).waiting[Row::Mid as usize], 1);
    assert_eq!(game.cubes_of(1), 11);
    assert_eq!(game.acting(), 2);
}

#[test]
fn a_row_wolf_eats_nothing_before_the_end() {
    let mut game = Scene::new(2).block("top").build();
    game.act("take");
    assert_eq!(game.sheep_of(1).len(), 9);
}

#[test]
fn a_wolf_goes_round_until_somebody_takes_it() {
    let mut game = Scene::new(2).block("w9").cubes(1, 2).cubes(2, 2).build();
    game.act_all(&["chase", "chase", "chase", "chase"]);
    assert_eq!(game.choices(), ["take"]);
    game.act("take");
    assert_eq!(game.cubes_of(1), 18);
}
