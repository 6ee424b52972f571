//! The properties that hold in every position of every game.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Actor, Game, Names, Notation, Play, Seat, Setup, Turn, probabilities};

use super::walk::{Dice, random_play, visit};

/// The number of random games per setup for thorough checks and for quick ones.
const FEW_GAMES: u64 = 3;
const MANY_GAMES: u64 = 25;

/// A clone is equal, and an action on it does not change the original.
pub fn clones_are_equal_and_independent<G: Game>() {
    visit::<G>(FEW_GAMES, |step| {
        let original = step.state.snapshot();
        let copy = step.state.clone();
        assert_eq!(&copy, step.state);
        let next = copy.after(step.next.actor, step.next.action);
        assert_eq!(step.state.snapshot(), original);
        assert_eq!(copy.snapshot(), original);
        assert_ne!(&next, step.state, "{:?} changed nothing", step.next);
    });
}

/// The snapshot of a position survives JSON and leads back to the same state.
pub fn snapshots_round_trip<G: Game>() {
    visit::<G>(FEW_GAMES, |step| {
        let json =
            serde_json::to_string(&step.state.snapshot()).expect("a snapshot has a JSON form");
        let snapshot: G::Snapshot = serde_json::from_str(&json).expect("the JSON reads back");
        let state = G::from_snapshot(&step.state.setup(), &snapshot);
        assert_eq!(state.as_ref(), Ok(step.state), "{json}");
    });
}

/// Equal states have equal hashes; consecutive states of a game have different ones.
pub fn equal_states_have_equal_hashes<G: Game>() {
    visit::<G>(FEW_GAMES, |step| {
        let hash = step.state.state_hash();
        assert_eq!(step.state.clone().state_hash(), hash);
        let next = step.state.after(step.next.actor, step.next.action);
        assert_ne!(next.state_hash(), hash, "{:?}", step.next);
    });
}

/// Every action is parsed from its one text form, and from no other.
pub fn notation_round_trips<G: Game>() {
    let mut actions: BTreeMap<G::Action, G> = BTreeMap::new();
    visit::<G>(FEW_GAMES, |step| {
        for (_, action) in all_actions(step.state) {
            actions.entry(action).or_insert_with(|| step.state.clone());
        }
    });
    let mut texts = BTreeSet::new();
    for (action, state) in actions {
        let text = state.write(action);
        assert_eq!(state.read(&text), Ok(action), "{text}");
        assert_eq!(text, text.to_lowercase());
        assert!(texts.insert(text.clone()), "two actions are written {text:?}");
        let damaged = [
            text.to_uppercase(),
            format!("{text} "),
            format!(" {text}"),
            text.replacen(' ', "  ", 1),
            format!("{text} x"),
            text[..text.len() - 1].to_owned(),
        ];
        for damaged_text in damaged.iter().filter(|&damaged_text| *damaged_text != text) {
            if let Ok(other) = state.read(damaged_text) {
                assert_eq!(
                    &state.write(other),
                    damaged_text,
                    "{damaged_text:?} is not the form of {other:?}"
                );
            }
        }
    }
}

/// Legal lists are in the action's own order, without duplicates, and empty exactly for actors that
/// are not to act.
pub fn legal_lists_are_sorted_unique_and_not_empty<G: Game>() {
    visit::<G>(MANY_GAMES, |step| {
        let turn = step.state.turn();
        for seat in Seat::all(step.state.players()) {
            let legal = step.state.legal(seat);
            assert!(legal.is_sorted_by(|a, b| a < b), "{seat:?}: {legal:?}");
            assert_eq!(turn.includes(seat.into()), !legal.is_empty(), "{seat:?}: {legal:?}");
        }
        let outcomes = step.state.outcomes();
        assert!(outcomes.is_sorted_by(|a, b| a.action < b.action), "{outcomes:?}");
        assert_eq!(turn.includes(Actor::Dealer), !outcomes.is_empty(), "{outcomes:?}");
    });
}

/// Every listed action can be made, with the same result checked and unchecked.
pub fn every_legal_action_applies<G: Game>() {
    visit::<G>(1, |step| {
        for (actor, action) in all_actions(step.state) {
            let mut checked = step.state.clone();
            assert_eq!(checked.apply(actor, action, &mut crate::NoEvents), Ok(action));
            assert_eq!(checked, step.state.after(actor, action));
            check_not_stuck(&checked);
        }
    });
}

fn check_not_stuck<G: Game>(state: &G) {
    match state.turn() {
        Turn::Over => {}
        Turn::Dealer => assert!(!state.outcomes().is_empty(), "{state:?}"),
        Turn::Seats(seats) => {
            assert!(!seats.is_empty(), "{state:?}");
            for seat in seats {
                assert!(!state.legal(seat).is_empty(), "{seat:?} is stuck in {state:?}");
            }
        }
    }
}

/// Actions of other positions that are not listed are refused, and nothing changes.
pub fn other_actions_are_refused_without_a_trace<G: Game>() {
    const TRIES: usize = 60;
    let mut pool = BTreeSet::new();
    visit::<G>(FEW_GAMES, |step| pool.extend(all_actions(step.state).map(|(_, action)| action)));
    let pool: Vec<_> = pool.into_iter().collect();
    let mut dice = Dice::new(1);
    visit::<G>(1, |step| {
        let legal: BTreeSet<_> = all_actions(step.state).collect();
        let seats = Seat::all(step.state.players()).map(Actor::Seat);
        for actor in seats.chain([Actor::Dealer]) {
            for _ in 0..TRIES {
                let action = pool[dice.roll(pool.len())];
                if legal.contains(&(actor, step.state.normalise(action))) {
                    continue;
                }
                let mut tried = step.state.clone();
                let refusal = tried.apply(actor, action, &mut crate::NoEvents);
                let refusal = refusal.expect_err("only listed actions are legal").to_string();
                assert!(!refusal.is_empty());
                assert_eq!(&tried, step.state, "{actor} {action:?} was refused but left a trace");
            }
        }
    });
}

/// `pick` and `deal` agree with the lists.
pub fn picks_and_deals_agree_with_the_lists<G: Game>() {
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    visit::<G>(FEW_GAMES, |step| match step.state.turn() {
        Turn::Over => {}
        Turn::Seats(seats) => {
            for seat in seats {
                for (index, expected) in step.state.legal(seat).into_iter().enumerate() {
                    let picked = step.state.pick(seat, &mut actions, |_| index);
                    assert_eq!(picked, expected);
                }
            }
        }
        Turn::Dealer => {
            let mut share = 0;
            for outcome in step.state.outcomes() {
                for share in [share, share + outcome.weight - 1] {
                    let dealt = step.state.deal(&mut outcomes, |_| share);
                    assert_eq!(dealt, outcome.action);
                }
                share += outcome.weight;
            }
            step.state.deal(&mut outcomes, |sum| {
                assert_eq!(sum, share);
                0
            });
        }
    });
}

/// The dealer's probabilities are exact: positive fractions in lowest terms that sum to one.
pub fn probabilities_sum_to_one<G: Game>() {
    visit::<G>(MANY_GAMES, |step| {
        let outcomes = step.state.outcomes();
        if outcomes.is_empty() {
            return;
        }
        assert!(outcomes.iter().all(|outcome| outcome.weight > 0), "{outcomes:?}");
        let common: u64 = crate::common_denominator(&outcomes).0;
        let sum: u64 = probabilities(&outcomes)
            .map(|p| {
                assert_eq!(common % p.denominator, 0);
                p.numerator * (common / p.denominator)
            })
            .sum();
        assert_eq!(sum, common);
    });
}

/// Random games of every setup end within the stated number of actions.
pub fn random_games_end<G: Game>() {
    for setup in Setup::<G>::every() {
        for seed in 0..MANY_GAMES {
            let play = random_play(setup, seed);
            assert!(play.state().is_over());
            assert!(play.history().len() <= G::INFO.max_actions);
            assert!(!play.state().winners().is_empty());
        }
    }
}

/// Going back leads to the state that was there, however often one goes back and forth.
pub fn going_back_leads_to_the_state_of_then<G: Game>() {
    for setup in Setup::<G>::every() {
        let whole = random_play(setup, 11);
        let mut play = whole.clone();
        for round in 0..24 {
            let back = (round * 7) % (play.history().len().min(30) + 1);
            play.undo(back).expect("so many actions were made");
            let kept = play.history().len();
            assert_eq!(play.state(), &whole.state_at(kept), "round {round}, {kept} actions");
            let forth = back.saturating_sub(round % 3);
            for step in &whole.history()[kept..kept + forth] {
                play.apply(step.actor, step.action, &mut crate::NoEvents)
                    .expect("it was legal before");
            }
        }
    }
}

/// A record leads back to the same state and to its own bytes, whole or cut at any line.
pub fn records_replay_to_the_same_state<G: Game>() {
    for setup in Setup::<G>::every() {
        let play = random_play(setup, 7);
        let record = play.record();
        let loaded = Play::<G>::load(&record, &[setup.set()]).expect("our own record is valid");
        assert_eq!(loaded.record(), record);
        assert_eq!(loaded.state(), play.state());
        assert_eq!(loaded.history(), play.history());
        assert_eq!(loaded.state().state_hash(), play.state().state_hash());

        let mut undone = play.clone();
        let half = play.history().len() / 2;
        undone.undo(play.history().len() - half).expect("so many actions were made");
        assert_eq!(undone.state(), &play.state_at(half));
        let again =
            Play::<G>::load(&undone.record(), &[setup.set()]).expect("half a game is valid");
        assert_eq!(again.state(), undone.state());
        for step in &play.history()[half..] {
            undone
                .apply(step.actor, step.action, &mut crate::NoEvents)
                .expect("it was legal before");
        }
        assert_eq!(undone.record(), record);
    }
}

/// Scores have the stated parts at any time; there are winners at the end only.
pub fn scores_name_their_parts_and_winners<G: Game>() {
    visit::<G>(FEW_GAMES, |step| {
        assert!(step.state.winners().is_empty());
        for score in step.state.scores() {
            assert!(score.parts[G::INFO.parts.len()..].iter().all(|&part| part == 0));
            assert!(G::INFO.tie_break.is_some() || score.tie_break == 0);
            let expected = G::INFO.parts.len() + 1 + usize::from(G::INFO.tie_break.is_some());
            assert_eq!(score.named(G::INFO).count(), expected);
        }
    });
}

/// Every action causes events, every event has a sentence, and a sink changes nothing.
pub fn every_action_has_events_with_sentences<G: Game>() {
    visit::<G>(FEW_GAMES, |step| {
        let names = Names::numbered(step.state.players());
        let mut events = Vec::new();
        let mut observed = step.state.clone();
        observed.apply_unchecked(step.next.actor, step.next.action, &mut events);
        assert_eq!(observed, step.state.after(step.next.actor, step.next.action));
        assert!(!events.is_empty(), "{:?} tells nothing", step.next);
        for event in &events {
            let sentence = observed.describe_event(event, &names);
            assert!(sentence.len() > 3 && !sentence.contains('\n'), "{event:?}: {sentence:?}");
        }
        assert!(!observed.describe_position(&names).trim().is_empty());
    });
}

/// All legal actions with their actors.
fn all_actions<G: Game>(state: &G) -> impl Iterator<Item = (Actor, G::Action)> {
    let dealer = state.outcomes().into_iter().map(|outcome| (Actor::Dealer, outcome.action));
    let seats = Seat::all(state.players()).flat_map(|seat| {
        state.legal(seat).into_iter().map(move |action| (Actor::Seat(seat), action))
    });
    dealer.chain(seats.collect::<Vec<_>>())
}

/// The text forms of a list of actions, sorted by bytes.
pub(super) fn sorted_texts<G: Game>(state: &G, actions: &[G::Action]) -> Vec<String> {
    let set = state.setup().set();
    let mut texts: Vec<String> = actions.iter().map(|action| action.text(set)).collect();
    texts.sort_unstable();
    texts
}
