//! Reviews of recorded games.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bots::{
    Bot, Budget, Decision, Knowledge, Level, MISTAKE_LOSS, Review, SearchControl, SystemClock,
    decision, turning_points,
};
use registry::foxy_and_wooly::FoxyAndWooly;
use registry::glen_more::GlenMore;
use registry::tipperary::Tipperary;
use registry::{Playout, RegisteredGame};
use rules::{NoEvents, Play, Seat, Setup};

/// A random game of two.
fn random_game<G: RegisteredGame>(actions: usize) -> Play<G> {
    let mut play = Play::<G>::new(Setup::new(2).unwrap());
    let mut playout = Playout::new(11);
    for _ in 0..actions {
        let Some(step) = playout.choose(play.state()) else { break };
        play.apply(step.actor, step.action, &mut NoEvents).unwrap();
    }
    play
}

fn bot(sims: u64) -> Bot {
    Bot { trees: 1, ..Level::BEST.bot() }.with_budget(Budget::Sims(sims))
}

/// The result of a review in many short steps.
fn stepped<G: Knowledge>(play: &Play<G>, place: usize, bot: &Bot) -> Option<Decision> {
    let (clock, cancel) = (SystemClock::default(), AtomicBool::new(false));
    let control = SearchControl { clock: &clock, cancel: &cancel };
    let mut review = Review::of(play, place, bot)?;
    while review.step(Duration::from_nanos(1), control) {}
    Some(review.decision())
}

fn check_steps<G: Knowledge + RegisteredGame>(actions: usize) {
    let (clock, cancel) = (SystemClock::default(), AtomicBool::new(false));
    let control = SearchControl { clock: &clock, cancel: &cancel };
    let play = random_game::<G>(actions);
    let (any, bot) = (G::any(play.clone()), bot(12));
    let mut reviewed = 0;
    for place in 0..=actions {
        let whole = decision(&any, place, &bot, control);
        assert_eq!(stepped(&play, place, &bot), whole, "{} {place}", G::INFO.id);
        reviewed += usize::from(whole.is_some());
    }
    assert!(reviewed > 3, "{}: {reviewed}", G::INFO.id);
}

#[test]
fn the_division_into_steps_does_not_change_a_review() {
    check_steps::<FoxyAndWooly>(70);
    check_steps::<GlenMore>(60);
    check_steps::<Tipperary>(30);
}

#[test]
fn an_unfinished_review_has_a_decision() {
    let play = random_game::<FoxyAndWooly>(60);
    let mut review = (0..60).find_map(|place| Review::of(&play, place, &bot(50))).unwrap();
    let early = review.decision();
    assert!((early.value.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{early:?}");
    assert!((0.0..=1.0).contains(&early.loss), "{early:?}");
}

#[test]
fn a_cancelled_review_still_has_a_decision() {
    let play = random_game::<FoxyAndWooly>(60);
    let (clock, cancel) = (SystemClock::default(), AtomicBool::new(true));
    let control = SearchControl { clock: &clock, cancel: &cancel };
    let mut reviews: Vec<_> =
        (0..60).filter_map(|place| Review::of(&play, place, &bot(u64::MAX / 2))).collect();
    for review in &mut reviews {
        review.run(control);
        let decision = review.decision();
        assert!((decision.value.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{decision:?}");
    }
    assert!(reviews.len() > 5, "{} decisions", reviews.len());
}

#[test]
fn turning_points_are_the_largest_losses_in_the_order_of_the_game() {
    let losses = [0.3, MISTAKE_LOSS / 2.0, 0.1, 0.2, 0.4, 0.06, 0.07, MISTAKE_LOSS];
    let decisions: Vec<Decision> = (1..)
        .zip(losses)
        .map(|(number, loss)| Decision {
            number,
            seat: Seat::from_index(0),
            action: "take".to_owned(),
            value: vec![0.5, 0.5],
            best: "chase".to_owned(),
            loss,
        })
        .collect();
    let numbers: Vec<usize> = turning_points(&decisions).iter().map(|it| it.number).collect();
    assert_eq!(numbers, [1, 3, 4, 5, 7]);
}
