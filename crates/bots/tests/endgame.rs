//! The end of Foxy & Wooly, which has no chance: the search against an exhaustive solution.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use bots::{Bot, Budget, SearchControl, SearchOptions, Strategy, SystemClock};
use registry::Playout;
use registry::foxy_and_wooly::{Action, FoxyAndWooly};
use rules::{Game, Seat, Setup, Turn};

/// The number of last tokens that are solved exhaustively.
const LAST_TOKENS: usize = 2;

/// Minimax with memoisation: the shares of two seats that both maximise their own.
#[derive(Default)]
struct Exact(BTreeMap<String, [f32; 2]>);

impl Exact {
    fn shares(&mut self, state: &FoxyAndWooly) -> [f32; 2] {
        let Turn::Seats(seats) = state.turn() else { return final_shares(state) };
        let looks = format!("{state:?}");
        if let Some(known) = self.0.get(&looks) {
            return *known;
        }
        let seat = seats.first().expect("a seat is to act");
        let ends = state.legal(seat).into_iter().map(|action| self.after(state, seat, action));
        let best = ends.max_by(|a, b| a[seat.index()].total_cmp(&b[seat.index()]));
        let best = best.expect("a seat to act has a legal action");
        self.0.insert(looks, best);
        best
    }

    fn after(&mut self, state: &FoxyAndWooly, seat: Seat, action: Action) -> [f32; 2] {
        self.shares(&state.after(seat.into(), action))
    }
}

fn final_shares(state: &FoxyAndWooly) -> [f32; 2] {
    let [first, second] = [0, 1].map(|index| {
        let score = state.score(Seat::from_index(index));
        (score.total(), score.tie_break)
    });
    match first.cmp(&second) {
        Ordering::Greater => [1.0, 0.0],
        Ordering::Equal => [0.5, 0.5],
        Ordering::Less => [0.0, 1.0],
    }
}

fn choice(state: &FoxyAndWooly, seat: Seat, sims: u64) -> Action {
    let bot = Bot::new(Strategy::Search(SearchOptions::default()), Budget::Sims(sims));
    let (clock, cancel) = (SystemClock::default(), AtomicBool::new(false));
    let control = SearchControl { clock: &clock, cancel: &cancel };
    bot.think(state, seat, 7, control).expect("the seat is to act").action
}

#[test]
fn at_the_last_tokens_the_search_gives_no_victory_away() {
    let mut decisions_that_matter = 0;
    for seed in 0..10 {
        let mut state = FoxyAndWooly::new(&Setup::new(2).unwrap());
        let mut playout = Playout::new(seed);
        while let Some(seat) = next_to_act(&mut state, &mut playout) {
            let is_late = state.place() + LAST_TOKENS >= state.field_len();
            let action = choice(&state, seat, if is_late { 4000 } else { 60 });
            if is_late {
                let mut exact = Exact::default();
                let legal = state.legal(seat).into_iter();
                let shares: Vec<f32> =
                    legal.map(|action| exact.after(&state, seat, action)[seat.index()]).collect();
                let best = shares.iter().copied().fold(0.0, f32::max);
                let chosen = exact.after(&state, seat, action)[seat.index()];
                let said = state.write(action);
                assert!(chosen >= best, "deal {seed}: {said} brings {chosen} instead of {best}");
                decisions_that_matter += usize::from(shares.iter().any(|&share| share < best));
            }
            state = state.after(seat.into(), action);
        }
    }
    assert!(
        decisions_that_matter > 5,
        "only {decisions_that_matter} decisions could give anything away"
    );
}

/// Makes the dealer's actions; the seat to act, `None` at the end of the game.
fn next_to_act(state: &mut FoxyAndWooly, playout: &mut Playout<FoxyAndWooly>) -> Option<Seat> {
    while state.turn() == Turn::Dealer {
        assert!(playout.step(state), "there is something to deal");
    }
    match state.turn() {
        Turn::Seats(seats) => seats.first(),
        _ => None,
    }
}
