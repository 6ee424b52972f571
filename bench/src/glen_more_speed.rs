//! Measurements particular to Glen More: decisions about tiles, and whether they can be paid.
//!
//! Random play is the baseline. Measured on one core at 2.1 GHz: an action of random play 136 to
//! 186 ns, the list of takes 0.39 to 0.41 µs. All figures are in `docs/measurements/rules-speed.md`.

use std::hint::black_box;

use glen_more::{GlenMore, Phase};
use registry::Playout;
use rules::{Actor, Game, NoEvents, Seat, Setup};

use crate::measure::{Figures, nanos};

/// The number of games to take decisions from.
const GAMES: u64 = 60;

/// Measures the decisions for every number of players.
pub(crate) fn run() {
    for setup in Setup::<GlenMore>::every() {
        let title = format!("Glen More, {} players: which tile to take", setup.players());
        let start = GlenMore::new(&setup);
        let mut playout = Playout::new(1);
        let action = nanos(|| playout.play(&start, 10).actions);
        let figures = Figures::new(&title, "random play, an action", action);
        decisions(&figures, &take_decisions(&setup));
    }
}

/// The positions of random games in which a seat takes a tile.
fn take_decisions(setup: &Setup<GlenMore>) -> Vec<(GlenMore, Seat)> {
    let mut found = Vec::new();
    for seed in 0..GAMES {
        let mut playout = Playout::new(seed);
        let mut state = GlenMore::new(setup);
        while let Some(step) = playout.choose(&state) {
            if let (Phase::Take(_), Actor::Seat(seat)) = (state.phase(), step.actor) {
                found.push((state.clone(), seat));
            }
            state.apply_unchecked(step.actor, step.action, &mut NoEvents);
        }
    }
    found
}

fn decisions(figures: &Figures, positions: &[(GlenMore, Seat)]) {
    let each = |work: &mut dyn FnMut(&GlenMore, Seat)| {
        nanos(|| {
            for (state, seat) in positions {
                work(state, *seat);
            }
            positions.len() as u64
        })
    };
    let mut actions = Vec::new();
    figures.line(
        "the list of takes",
        each(&mut |state, seat| {
            state.legal_into(seat, &mut actions);
            black_box(&actions);
        }),
    );
    figures.line(
        "quotes for all tiles of the track",
        each(&mut |state, seat| {
            for (_, tile) in state.track().tiles_ahead() {
                black_box(state.quote(seat, tile));
            }
        }),
    );
    figures.line(
        "what follows on all spaces of the track",
        each(&mut |state, _| {
            for (space, _) in state.track().tiles_ahead() {
                black_box(state.next_turn(space));
            }
        }),
    );
}
