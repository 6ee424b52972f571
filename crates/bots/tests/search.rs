//! Bots on all games: legal actions, reproducible results, budgets and cancellation.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use bots::{
    Advice, Bot, Budget, Clock, Knowledge, Level, Search, SearchControl, SearchOptions, SeatedBot,
    Strategy,
};
use registry::foxy_and_wooly::FoxyAndWooly;
use registry::glen_more::GlenMore;
use registry::tipperary::Tipperary;
use registry::{Chooser, Playout};
use rules::{Actor, Game, NoEvents, Play, Seat, Setup, Turn};

/// A clock that advances by a millisecond at every reading.
#[derive(Default)]
struct TickingClock(AtomicU64);

impl Clock for TickingClock {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

fn with_control<T>(think: impl FnOnce(SearchControl) -> T) -> T {
    let (clock, cancel) = (TickingClock::default(), AtomicBool::new(false));
    think(SearchControl { clock: &clock, cancel: &cancel })
}

/// A position after some random actions in which a seat is to act, and the seat.
fn position<G: Game>(players: u64, seed: u64, actions: usize) -> (G, Seat) {
    let mut state = G::new(&Setup::new(players).unwrap());
    let mut playout = Playout::new(seed);
    let mut left = actions;
    loop {
        match state.turn() {
            Turn::Seats(seats) if left == 0 => {
                let seat = seats.first().unwrap();
                return (state, seat);
            }
            Turn::Over => return position(players, seed, actions / 2),
            _ => assert!(playout.step(&mut state)),
        }
        left = left.saturating_sub(1);
    }
}

fn search(sims: u64) -> Bot {
    Bot::new(Strategy::Search(SearchOptions::default()), Budget::Sims(sims))
}

fn think<G: Knowledge>(bot: &Bot, (state, seat): &(G, Seat)) -> Advice<G::Action> {
    with_control(|control| bot.think(state, *seat, 7, control)).unwrap()
}

fn check_strategies<G: Knowledge>() {
    let strategies = [
        Strategy::Random,
        Strategy::Greedy,
        Strategy::Heuristic,
        Strategy::FlatMonteCarlo,
        search(0).strategy,
    ];
    for players in [G::INFO.players.min.max(2), G::INFO.players.max] {
        for actions in [40, 90] {
            let (state, seat) = position::<G>(players.into(), u64::from(players), actions);
            for strategy in strategies {
                let bot = Bot::new(strategy, Budget::Sims(30));
                let advice = think(&bot, &(state.clone(), seat));
                assert!(state.legal(seat).contains(&advice.action), "{strategy:?}");
                let sum: f32 = advice.value.seats(players).iter().sum();
                assert!((sum - 1.0).abs() < 1e-4, "{strategy:?}: shares sum to {sum}");
            }
        }
    }
}

#[test]
fn every_strategy_gives_a_legal_action_and_shares_that_sum_to_one() {
    check_strategies::<FoxyAndWooly>();
    check_strategies::<GlenMore>();
    check_strategies::<Tipperary>();
}

fn check_reproducibility<G: Knowledge>() {
    let place = position::<G>(3, 5, 60);
    for trees in [1, 3] {
        let bot = Bot { trees, ..search(100) };
        assert_eq!(think(&bot, &place), think(&bot, &place), "{trees} trees");
        let mut thought = bot.begin(&place.0, place.1, 7).unwrap();
        if thought.is_exhausted() {
            continue;
        }
        for slice in [1, 30, 2, 67] {
            thought.step(slice);
        }
        assert_eq!(thought.advice(), think(&bot, &place), "{trees} trees in slices");
    }
}

#[test]
fn a_budget_of_simulations_is_reproducible() {
    check_reproducibility::<FoxyAndWooly>();
    check_reproducibility::<GlenMore>();
    check_reproducibility::<Tipperary>();
}

/// A hash of an advice that changes with the search's arithmetic.
fn fingerprint<A>(advice: &Advice<A>) -> u64 {
    advice.choices.iter().fold(0, |hash: u64, choice| {
        hash.wrapping_mul(31).wrapping_add(choice.visits).wrapping_mul(31)
            ^ u64::from(choice.utility.to_bits())
    })
}

#[test]
fn the_seed_determines_the_playouts() {
    let (state, seat) = position::<FoxyAndWooly>(3, 5, 60);
    let of = |seed| with_control(|control| search(200).think(&state, seat, seed, control)).unwrap();
    assert_ne!(fingerprint(&of(1)), fingerprint(&of(2)));
    assert_eq!(fingerprint(&of(1)), fingerprint(&of(1)));
}

#[test]
fn a_seat_that_is_not_to_act_gets_no_advice() {
    let (state, seat) = position::<FoxyAndWooly>(3, 5, 60);
    let other = seat.left(3);
    let refused = with_control(|control| search(10).think(&state, other, 1, control));
    assert_eq!(refused.unwrap_err().to_string(), format!("seat {other} is not to act"));
}

#[test]
fn a_cancelled_bot_still_gives_a_legal_action() {
    let (state, seat) = position::<FoxyAndWooly>(3, 5, 60);
    let (clock, cancel) = (TickingClock::default(), AtomicBool::new(true));
    let control = SearchControl { clock: &clock, cancel: &cancel };
    for trees in [1, 2] {
        let bot = Bot { trees, ..search(u64::MAX / 2) };
        let advice = bot.think(&state, seat, 1, control).unwrap();
        assert!(state.legal(seat).contains(&advice.action));
        assert_eq!(advice.sims, 0);
    }
}

/// A clock that advances by a second at every reading, and cancels the search at the fiftieth.
struct CancellingClock<'a>(AtomicU64, &'a AtomicBool);

impl Clock for CancellingClock<'_> {
    fn now(&self) -> Duration {
        let looks = self.0.fetch_add(1, Ordering::Relaxed);
        self.1.store(looks >= 50, Ordering::Relaxed);
        Duration::from_secs(looks)
    }
}

#[test]
fn slow_simulations_can_be_cancelled_soon() {
    let (state, seat) = position::<Tipperary>(3, 5, 60);
    let cancel = AtomicBool::new(false);
    let clock = CancellingClock(AtomicU64::new(0), &cancel);
    let control = SearchControl { clock: &clock, cancel: &cancel };
    let advice = search(1_000_000).think(&state, seat, 1, control).unwrap();
    assert!((1..=50).contains(&advice.sims), "{} simulations", advice.sims);
}

#[test]
fn several_runs_are_divided_among_trees_like_one() {
    let (state, seat) = position::<FoxyAndWooly>(3, 5, 60);
    let begin = || Bot { trees: 3, ..search(0) }.begin(&state, seat, 7).unwrap();
    let (mut run, mut stepped) = (begin(), begin());
    for sims in [5, 1, 7] {
        with_control(|control| run.run(Budget::Sims(sims), control));
    }
    stepped.step(13);
    assert_eq!(run.advice(), stepped.advice());
}

#[test]
fn a_budget_of_time_ends() {
    let (state, seat) = position::<FoxyAndWooly>(3, 5, 60);
    for trees in [1, 2] {
        let bot = Bot { trees, ..search(0) }.with_budget(Budget::millis(50));
        let advice = with_control(|control| bot.think(&state, seat, 1, control)).unwrap();
        assert!(advice.sims > 0);
    }
}

#[test]
fn forced_actions_need_no_simulations() {
    let mut state = position::<FoxyAndWooly>(2, 1, 30).0;
    let mut playout = Playout::new(3);
    let mut forced = 0;
    while playout.step(&mut state) {
        let Turn::Seats(seats) = state.turn() else { continue };
        let seat = seats.first().unwrap();
        if state.legal(seat).len() == 1 {
            assert_eq!(think(&search(1000), &(state, seat)).sims, 0);
            forced += 1;
        }
    }
    assert!(forced > 0, "a random game has forced actions");
}

/// After `advance_root` the tree is that of the new position.
#[test]
fn a_re_rooted_tree_keeps_the_statistics_of_its_action() {
    let (state, seat) = position::<FoxyAndWooly>(2, 9, 40);
    let mut search = Search::new(state, seat, SearchOptions::default(), 1);
    search.step(2000);
    let best = search.advice().unwrap();
    let before = best.choices[0].visits;
    search.advance_root(Actor::Seat(seat), best.action);
    assert_eq!(search.state(), &state.after(seat.into(), best.action));
    assert_eq!(search.sims(), before, "what is known about the action is kept");
    assert!(search.nodes() > 0);
    search.step(10);
    assert_eq!(search.sims(), before + 10);
}

fn play_whole_games<G: Knowledge>() {
    let players = G::INFO.players.min.max(2);
    let mut play = Play::<G>::new(Setup::new(players.into()).unwrap());
    let mut chooser = Chooser::new(4);
    let mut table: Vec<SeatedBot<G>> =
        Seat::all(players).map(|seat| SeatedBot::new(search(12), seat)).collect();
    while !play.state().is_over() {
        let (actor, action) = if let Turn::Seats(seats) = play.state().turn() {
            let seat = seats.first().unwrap();
            let player = &mut table[seat.index()];
            (
                Actor::Seat(seat),
                with_control(|control| player.decide(&play, 1, control)).unwrap().action,
            )
        } else {
            let deal = |sum: u32| chooser.below(sum.into()) as u32;
            (Actor::Dealer, play.state().deal(&mut Vec::new(), deal))
        };
        play.apply(actor, action, &mut NoEvents).unwrap();
    }
    assert!(!play.state().winners().is_empty());
}

#[test]
fn seated_bots_play_whole_games() {
    play_whole_games::<FoxyAndWooly>();
    play_whole_games::<GlenMore>();
    play_whole_games::<Tipperary>();
}

#[test]
fn levels_have_names_sentences_and_budgets() {
    let names: Vec<&str> = Level::ALL.iter().map(|level| level.info().name).collect();
    assert_eq!(names, ["Lamb", "Ewe", "Ram", "Sheepdog", "Bellwether"]);
    for level in Level::ALL {
        assert!(level.info().sentence.ends_with('.'));
        assert_eq!(level.bot().budget, level.info().budget);
    }
    assert_eq!(Level::new(0), None);
    assert_eq!(Level::new(6), None);
}

/// Seats that act at the same time get separate advice.
#[test]
fn simultaneous_seats_get_separate_advice() {
    let (state, _) = position::<Tipperary>(3, 2, 30);
    let Turn::Seats(seats) = state.turn() else { panic!("seats are to act") };
    for seat in seats {
        let advice = think(&search(20), &(state.clone(), seat));
        assert!(state.legal(seat).contains(&advice.action));
    }
}
