//! The speed of a game's rules through the public trait.

use std::hint::black_box;

use registry::{Chooser, Playout};
use rules::{Actor, Game, Move, NoEvents, Notation, Play, Seat, Setup, Turn, draw_share};

use crate::measure::{Figures, nanos};

/// The number of games to take positions from.
const GAMES: u64 = 20;

/// Measures a game with the most players.
pub(crate) fn run<G: Game>() {
    let setup = Setup::<G>::new(G::INFO.players.max.into()).expect("the most players can play");
    let title =
        format!("{}, {} players, {} bytes a state", G::INFO.title, setup.players(), size_of::<G>());
    let figures =
        Figures::new(&title, "random play from whole legal lists, an action", listed_play(&setup));
    let start = G::new(&setup);
    let mut playout = Playout::new(1);
    figures.line("random play, an action", nanos(|| playout.play(&start, 10).actions));
    figures.line("random play, a whole game with scores", nanos(|| playout.play(&start, 10).games));

    let plays: Vec<Play<G>> = (0..GAMES).map(|seed| random_play(setup, seed)).collect();
    let positions: Vec<(G, Move<G::Action>)> = plays.iter().flat_map(positions).collect();
    lists(&figures, &positions);
    changes(&figures, &positions);
    texts(&figures, &plays, &positions);
}

/// Random play with complete legal lists: its cost without `pick` and `deal`.
fn listed_play<G: Game>(setup: &Setup<G>) -> f64 {
    let mut chooser = Chooser::new(1);
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    nanos(|| {
        let mut state = G::new(setup);
        let mut made = 0;
        loop {
            let (actor, action) = match state.turn() {
                Turn::Over => break,
                Turn::Dealer => {
                    state.outcomes_into(&mut outcomes);
                    let action = draw_share(&outcomes, |sum| chooser.below(sum.into()) as u32);
                    (Actor::Dealer, action)
                }
                Turn::Seats(seats) => {
                    let seat = seats.nth(chooser.below(seats.len() as u64) as usize);
                    let seat = seat.expect("a turn has a seat");
                    state.legal_into(seat, &mut actions);
                    (seat.into(), actions[chooser.below(actions.len() as u64) as usize])
                }
            };
            state.apply_unchecked(actor, action, &mut NoEvents);
            made += 1;
        }
        made
    })
}

fn random_play<G: Game>(setup: Setup<G>, seed: u64) -> Play<G> {
    let mut playout = Playout::new(seed);
    let mut play = Play::new(setup);
    while let Some(Move { actor, action }) = playout.choose(play.state()) {
        play.apply(actor, action, &mut NoEvents).expect("a picked action is legal");
    }
    play
}

/// Every state of a game with its action.
fn positions<G: Game>(play: &Play<G>) -> Vec<(G, Move<G::Action>)> {
    let mut state = play.state_at(0);
    let mut found = Vec::new();
    for &step in play.history() {
        found.push((state.clone(), step));
        state.apply_unchecked(step.actor, step.action, &mut NoEvents);
    }
    found
}

fn lists<G: Game>(figures: &Figures, positions: &[(G, Move<G::Action>)]) {
    let seated: Vec<(&G, Seat)> = positions
        .iter()
        .filter_map(|(state, step)| match step.actor {
            Actor::Seat(seat) => Some((state, seat)),
            Actor::Dealer => None,
        })
        .collect();
    let mut actions = Vec::new();
    let mut listed = 0;
    for (state, seat) in &seated {
        state.legal_into(*seat, &mut actions);
        listed += actions.len();
    }
    let mean = listed as f64 / seated.len() as f64;
    let all = nanos(|| {
        for (state, seat) in &seated {
            state.legal_into(*seat, &mut actions);
            black_box(&actions);
        }
        seated.len() as u64
    });
    figures.line(&format!("a seat's legal list ({mean:.1} actions)"), all);
    let dealt: Vec<&G> = positions
        .iter()
        .filter(|(_, step)| step.actor == Actor::Dealer)
        .map(|(state, _)| state)
        .collect();
    let mut outcomes = Vec::new();
    figures.line(
        "the dealer's list",
        nanos(|| {
            for state in &dealt {
                state.outcomes_into(&mut outcomes);
                black_box(&outcomes);
            }
            dealt.len() as u64
        }),
    );
}

fn changes<G: Game>(figures: &Figures, positions: &[(G, Move<G::Action>)]) {
    let count = positions.len() as u64;
    let each = |work: &mut dyn FnMut(&G, Move<G::Action>)| {
        nanos(|| {
            for (state, step) in positions {
                work(state, *step);
            }
            count
        })
    };
    figures.line("clone", each(&mut |state, _| drop(black_box(state.clone()))));
    figures.line(
        "clone and apply, unchecked",
        each(&mut |state, step| drop(black_box(state.after(step.actor, step.action)))),
    );
    figures.line(
        "clone and apply, checked",
        each(&mut |state, step| {
            let mut next = state.clone();
            let _ = black_box(next.apply(step.actor, step.action, &mut NoEvents));
        }),
    );
    figures.line(
        "score of one seat",
        each(&mut |state, _| {
            black_box(state.score(Seat::from_index(0)));
        }),
    );
    figures.line(
        "state hash",
        each(&mut |state, _| {
            black_box(state.state_hash());
        }),
    );
}

fn texts<G: Game>(figures: &Figures, plays: &[Play<G>], positions: &[(G, Move<G::Action>)]) {
    let set = plays[0].setup().set();
    let actions: Vec<G::Action> = positions.iter().map(|(_, step)| step.action).collect();
    let mut text = String::new();
    figures.line(
        "print an action",
        nanos(|| {
            for action in &actions {
                text.clear();
                let _ = action.write(set, &mut text);
                black_box(&text);
            }
            actions.len() as u64
        }),
    );
    let printed: Vec<String> = actions.iter().map(|action| action.text(set)).collect();
    figures.line(
        "parse an action",
        nanos(|| {
            for text in &printed {
                let _ = black_box(G::Action::read(text, set));
            }
            printed.len() as u64
        }),
    );
    let records: Vec<String> = plays.iter().map(Play::record).collect();
    figures.line(
        "load a record, an action",
        nanos(|| {
            for record in &records {
                let _ = black_box(Play::<G>::load(record, &[set]));
            }
            actions.len() as u64
        }),
    );
}
