//! Budgets: simulations per decision, time per turn, through each interface of a bot.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use bots::{
    Advice, AnySeatedBot, Bot, Budget, Clock, Knowledge, Level, NamedAdvice, SearchControl,
    SearchOptions, SeatedBot, Strategy,
};
use registry::foxy_and_wooly::FoxyAndWooly;
use registry::glen_more::GlenMore;
use registry::tipperary::Tipperary;
use registry::{Playout, RegisteredGame};
use rules::{Move, NoEvents, Play, Seat, Setup, Turn};

/// A clock that advances by `tick` milliseconds at every reading.
struct TickingClock {
    millis: AtomicU64,
    tick: u64,
}

impl TickingClock {
    fn advance(&self, millis: u64) {
        self.millis.fetch_add(millis, Ordering::Relaxed);
    }

    fn millis(&self) -> u64 {
        self.millis.load(Ordering::Relaxed)
    }
}

impl Clock for TickingClock {
    fn now(&self) -> Duration {
        Duration::from_millis(self.millis.fetch_add(self.tick, Ordering::Relaxed))
    }
}

/// The interface through which a bot is asked.
#[derive(Copy, Clone, Debug)]
enum Interface {
    /// `SeatedBot::decide`, as in the arena.
    Whole,
    /// `AnySeatedBot`, as in the engine, the terminal and the server.
    Named,
    /// `SeatedBot::step`, as in a browser, with pauses between slices.
    Sliced,
}

const INTERFACES: [Interface; 3] = [Interface::Whole, Interface::Named, Interface::Sliced];
/// A slice has this many ticks of the clock; the pause between two has one.
const SLICE: u32 = 25;
/// The number of ticks of a turn.
const TICKS: u64 = 200;

struct AskedBot<G: Knowledge> {
    clock: TickingClock,
    interface: Interface,
    player: SeatedBot<G>,
    any: AnySeatedBot,
}

impl<G: Knowledge + RegisteredGame> AskedBot<G> {
    fn new(bot: Bot, seat: Seat, interface: Interface) -> Self {
        let tick = match bot.budget {
            Budget::Time(time) => time.as_millis() as u64 / TICKS,
            Budget::Sims(_) => 1,
        };
        let clock = TickingClock { millis: AtomicU64::new(0), tick };
        Self { clock, interface, player: SeatedBot::new(bot, seat), any: AnySeatedBot::new(bot) }
    }

    /// The bot's advice, and how many milliseconds it took.
    fn ask(&mut self, play: &Play<G>) -> (NamedAdvice, u64) {
        let Self { clock, interface, player, any } = self;
        let (seat, cancel) = (player.seat(), AtomicBool::new(false));
        let control = SearchControl { clock: &*clock, cancel: &cancel };
        let before = clock.millis();
        let advice = match interface {
            Interface::Whole => {
                NamedAdvice::of(play.state(), &player.decide(play, 7, control).unwrap())
            }
            Interface::Named => any.advise(&G::any(play.clone()), seat, 7, control).unwrap(),
            Interface::Sliced => {
                NamedAdvice::of(play.state(), &decide_in_slices(player, play, clock, control))
            }
        };
        (advice, clock.millis() - before)
    }

    /// The number of simulations of the last decision.
    fn new_sims(&mut self) -> u64 {
        let seat = self.player.seat();
        let named = matches!(self.interface, Interface::Named);
        if named { self.any.seated::<G>(seat).sims() } else { self.player.sims() }
    }
}

fn decide_in_slices<G: Knowledge>(
    player: &mut SeatedBot<G>,
    play: &Play<G>,
    clock: &TickingClock,
    control: SearchControl,
) -> Advice<G::Action> {
    player.begin(play, 7).unwrap();
    while player.step(Duration::from_millis(clock.tick) * SLICE, control) {
        clock.advance(clock.tick);
    }
    player.advice().unwrap()
}

/// What a turn of the bot used.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
struct TurnUsage {
    millis: u64,
    decisions: usize,
}

/// Whose actions are made for the bot's seat.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Actions {
    AsAdvised,
    ByChance,
}

/// Lets a bot play some turns against random actions.
fn turns_of<G: Knowledge + RegisteredGame>(
    bot: Bot,
    interface: Interface,
    actions: Actions,
    turns: usize,
) -> Vec<TurnUsage> {
    let own = Seat::from_index(0);
    let mut play = Play::<G>::new(Setup::new(2).unwrap());
    let mut playout = Playout::new(11);
    let mut asked = AskedBot::new(bot, own, interface);
    let mut usages: Vec<TurnUsage> = Vec::new();
    while let Some(mut next) = playout.choose(play.state()) {
        if matches!(play.state().turn(), Turn::Seats(seats) if seats.contains(own)) {
            if play.state().starts_turn(own, play.history().last().copied()) {
                if usages.len() == turns {
                    break;
                }
                usages.push(TurnUsage::default());
            }
            let (advice, millis) = asked.ask(&play);
            let turn = usages.last_mut().expect("a turn has begun");
            turn.millis += millis;
            turn.decisions += usize::from(millis > 0);
            if actions == Actions::AsAdvised {
                let legal = play.state().legal(own).into_iter();
                let mut advised = legal.filter(|it| play.state().write(*it) == advice.action);
                next = Move { actor: own.into(), action: advised.next().unwrap() };
            }
        }
        play.apply(next.actor, next.action, &mut NoEvents).unwrap();
    }
    usages
}

fn check_turn_time<G: Knowledge + RegisteredGame>(level: u8, turns: usize) {
    let bot = Bot { trees: 1, ..Level::new(level).unwrap().bot() };
    let Budget::Time(time) = bot.budget else { panic!("level {level} goes by the clock") };
    let whole = time.as_millis() as u64;
    for interface in INTERFACES {
        let usages = turns_of::<G>(bot, interface, Actions::AsAdvised, turns);
        assert_eq!(usages.len(), turns);
        for turn in usages.iter().filter(|turn| turn.decisions > 0) {
            let kept_trees = whole * 9 / 10..=whole * 11 / 10;
            assert!(
                kept_trees.contains(&turn.millis),
                "{interface:?}: {usages:?}, {whole} ms wanted"
            );
        }
        assert!(usages.iter().any(|turn| turn.decisions > 0), "{interface:?}: {usages:?}");
    }
}

#[test]
fn level_4_uses_its_time_within_ten_per_cent() {
    check_turn_time::<FoxyAndWooly>(4, 4);
    check_turn_time::<GlenMore>(4, 4);
    check_turn_time::<Tipperary>(4, 4);
}

#[test]
fn level_5_uses_its_time_within_ten_per_cent() {
    check_turn_time::<FoxyAndWooly>(5, 4);
    check_turn_time::<GlenMore>(5, 4);
    check_turn_time::<Tipperary>(5, 4);
}

fn check_shared_time<G: Knowledge + RegisteredGame>(most_decisions: usize) {
    let bot = search(SearchOptions::default(), Budget::millis(TICKS));
    for interface in INTERFACES {
        let usages = turns_of::<G>(bot, interface, Actions::ByChance, usize::MAX);
        let most = usages.iter().map(|turn| turn.decisions).max();
        assert!(most >= Some(most_decisions), "{interface:?}: {usages:?}");
        for turn in &usages {
            // Every decision reads the clock, which costs some ticks here.
            let most = TICKS + 8 * turn.decisions as u64;
            assert!(turn.millis <= most, "{interface:?}: {turn:?}");
        }
    }
}

/// For any kind of decision: moved sheep, sold cubes, single attacks of wolves.
#[test]
fn all_decisions_of_a_turn_share_its_time() {
    check_shared_time::<FoxyAndWooly>(2);
    check_shared_time::<GlenMore>(1);
    check_shared_time::<Tipperary>(2);
}

fn search(options: SearchOptions, budget: Budget) -> Bot {
    Bot::new(Strategy::Search(options), budget)
}

/// Calls `look` for every position of a random game in which the first seat is to act.
fn for_each_decision<G: Knowledge + RegisteredGame>(mut look: impl FnMut(&Play<G>, Seat)) {
    let own = Seat::from_index(0);
    let mut play = Play::<G>::new(Setup::new(2).unwrap());
    let mut playout = Playout::new(5);
    while let Some(Move { actor, action }) = playout.choose(play.state()) {
        if matches!(play.state().turn(), Turn::Seats(seats) if seats.contains(own)) {
            look(&play, own);
        }
        play.apply(actor, action, &mut NoEvents).unwrap();
    }
}

fn check_sims_per_decision<G: Knowledge + RegisteredGame>() {
    let bot = search(SearchOptions::default(), Budget::Sims(20));
    let mut asked =
        INTERFACES.map(|interface| AskedBot::<G>::new(bot, Seat::from_index(0), interface));
    for_each_decision(|play: &Play<G>, own| {
        let forced = play.state().only_candidate(own).is_some();
        let (new_sims, _) = AskedBot::new(bot, own, Interface::Whole).ask(play);
        assert_eq!(new_sims.sims, if forced { 0 } else { 20 }, "{}", play.record());
        for asked in &mut asked {
            assert_eq!(asked.ask(play).0, new_sims, "{:?}", asked.interface);
        }
    });
}

#[test]
fn simulations_are_per_decision_and_no_tree_is_kept() {
    check_sims_per_decision::<FoxyAndWooly>();
    check_sims_per_decision::<GlenMore>();
    check_sims_per_decision::<Tipperary>();
}

fn count_kept_trees<G: Knowledge + RegisteredGame>(interface: Interface) -> usize {
    let bot = search(SearchOptions::default(), Budget::millis(TICKS));
    let mut asked = AskedBot::<G>::new(bot, Seat::from_index(0), interface);
    let mut remembered = 0;
    for_each_decision(|play, _| {
        let (advice, _) = asked.ask(play);
        remembered += usize::from(advice.sims > asked.new_sims());
    });
    remembered
}

#[test]
fn with_a_budget_of_time_the_tree_is_kept_between_moves() {
    for interface in INTERFACES {
        assert!(count_kept_trees::<FoxyAndWooly>(interface) > 0, "{interface:?}");
        assert!(count_kept_trees::<GlenMore>(interface) > 0, "{interface:?}");
    }
}

#[test]
fn a_kept_tree_respects_the_limit_of_root_actions() {
    let options = SearchOptions { max_root_actions: 3, ..SearchOptions::default() };
    let bot = search(options, Budget::millis(100));
    let mut player = SeatedBot::<GlenMore>::new(bot, Seat::from_index(0));
    let clock = TickingClock { millis: AtomicU64::new(0), tick: 1 };
    let control = SearchControl { clock: &clock, cancel: &AtomicBool::new(false) };
    let mut kept_trees = 0;
    for_each_decision(|play, _| {
        let advice = player.decide(play, 7, control).unwrap();
        assert!(advice.choices.len() <= 3, "{advice:?}");
        kept_trees += usize::from(advice.sims > player.sims());
    });
    assert!(kept_trees > 0, "no tree was kept");
}

#[test]
fn a_repeated_request_has_the_same_time() {
    let bot = search(SearchOptions::default(), Budget::millis(TICKS));
    let mut asked = AskedBot::<GlenMore>::new(bot, Seat::from_index(0), Interface::Named);
    let mut repeated = 0;
    for_each_decision(|play, _| {
        let (before, first) = asked.ask(play);
        let (after, second) = asked.ask(play);
        // The time depends on the action found; the turn's remaining time is the same.
        if first > 0 && first < TICKS / 2 {
            assert!(second.abs_diff(first) < TICKS / 2, "{first} and {second} ms");
            assert!(after.sims > before.sims, "what was thought is not lost");
            repeated += 1;
        }
    });
    assert!(repeated > 3, "{repeated}");
}

/// A game that does not continue the known one is another game.
#[test]
fn after_an_undo_or_in_another_game_the_turn_starts_again() {
    let bot = search(SearchOptions::default(), Budget::millis(TICKS));
    let mut positions: Vec<Play<GlenMore>> = Vec::new();
    for_each_decision(|play: &Play<GlenMore>, own| {
        if !play.state().starts_turn(own, play.history().last().copied())
            && play.state().only_candidate(own).is_none()
        {
            positions.push(play.clone());
        }
    });
    let (early, late) = (&positions[0], &positions[positions.len() - 1]);
    let mut asked = AskedBot::<GlenMore>::new(bot, Seat::from_index(0), Interface::Named);
    let alone = asked.ask(early);
    asked.ask(late);
    assert_eq!(asked.ask(early), alone, "nothing of the later position is known");
}
