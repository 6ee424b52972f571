//! The cost of a tree: simulations of a search without knowledge, against playouts alone.

use bots::{Knowledge, Search, SearchOptions};
use registry::Playout;
use rules::{Seat, Setup, Turn};

use crate::measure::{Figures, nanos};

/// The number of simulations per tree.
const SIMS_PER_TREE: u64 = 20_000;

/// Measures a game with the fewest and the most players.
pub(crate) fn run<G: Knowledge>() {
    for players in [G::INFO.players.min.max(2), G::INFO.players.max] {
        let setup = Setup::<G>::new(players.into()).expect("so many can play");
        let (state, seat) = first_decision(&setup);
        let mut playout = Playout::new(1);
        let baseline = nanos(|| playout.play(&state, 10).games);
        let title = format!("{}, {players} players, from the first decision", G::INFO.title);
        let figures = Figures::new(&title, "a random playout with scores", baseline);
        figures.line(
            "a simulation without knowledge",
            search(&state, seat, SearchOptions::rules_only()),
        );
        let informed = search(&state, seat, SearchOptions::default());
        figures.line("a simulation with all that is known", informed);
    }
}

/// The nanoseconds of a simulation.
fn search<G: Knowledge>(state: &G, seat: Seat, options: SearchOptions) -> f64 {
    let fresh = || Search::new(state.clone(), seat, options, 1);
    let mut search = fresh();
    nanos(|| {
        if search.sims() >= SIMS_PER_TREE {
            search = fresh();
        }
        search.step(10);
        10
    })
}

fn first_decision<G: Knowledge>(setup: &Setup<G>) -> (G, Seat) {
    let mut state = G::new(setup);
    let mut playout = Playout::new(2);
    loop {
        if let Turn::Seats(seats) = state.turn() {
            return (state, seats.first().expect("somebody is to act"));
        }
        playout.step(&mut state);
    }
}
