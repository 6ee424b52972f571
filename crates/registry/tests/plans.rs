//! Plans in notation.

use registry::{AnyGame, AnyPlan, GameId, Key, NewGame, Registry};
use rules::Turn;

fn dealt(game: GameId) -> AnyGame {
    let mut game = AnyGame::new(&Registry::new(), &NewGame::of(game, 2)).unwrap();
    let key = Key::roll(7);
    while game.turn() == Turn::Dealer {
        game.deal(&key);
    }
    game
}

#[test]
fn a_plan_answers_in_notation() {
    let game = dealt(GameId::FoxyAndWooly);
    let Turn::Seats(seats) = game.turn() else { panic!("somebody is to act") };
    let plan = AnyPlan::read(game.id(), "chase 1 below 3").unwrap();
    plan.check(&game).unwrap();
    assert_eq!(plan.answer(&game, seats.first().unwrap()).as_deref(), Some("chase"));
    assert!(!plan.is_over(&game));
    assert!(plan.describe(&game).ends_with("while fewer than 3 cubes lie on the field."));
    assert_eq!(plan.to_string(), "chase 1 below 3");
}

#[test]
fn games_without_plans_say_so() {
    for game in GameId::ALL {
        let read = AnyPlan::read(game, "chase 1 below 3");
        assert_eq!(read.is_ok(), game.has_plans());
    }
    let error = AnyPlan::read(GameId::GlenMore, "chase 1 below 3").unwrap_err();
    assert_eq!(error.to_string(), "in Glen More no answer can be given in advance");
}

#[test]
fn a_plan_is_nothing_to_another_game() {
    let plan = AnyPlan::read(GameId::FoxyAndWooly, "chase 1 below 3").unwrap();
    let other = dealt(GameId::GlenMore);
    assert_eq!(plan.check(&other).unwrap_err().to_string(), "that plan is for another game");
    let Turn::Seats(seats) = other.turn() else { panic!("somebody is to act") };
    assert_eq!(plan.answer(&other, seats.first().unwrap()), None);
}
