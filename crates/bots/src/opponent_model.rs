//! The opponent model: the probability that a seat plays by the game's heuristic. A search that
//! models every opponent as a searcher misjudges those that do not search.

use rules::{Actor, NoEvents, Play};

use crate::{Knowledge, Values};

/// Prior odds that a seat plays by the heuristic.
const PRIOR_ODDS: f32 = 0.25;
/// Likelihood ratio of a decision that matches the heuristic. Searching bots match it in 72 of 100
/// decisions.
const MATCH_RATIO: f32 = 0.98 / 0.72;
/// Likelihood ratio of a decision that does not match.
const MISMATCH_RATIO: f32 = 0.02 / 0.28;
/// The least probability that a decision of a seat is not the heuristic's.
const MIN_UNCERTAINTY: f32 = 0.1;

/// The probability, for each seat, that its next decision is the heuristic's, by its decisions in
/// the game so far; 0 for seats with less than the prior odds.
pub(crate) fn heuristic_probabilities<G: Knowledge>(play: &Play<G>) -> Values {
    if !G::MODELS_OPPONENTS {
        return Values::ZERO;
    }
    let mut state = play.state_at(0);
    let mut odds = Values::from_fn(state.players(), |_| PRIOR_ODDS);
    for step in play.history() {
        if let Actor::Seat(seat) = step.actor
            && let Some(predicted) = state.predicted_action(seat)
            && state.only_candidate(seat).is_none()
        {
            let ratio = if step.action == predicted { MATCH_RATIO } else { MISMATCH_RATIO };
            odds.set(seat, odds.of(seat) * ratio);
        }
        state.apply_unchecked(step.actor, step.action, &mut NoEvents);
    }
    Values::from_fn(state.players(), |seat| {
        let odds = odds.of(seat);
        if odds > PRIOR_ODDS { (1.0 - MIN_UNCERTAINTY) * odds / (1.0 + odds) } else { 0.0 }
    })
}

#[cfg(test)]
mod tests {
    use registry::Playout;
    use registry::foxy_and_wooly::FoxyAndWooly;
    use rules::{Game, Move, Seat, Setup, Turn};

    use super::*;

    /// A game for three in which the first seat always plays by the heuristic, and the others at
    /// random.
    fn game_with_one_heuristic_seat() -> Play<FoxyAndWooly> {
        let mut play = Play::<FoxyAndWooly>::new(Setup::new(3).unwrap());
        let mut playout = Playout::new(7);
        while let Some(Move { actor, mut action }) = playout.choose(play.state()) {
            let own = Seat::from_index(0);
            if actor == Actor::Seat(own) {
                action = play.state().predicted_action(own).unwrap_or(action);
            }
            play.apply(actor, action, &mut NoEvents).unwrap();
        }
        assert_eq!(play.state().turn(), Turn::Over);
        play
    }

    #[test]
    fn a_seat_that_plays_by_the_heuristic_is_recognised() {
        let rates = heuristic_probabilities(&game_with_one_heuristic_seat());
        let [first, others @ ..] = rates.seats(3) else { panic!("three play") };
        assert!(*first > 0.7, "{rates:?}");
        assert!(others.iter().all(|rate| *rate == 0.0), "{rates:?}");
    }

    #[test]
    fn no_seat_is_modelled_before_its_decisions_or_among_two() {
        for players in [2, 4] {
            let play = Play::<FoxyAndWooly>::new(Setup::new(players).unwrap());
            assert_eq!(heuristic_probabilities(&play), Values::ZERO);
        }
    }
}
