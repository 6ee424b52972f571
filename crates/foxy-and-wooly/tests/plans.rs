//! Plans.

mod support;

use foxy_and_wooly::{Action, FoxyAndWooly, Phase, Plan};
use proptest::prelude::*;
use rules::{Actor, Game, NoEvents, Seat, Setup, Turn};
use support::{Acting, Scene, seat};

fn plan(text: &str) -> Plan {
    text.parse().unwrap()
}

#[test]
fn a_plan_is_written_in_one_way() {
    assert_eq!(plan("chase 4 below 12").to_string(), "chase 4 below 12");
    let wrong = [
        ("", "the plan is missing"),
        ("take 4 below 5", "a plan looks like `chase 4 below 5`"),
        (
            "chase w4 below 5",
            "\"w4\" is not a place: a whole number from 0 to 255, written without leading zeros, is needed",
        ),
        ("chase 0 below 5", "a place is at least 1"),
        ("chase 4 below 0", "a number of cubes is at least 1"),
        ("chase 4 under 5", "a plan looks like `chase 4 below 5`"),
        ("chase 4 below", "the number of cubes is missing"),
        ("chase 4 below 5 6", "there is more than expected: \"6\""),
    ];
    for (text, reason) in wrong {
        assert_eq!(text.parse::<Plan>().unwrap_err().to_string(), reason, "{text}");
    }
}

#[test]
fn the_wolf_is_chased_while_there_are_fewer_cubes() {
    let plan = plan("chase 1 below 3");
    let mut game = Scene::new(2).block("w1").build();
    assert_eq!(plan.answer(&game, seat(1)), Some(Action::Chase));
    assert_eq!(plan.answer(&game, seat(2)), None, "it is not seat 2's turn");
    game.act_all(&["chase", "chase"]);
    assert_eq!(plan.answer(&game, seat(1)), Some(Action::Chase));
    game.act("chase");
    assert_eq!(plan.answer(&game, seat(2)), None, "three cubes are not fewer than three");
    assert!(!plan.is_over(&game), "a thief may make them fewer");
}

#[test]
fn another_wolf_is_left_alone() {
    let game = Scene::new(2).block("w2").build();
    assert_eq!(plan("chase 1 below 9").answer(&game, seat(1)), None);
    assert_eq!(plan("chase 3 below 9").answer(&game, seat(1)), None, "its time comes later");
    assert_eq!(plan("chase 2 below 9").answer(&game, seat(1)), Some(Action::Chase));
}

#[test]
fn whoever_has_no_cube_does_not_chase() {
    let game = Scene::new(2).block("w1").cubes(1, 0).build();
    assert_eq!(plan("chase 1 below 36").answer(&game, seat(1)), None);
}

#[test]
fn a_plan_is_over_when_its_wolf_is_gone() {
    let (first, second) = (plan("chase 1 below 2"), plan("chase 2 below 2"));
    let mut game = Scene::new(2).block("w1").build();
    assert!(!first.is_over(&game) && !second.is_over(&game));
    game.act("take");
    assert!(first.is_over(&game) && !second.is_over(&game));
    let end = Scene::new(2).after_bidding(Phase::Over, None).build();
    assert!(plan("chase 18 below 2").is_over(&end));
}

#[test]
fn a_plan_is_made_for_a_wolf_that_is_there_or_still_comes() {
    let game = Scene::new(2).block("w2").holds(1, &["gun"]).build();
    let reason = |text| plan(text).check(&game).unwrap_err().to_string();
    assert_eq!(plan("chase 2 below 5").check(&game), Ok(()));
    assert_eq!(plan("chase 18 below 5").check(&game), Ok(()));
    assert_eq!(reason("chase 1 below 5"), "wolf 1 is gone");
    assert!(reason("chase 4 below 5").ends_with("only wolves are chased"));
    assert_eq!(reason("chase 19 below 5"), "there is no token 19");
}

#[test]
fn a_plan_is_told_in_a_sentence() {
    let game = Scene::new(2).build();
    let told = |text| plan(text).describe(&game);
    assert_eq!(told("chase 2 below 5"), "Chase wolf 2 while fewer than 5 cubes lie on the field.");
    assert_eq!(told("chase 2 below 1"), "Chase wolf 2 while no cube lies on the field.");
}

/// Plays a game by choosing the legal action at each place in turn.
fn play(players: u64, choices: &[u16], mut look: impl FnMut(&FoxyAndWooly)) {
    let mut game = FoxyAndWooly::new(&Setup::new(players).unwrap());
    let mut choices = choices.iter().cycle().map(|&choice| usize::from(choice));
    for _ in 0..300 {
        let (actor, actions): (Actor, Vec<Action>) = match game.turn() {
            Turn::Over => break,
            Turn::Dealer => {
                (Actor::Dealer, game.outcomes().iter().map(|outcome| outcome.action).collect())
            }
            Turn::Seats(seats) => {
                let seat = seats.first().unwrap();
                (seat.into(), game.legal(seat))
            }
        };
        let action = actions[choices.next().unwrap() % actions.len()];
        game.apply(actor, action, &mut NoEvents).unwrap();
        look(&game);
    }
}

proptest! {
    #[test]
    fn any_plan_is_read_back(place in 1..=u8::MAX, below in 1..=u8::MAX) {
        let text = format!("chase {place} below {below}");
        prop_assert_eq!(plan(&text).to_string(), text);
    }

    #[test]
    fn any_text_is_a_plan_or_gets_a_sentence(text in "(chase |below |[0-9]{0,4} ?|\\PC){0,6}") {
        match text.parse::<Plan>() {
            Ok(plan) => prop_assert_eq!(plan.to_string(), text),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    /// Against the plain reading: it answers if and only if it is the seat's turn, its wolf is on
    /// the block, chasing is legal, and few enough cubes are there.
    #[test]
    fn answers_are_legal_and_for_its_wolf_alone(
        players in 2..=4_u64,
        choices in prop::collection::vec(any::<u16>(), 40..120),
        place in 1..=18_u8,
        below in 1..=12_u8,
    ) {
        let plan = plan(&format!("chase {place} below {below}"));
        let mut was_over = false;
        play(players, &choices, |game| {
            for seat in Seat::all(players as u8) {
                let offered = game.phase() == Phase::Bidding && game.place() + 1 == usize::from(place);
                let wanted = offered && game.pot() < below;
                let expected = wanted && game.legal(seat).contains(&Action::Chase);
                assert_eq!(plan.answer(game, seat).is_some(), expected);
                assert!(!(expected && plan.is_over(game)));
            }
            assert!(!was_over || plan.is_over(game), "what is over stays over");
            was_over = plan.is_over(game);
        });
    }
}
