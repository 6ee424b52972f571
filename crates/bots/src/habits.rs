//! Who goes by the rule of thumb: a search that takes everybody for as thoughtful as itself is wrong
//! about those who are not, and the more so the longer it thinks.

use rules::{Actor, Play, Silent};

use crate::{Knowledge, Values};

/// How likely it is of somebody who has not decided anything yet, as odds.
const AT_FIRST: f32 = 0.25;
/// What doing the usual thing makes of the odds. Those who search do it in 72 of 100 decisions.
const USUAL: f32 = 0.98 / 0.72;
/// What doing anything else makes of them.
const UNUSUAL: f32 = 0.02 / 0.28;
/// However sure one is, others are thought to do in so many of all cases what promises them most.
const DOUBT: f32 = 0.1;

/// How often each seat is going to do the usual thing without a thought, from 0 to 1, by what it has
/// done in the game so far.
pub(crate) fn habits<G: Knowledge>(play: &Play<G>) -> Values {
    if !G::WATCHES {
        return Values::ZERO;
    }
    let mut state = play.state_at(0);
    let mut odds = Values::each(state.players(), |_| AT_FIRST);
    for step in play.history() {
        if let Actor::Seat(seat) = step.actor
            && let Some(usual) = state.habit(seat)
            && state.only_choice(seat).is_none()
        {
            let said = if step.action == usual { USUAL } else { UNUSUAL };
            odds.set(seat, odds.of(seat) * said);
        }
        state.apply_unchecked(step.actor, step.action, &mut Silent);
    }
    Values::each(state.players(), |seat| {
        let odds = odds.of(seat);
        if odds > AT_FIRST { (1.0 - DOUBT) * odds / (1.0 + odds) } else { 0.0 }
    })
}

#[cfg(test)]
mod tests {
    use rules::{Game, Move, Seat, Setup, Turn};
    use shelf::Playout;
    use shelf::foxy_and_wooly::FoxyAndWooly;

    use super::*;

    /// A game for three in which the first seat always does the usual thing, and the others what
    /// chance says.
    fn played() -> Play<FoxyAndWooly> {
        let mut play = Play::<FoxyAndWooly>::new(Setup::new(3).unwrap());
        let mut playout = Playout::new(7);
        while let Some(Move { actor, mut action }) = playout.choose(play.state()) {
            let own = Seat::from_index(0);
            if actor == Actor::Seat(own) {
                action = play.state().habit(own).unwrap_or(action);
            }
            play.apply(actor, action, &mut Silent).unwrap();
        }
        assert_eq!(play.state().turn(), Turn::Over);
        play
    }

    #[test]
    fn who_always_does_the_usual_thing_is_known_by_it() {
        let known = habits(&played());
        let [first, others @ ..] = known.seats(3) else { panic!("three play") };
        assert!(*first > 0.7, "{known:?}");
        assert!(others.iter().all(|habit| *habit == 0.0), "{known:?}");
    }

    #[test]
    fn nobody_is_known_at_first_nor_among_two() {
        for players in [2, 4] {
            let play = Play::<FoxyAndWooly>::new(Setup::new(players).unwrap());
            assert_eq!(habits(&play), Values::ZERO);
        }
    }
}
