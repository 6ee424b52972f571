//! Budgets: simulations are for a decision, time is for a turn, in whichever way a bot is asked.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use bots::{
    Advice, AnyPlayer, Bot, Budget, Clock, Knowledge, Leash, Level, NamedAdvice, Player,
    SearchOptions, Strategy,
};
use rules::{Move, Play, Seat, Setup, Silent, Turn};
use shelf::foxy_and_wooly::FoxyAndWooly;
use shelf::glen_more::GlenMore;
use shelf::tipperary::Tipperary;
use shelf::{Playout, Shelved};

/// A clock that goes on by so many milliseconds whenever somebody looks at it.
struct Ticking {
    millis: AtomicU64,
    tick: u64,
}

impl Ticking {
    fn go_on(&self, millis: u64) {
        self.millis.fetch_add(millis, Ordering::Relaxed);
    }

    fn millis(&self) -> u64 {
        self.millis.load(Ordering::Relaxed)
    }
}

impl Clock for Ticking {
    fn now(&self) -> Duration {
        Duration::from_millis(self.millis.fetch_add(self.tick, Ordering::Relaxed))
    }
}

/// How a bot is asked.
#[derive(Copy, Clone, Debug)]
enum Way {
    /// As in the arena.
    Whole,
    /// As by the engine, the terminal and the server.
    Named,
    /// As by a page, which has something else to do between two slices.
    Sliced,
}

const WAYS: [Way; 3] = [Way::Whole, Way::Named, Way::Sliced];
/// A page thinks for so many ticks of the clock, and is elsewhere for one of them.
const SLICE: u32 = 25;
/// Turns are so many ticks long.
const TICKS: u64 = 200;

struct Asked<G: Knowledge> {
    clock: Ticking,
    way: Way,
    player: Player<G>,
    any: AnyPlayer,
}

impl<G: Knowledge + Shelved> Asked<G> {
    fn new(bot: Bot, seat: Seat, way: Way) -> Self {
        let tick = match bot.budget {
            Budget::Time(time) => time.as_millis() as u64 / TICKS,
            Budget::Sims(_) => 1,
        };
        let clock = Ticking { millis: AtomicU64::new(0), tick };
        Self { clock, way, player: Player::new(bot, seat), any: AnyPlayer::new(bot) }
    }

    /// What the bot says, and how many milliseconds it takes.
    fn ask(&mut self, play: &Play<G>) -> (NamedAdvice, u64) {
        let Self { clock, way, player, any } = self;
        let (seat, cancel) = (player.seat(), AtomicBool::new(false));
        let leash = Leash { clock: &*clock, cancel: &cancel };
        let before = clock.millis();
        let advice = match way {
            Way::Whole => NamedAdvice::of(play.state(), &player.decide(play, 7, leash).unwrap()),
            Way::Named => any.advise(&G::any(play.clone()), seat, 7, leash).unwrap(),
            Way::Sliced => NamedAdvice::of(play.state(), &sliced(player, play, clock, leash)),
        };
        (advice, clock.millis() - before)
    }

    /// How many simulations were run for the last decision.
    fn fresh(&mut self) -> u64 {
        let seat = self.player.seat();
        let named = matches!(self.way, Way::Named);
        if named { self.any.playing::<G>(seat).sims() } else { self.player.sims() }
    }
}

fn sliced<G: Knowledge>(
    player: &mut Player<G>,
    play: &Play<G>,
    clock: &Ticking,
    leash: Leash,
) -> Advice<G::Action> {
    player.begin(play, 7).unwrap();
    while player.step(Duration::from_millis(clock.tick) * SLICE, leash) {
        clock.go_on(clock.tick);
    }
    player.advice().unwrap()
}

/// What a turn of the bot took.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
struct Spent {
    millis: u64,
    decisions: usize,
}

/// Whether the game goes the way that the bot wants.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Done {
    AsAdvised,
    ByChance,
}

/// Lets a bot play some turns against chance.
fn turns_of<G: Knowledge + Shelved>(bot: Bot, way: Way, done: Done, turns: usize) -> Vec<Spent> {
    let own = Seat::from_index(0);
    let mut play = Play::<G>::new(Setup::new(2).unwrap());
    let mut playout = Playout::new(11);
    let mut asked = Asked::new(bot, own, way);
    let mut spent: Vec<Spent> = Vec::new();
    while let Some(mut next) = playout.choose(play.state()) {
        if matches!(play.state().turn(), Turn::Seats(seats) if seats.contains(own)) {
            if play.state().opens_turn(own, play.history().last().copied()) {
                if spent.len() == turns {
                    break;
                }
                spent.push(Spent::default());
            }
            let (advice, millis) = asked.ask(&play);
            let turn = spent.last_mut().expect("a turn has begun");
            turn.millis += millis;
            turn.decisions += usize::from(millis > 0);
            if done == Done::AsAdvised {
                let legal = play.state().legal(own).into_iter();
                let mut advised = legal.filter(|it| play.state().write(*it) == advice.action);
                next = Move { actor: own.into(), action: advised.next().unwrap() };
            }
        }
        play.apply(next.actor, next.action, &mut Silent).unwrap();
    }
    spent
}

fn keeps_to_its_time<G: Knowledge + Shelved>(level: u8, turns: usize) {
    let bot = Bot { trees: 1, ..Level::new(level).unwrap().bot() };
    let Budget::Time(time) = bot.budget else { panic!("level {level} goes by the clock") };
    let whole = time.as_millis() as u64;
    for way in WAYS {
        let spent = turns_of::<G>(bot, way, Done::AsAdvised, turns);
        assert_eq!(spent.len(), turns);
        for turn in spent.iter().filter(|turn| turn.decisions > 0) {
            let kept = whole * 9 / 10..=whole * 11 / 10;
            assert!(kept.contains(&turn.millis), "{way:?}: {spent:?}, {whole} ms wanted");
        }
        assert!(spent.iter().any(|turn| turn.decisions > 0), "{way:?}: {spent:?}");
    }
}

#[test]
fn level_4_keeps_to_its_time_within_a_tenth() {
    keeps_to_its_time::<FoxyAndWooly>(4, 4);
    keeps_to_its_time::<GlenMore>(4, 4);
    keeps_to_its_time::<Tipperary>(4, 4);
}

#[test]
fn level_5_keeps_to_its_time_within_a_tenth() {
    keeps_to_its_time::<FoxyAndWooly>(5, 4);
    keeps_to_its_time::<GlenMore>(5, 4);
    keeps_to_its_time::<Tipperary>(5, 4);
}

fn shares_its_time_out<G: Knowledge + Shelved>(most_decisions: usize) {
    let bot = search(SearchOptions::default(), Budget::millis(TICKS));
    for way in WAYS {
        let spent = turns_of::<G>(bot, way, Done::ByChance, usize::MAX);
        let most = spent.iter().map(|turn| turn.decisions).max();
        assert!(most >= Some(most_decisions), "{way:?}: {spent:?}");
        for turn in &spent {
            // Every decision looks at the clock, which costs some ticks here.
            let most = TICKS + 8 * turn.decisions as u64;
            assert!(turn.millis <= most, "{way:?}: {turn:?}");
        }
    }
}

/// Whatever is done: sheep that are moved, cubes that are sold, wolves that attack one by one.
#[test]
fn all_decisions_of_a_turn_share_its_time() {
    shares_its_time_out::<FoxyAndWooly>(2);
    shares_its_time_out::<GlenMore>(1);
    shares_its_time_out::<Tipperary>(2);
}

fn search(options: SearchOptions, budget: Budget) -> Bot {
    Bot::new(Strategy::Search(options), budget)
}

/// Looks at every position of a random game in which the first seat is to act.
fn each_decision<G: Knowledge + Shelved>(mut look: impl FnMut(&Play<G>, Seat)) {
    let own = Seat::from_index(0);
    let mut play = Play::<G>::new(Setup::new(2).unwrap());
    let mut playout = Playout::new(5);
    while let Some(Move { actor, action }) = playout.choose(play.state()) {
        if matches!(play.state().turn(), Turn::Seats(seats) if seats.contains(own)) {
            look(&play, own);
        }
        play.apply(actor, action, &mut Silent).unwrap();
    }
}

fn sims_are_for_a_decision<G: Knowledge + Shelved>() {
    let bot = search(SearchOptions::default(), Budget::Sims(20));
    let mut asked = WAYS.map(|way| Asked::<G>::new(bot, Seat::from_index(0), way));
    each_decision(|play: &Play<G>, own| {
        let forced = play.state().only_choice(own).is_some();
        let (fresh, _) = Asked::new(bot, own, Way::Whole).ask(play);
        assert_eq!(fresh.sims, if forced { 0 } else { 20 }, "{}", play.record());
        for asked in &mut asked {
            assert_eq!(asked.ask(play).0, fresh, "{:?}", asked.way);
        }
    });
}

#[test]
fn simulations_are_for_every_decision_and_nothing_is_remembered() {
    sims_are_for_a_decision::<FoxyAndWooly>();
    sims_are_for_a_decision::<GlenMore>();
    sims_are_for_a_decision::<Tipperary>();
}

fn remembers<G: Knowledge + Shelved>(way: Way) -> usize {
    let bot = search(SearchOptions::default(), Budget::millis(TICKS));
    let mut asked = Asked::<G>::new(bot, Seat::from_index(0), way);
    let mut remembered = 0;
    each_decision(|play, _| {
        let (advice, _) = asked.ask(play);
        remembered += usize::from(advice.sims > asked.fresh());
    });
    remembered
}

#[test]
fn what_was_thought_is_kept_from_move_to_move() {
    for way in WAYS {
        assert!(remembers::<FoxyAndWooly>(way) > 0, "{way:?}");
        assert!(remembers::<GlenMore>(way) > 0, "{way:?}");
    }
}

#[test]
fn what_was_overlooked_stays_overlooked_by_a_tree_that_is_kept() {
    let options = SearchOptions { attention: 3, ..SearchOptions::default() };
    let bot = search(options, Budget::millis(100));
    let mut player = Player::<GlenMore>::new(bot, Seat::from_index(0));
    let clock = Ticking { millis: AtomicU64::new(0), tick: 1 };
    let leash = Leash { clock: &clock, cancel: &AtomicBool::new(false) };
    let mut kept = 0;
    each_decision(|play, _| {
        let advice = player.decide(play, 7, leash).unwrap();
        assert!(advice.choices.len() <= 3, "{advice:?}");
        kept += usize::from(advice.sims > player.sims());
    });
    assert!(kept > 0, "no tree was kept");
}

#[test]
fn asked_again_a_bot_has_the_same_time_again() {
    let bot = search(SearchOptions::default(), Budget::millis(TICKS));
    let mut asked = Asked::<GlenMore>::new(bot, Seat::from_index(0), Way::Named);
    let mut later = 0;
    each_decision(|play, _| {
        let (before, first) = asked.ask(play);
        let (after, second) = asked.ask(play);
        // Where the turn is seen to end makes a difference; what is left of it makes none.
        if first > 0 && first < TICKS / 2 {
            assert!(second.abs_diff(first) < TICKS / 2, "{first} and {second} ms");
            assert!(after.sims > before.sims, "what was thought is not lost");
            later += 1;
        }
    });
    assert!(later > 3, "{later}");
}

/// A game that does not go on from the one that was known is another game.
#[test]
fn after_an_undo_or_in_another_game_a_turn_begins_anew() {
    let bot = search(SearchOptions::default(), Budget::millis(TICKS));
    let mut others: Vec<Play<GlenMore>> = Vec::new();
    each_decision(|play: &Play<GlenMore>, own| {
        if !play.state().opens_turn(own, play.history().last().copied())
            && play.state().only_choice(own).is_none()
        {
            others.push(play.clone());
        }
    });
    let (early, late) = (&others[0], &others[others.len() - 1]);
    let mut asked = Asked::<GlenMore>::new(bot, Seat::from_index(0), Way::Named);
    let alone = asked.ask(early);
    asked.ask(late);
    assert_eq!(asked.ask(early), alone, "nothing of the later position is known");
}
