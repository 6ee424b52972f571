//! Scripted games: sets made of chosen tiles, and a dealer that deals them in order.
#![allow(dead_code, reason = "every test file uses its own part of this")]

pub(crate) mod reference;

use std::collections::VecDeque;
use std::fmt::Write;

use rules::{Actor, ComponentSet, Game, Seat, Setup, Turn};
use tipperary::{Action, Components, Event, Land, Point, Stage, Tipperary};

pub(crate) const AS_DEALT: &str = "S1 S2 S3";

/// The seat with that number.
pub(crate) fn seat(number: u64) -> Seat {
    Seat::from_number(number).expect("a seat of the test")
}

/// The text of a set: hometowns that all show `home` on both sides, then tiles, each with its rows
/// separated by slashes, then others up to sixty.
pub(crate) fn set_text(home: &str, tiles: &[&str]) -> String {
    let mut text = "set tipperary test-1\n".to_owned();
    for (index, name) in ["ay", "bee", "cee", "dee", "ee"].iter().enumerate() {
        writeln!(text, "town {index} {name} arms-{name} a: {home} b: {home}").expect("a String");
    }
    text += "bonus M 1 P1 2 D 2 G 2 R 2 B 2 S2 1\n";
    text += "track 0 3 6+ 10 13+ 17 21+ 25\nwooden-sheep 24\ntowers 12\n";
    let others = straight_circles().filter(|other| !tiles.contains(&other.as_str()));
    let all = tiles.iter().map(|tile| (*tile).to_owned()).chain(others).take(60);
    for (index, tile) in all.enumerate() {
        writeln!(text, "tile {}\n{}", index + 1, tile.replace('/', "\n")).expect("a String");
    }
    text
}

/// Straight tiles of six stone circles, each with one of two patterns.
pub(crate) fn straight_circles() -> impl Iterator<Item = String> {
    (0..4096u32).filter_map(|number| {
        let digits: Vec<u32> = (0..6).map(|place| number >> (2 * place) & 3).collect();
        let reversed: Vec<u32> = digits.iter().rev().copied().collect();
        (digits < reversed).then(|| {
            let names: Vec<String> = digits.iter().map(|digit| format!("S{}", digit + 1)).collect();
            names.join(" ")
        })
    })
}

pub(crate) fn set_of(text: &str) -> &'static Components {
    Box::leak(Box::new(Components::parse(text).expect("a set of the test")))
}

/// A game whose dealer gives each seat its own tiles, one per round.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) game: Tipperary,
    hands: Vec<VecDeque<u8>>,
    spare: VecDeque<u8>,
}

impl Table {
    /// Seats have the towns of the same number, the wheel never turns, seat 1 holds the bag, and
    /// the dealer has made all its actions.
    pub(crate) fn new(order: &str, home: &str, hands: &[&[&str]]) -> Self {
        let tiles: Vec<&str> = hands.iter().flat_map(|hand| hand.iter().copied()).collect();
        let setup = Setup::<Tipperary>::new(hands.len() as u64).expect("a number of players");
        let setup = setup.with_option("order", order).expect("a known order");
        let game = Tipperary::new(&setup.with_set(set_of(&set_text(home, &tiles))));
        let mut next = 0;
        let hands = hands.iter().map(|hand| {
            hand.iter()
                .map(|_| {
                    next += 1;
                    next
                })
                .collect()
        });
        let hands = hands.collect();
        let mut table = Self { game, hands, spare: (next + 1..=60).collect() };
        table.deal();
        table
    }

    /// A table for one.
    pub(crate) fn solo(home: &str, tiles: &[&str]) -> Self {
        Self::new("together", home, &[tiles])
    }

    /// Makes all the dealer's actions except revealing bonus tiles.
    fn deal(&mut self) {
        while self.game.turn() == Turn::Dealer {
            let action = match self.game.stage() {
                Stage::Towns => self.game.outcomes()[0].action,
                Stage::Bag => Action::Bag(seat(1)),
                Stage::Spin => Action::Spin(0),
                Stage::Fill => self.next_fill(),
                _ => return,
            };
            self.apply(Actor::Dealer, action);
        }
    }

    /// Each seat's area gets one of its own tiles and one filler.
    fn next_fill(&mut self) -> Action {
        let missing = (1..=5).find(|&area| self.game.area(area).count() < 2);
        let area = missing.expect("an area misses a tile");
        let hand = self.hands.get_mut(usize::from(area) - 1);
        let tile = hand.filter(|_| self.game.area(area).count() == 0 || self.game.round() > 0);
        let own = tile.and_then(VecDeque::pop_front);
        Action::Fill { area, tile: own.or_else(|| self.spare.pop_front()).expect("enough tiles") }
    }

    fn apply(&mut self, actor: Actor, action: Action) -> Vec<Event> {
        let mut events = Vec::new();
        self.game
            .apply(actor, action, &mut events)
            .unwrap_or_else(|why| panic!("{action:?}: {why}"));
        events
    }

    /// Makes a seat's action, then the dealer's.
    pub(crate) fn act(&mut self, number: u64, text: &str) -> Vec<Event> {
        let action = self.game.read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let events = self.apply(seat(number).into(), action);
        self.deal();
        events
    }

    /// Seat 1 places its tile.
    pub(crate) fn place(&mut self, tile: u8, orientation: &str, at: &str) -> Vec<Event> {
        self.act(1, &format!("place {tile} {orientation} {at}"))
    }

    /// A seat draws a bonus tile with that landscape, and places it.
    pub(crate) fn bonus(&mut self, number: u64, land: &str, at: &str) -> Vec<Event> {
        self.act(number, "draw");
        let land = Land::from_code(land).expect("a landscape");
        self.apply(Actor::Dealer, Action::Reveal { seat: seat(number), land });
        self.act(number, &format!("bonus {at}"))
    }

    /// A seat makes the first legal placement, and takes all effects in order.
    pub(crate) fn pass_time(&mut self, number: u64) {
        let round = self.game.round();
        while self.game.stage() == Stage::Place
            && self.game.round() == round
            && self.game.turn().includes(seat(number).into())
        {
            let first = self.game.legal(seat(number))[0];
            self.apply(seat(number).into(), first);
            while self.game.turn() == Turn::Dealer && self.game.stage() == Stage::Place {
                let first = self.game.outcomes()[0].action;
                self.apply(Actor::Dealer, first);
            }
            self.deal();
        }
    }

    /// All seats make arbitrary placements until the rounds are over.
    pub(crate) fn finish_rounds(&mut self) {
        while self.game.stage() == Stage::Place {
            if let Turn::Seats(seats) = self.game.turn() {
                self.pass_time(u64::from(seats.first().expect("somebody").number()));
            }
        }
    }

    /// The reason why an action is refused.
    pub(crate) fn refusal(&self, number: u64, text: &str) -> String {
        let action = self.game.read(text).expect("notation");
        let mut tried = self.game.clone();
        let refusal = tried.apply(seat(number).into(), action, &mut rules::NoEvents);
        refusal.expect_err("it is refused").to_string()
    }

    /// The legal actions of a seat as text.
    pub(crate) fn legal(&self, number: u64) -> Vec<String> {
        let actions = self.game.legal(seat(number));
        actions.into_iter().map(|action| self.game.write(action)).collect()
    }

    /// The parts of a seat's score by name.
    pub(crate) fn part(&self, number: u64, name: &str) -> i32 {
        let score = self.game.score(seat(number));
        let found = score.named(Tipperary::INFO).find(|(part, _)| *part == name);
        found.expect("a part of the score").1
    }

    pub(crate) fn towers(&self, number: u64) -> u8 {
        self.game.player(seat(number)).towers()
    }

    pub(crate) fn draws(&self, number: u64) -> u8 {
        self.game.player(seat(number)).pending_draws()
    }

    pub(crate) fn sheep(&self, number: u64) -> u8 {
        self.game.player(seat(number)).pending_sheep()
    }
}

/// The positions in legal actions with that verb.
pub(crate) fn places(actions: &[String], verb: &str) -> Vec<Point> {
    let named = actions.iter().filter_map(|action| action.strip_prefix(verb)?.strip_prefix(' '));
    named.map(|place| rules::notation::point(place).expect("a place").into()).collect()
}
