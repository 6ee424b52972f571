//! Reviews of recorded games.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bots::{
    Bot, Budget, Decision, Knowledge, Leash, Level, MISTAKE, Review, SystemClock, decision,
    turning_points,
};
use rules::{Play, Seat, Setup, Silent};
use shelf::foxy_and_wooly::FoxyAndWooly;
use shelf::glen_more::GlenMore;
use shelf::tipperary::Tipperary;
use shelf::{Playout, Shelved};

/// A game of two, played by chance.
fn recorded<G: Shelved>(actions: usize) -> Play<G> {
    let mut play = Play::<G>::new(Setup::new(2).unwrap());
    let mut playout = Playout::new(11);
    for _ in 0..actions {
        let Some(step) = playout.choose(play.state()) else { break };
        play.apply(step.actor, step.action, &mut Silent).unwrap();
    }
    play
}

fn bot(sims: u64) -> Bot {
    Bot { trees: 1, ..Level::BEST.bot() }.with_budget(Budget::Sims(sims))
}

/// What a review comes to that is stepped by hand, as a page does.
fn stepped<G: Knowledge>(play: &Play<G>, place: usize, bot: &Bot) -> Option<Decision> {
    let (clock, cancel) = (SystemClock::default(), AtomicBool::new(false));
    let leash = Leash { clock: &clock, cancel: &cancel };
    let mut review = Review::of(play, place, bot)?;
    while review.step(Duration::from_nanos(1), leash) {}
    Some(review.decision())
}

fn steps_make_no_difference<G: Knowledge + Shelved>(actions: usize) {
    let (clock, cancel) = (SystemClock::default(), AtomicBool::new(false));
    let leash = Leash { clock: &clock, cancel: &cancel };
    let play = recorded::<G>(actions);
    let (any, bot) = (G::any(play.clone()), bot(12));
    let mut reviewed = 0;
    for place in 0..=actions {
        let whole = decision(&any, place, &bot, leash);
        assert_eq!(stepped(&play, place, &bot), whole, "{} {place}", G::INFO.id);
        reviewed += usize::from(whole.is_some());
    }
    assert!(reviewed > 3, "{}: {reviewed}", G::INFO.id);
}

#[test]
fn a_review_comes_to_the_same_however_it_is_stepped() {
    steps_make_no_difference::<FoxyAndWooly>(70);
    steps_make_no_difference::<GlenMore>(60);
    steps_make_no_difference::<Tipperary>(30);
}

#[test]
fn a_review_that_is_asked_early_says_what_it_knows() {
    let play = recorded::<FoxyAndWooly>(60);
    let mut review = (0..60).find_map(|place| Review::of(&play, place, &bot(50))).unwrap();
    let early = review.decision();
    assert!((early.value.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{early:?}");
    assert!((0.0..=1.0).contains(&early.loss), "{early:?}");
}

#[test]
fn a_review_ends_when_its_leash_is_pulled() {
    let play = recorded::<FoxyAndWooly>(60);
    let (clock, cancel) = (SystemClock::default(), AtomicBool::new(true));
    let leash = Leash { clock: &clock, cancel: &cancel };
    let mut reviews: Vec<_> =
        (0..60).filter_map(|place| Review::of(&play, place, &bot(u64::MAX / 2))).collect();
    for review in &mut reviews {
        review.run(leash);
        let decision = review.decision();
        assert!((decision.value.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{decision:?}");
    }
    assert!(reviews.len() > 5, "{} decisions", reviews.len());
}

#[test]
fn turning_points_are_the_largest_losses_in_the_order_of_the_game() {
    let losses = [0.3, MISTAKE / 2.0, 0.1, 0.2, 0.4, 0.06, 0.07, MISTAKE];
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
