//! Plans for towers.

mod support;

use rules::conformance::random_play;
use rules::{Game, NoEvents, Setup};
use support::{Table, seat};
use tipperary::{Action, Stage, Tipperary};

/// The end of a random solo game, with that many towers in hand.
fn end_of_game(seed: u64, towers: u8) -> Tipperary {
    let setup = Setup::<Tipperary>::new(1).unwrap();
    let play = random_play(setup, seed);
    let mut snapshot = play.state().snapshot();
    snapshot.stage = "towers".into();
    snapshot.unfinished = rules::SeatSet::only(seat(1));
    snapshot.seats[0].towers.clear();
    snapshot.seats[0].towers_in_hand = towers;
    snapshot.supply.towers = 12 - towers;
    Tipperary::from_snapshot(&setup, &snapshot).unwrap()
}

fn points(game: &Tipperary) -> i32 {
    let parts = game.score(seat(1)).parts;
    parts[0] + parts[3]
}

/// The best score of all continuations, by exhaustive search.
fn best(game: &Tipperary) -> i32 {
    let mut found = points(game);
    for action in game.legal(seat(1)) {
        found = found.max(best(&game.after(seat(1).into(), action)));
    }
    found
}

#[test]
fn plans_are_as_good_as_the_best_of_all_ways() {
    for seed in 0..40 {
        for towers in 1..=2 {
            let game = end_of_game(seed, towers);
            assert_eq!(
                i32::from(game.tower_plan(seat(1)).points()),
                best(&game),
                "{seed} {towers}"
            );
        }
    }
}

#[test]
fn plans_can_be_carried_out_and_keep_their_promise() {
    for seed in 0..60 {
        for towers in [0, 1, 3, 6, 9, 12] {
            let mut game = if towers == 0 {
                random_play(Setup::<Tipperary>::new(1).unwrap(), seed).state().clone()
            } else {
                end_of_game(seed, towers)
            };
            let plan = game.tower_plan(seat(1));
            assert!(plan.places().len() <= usize::from(game.player(seat(1)).towers()));
            if game.stage() != Stage::Towers {
                continue;
            }
            for &at in plan.places() {
                game.apply(seat(1).into(), Action::Tower(at), &mut NoEvents).unwrap();
            }
            assert_eq!(points(&game), i32::from(plan.points()), "{seed} {towers} {plan:?}");
        }
    }
}

#[test]
fn a_tower_that_encloses_the_hometown_is_worth_five() {
    let ring = ["R R R S1", "S1 S1 / S1 -- / S1 S1", "S2 S1 / -- S1 / -- S1", "S1 S1 S1 S1"];
    let mut table = Table::solo("M M M", &ring);
    table.place(1, "r0", "0,-1");
    table.place(2, "r0", "-1,0");
    table.place(3, "r0", "3,0");
    table.place(4, "r0", "0,3");
    let plan = table.game.tower_plan(seat(1));
    assert!(plan.explored);
    assert_eq!(plan.places(), [tipperary::Point::new(4, 3)]);
    assert_eq!(plan.area, 20);
}
