//! Measurements particular to Tipperary: placements, previews, and displays of large extent.
//!
//! Measured on one core at 2.1 GHz: the legal list of a `place` (500 to 560 placements) 1.0 to
//! 2.0 µs, one placement by its number 0.5 µs, a preview 166 to 196 ns alone and 174 to 199 ns among
//! all of a position. All figures are in `docs/measurements/rules-speed.md`.

use std::fmt::Write;
use std::hint::black_box;

use registry::Playout;
use rules::{Actor, ComponentSet, Game, Move, NoEvents, Seat, Setup, Turn};
use tipperary::{Action, Components, Orientation, Point, Tipperary};

use crate::measure::{Figures, nanos};

/// A position in which a seat places a tile, and the placement it chose.
type Placing = (Tipperary, Seat, Action);

pub(crate) fn run() {
    for players in 1..=5 {
        let setup = Setup::<Tipperary>::new(players).expect("one to five can play");
        measure(&format!("Tipperary, placements of {players}"), &random_placings(setup));
    }
    measure("Tipperary, a straight display of up to 76 spaces", &straight_placings());
}

fn measure(title: &str, placings: &[Placing]) {
    let each = |work: &mut dyn FnMut(&Placing)| {
        nanos(|| {
            placings.iter().for_each(&mut *work);
            placings.len() as u64
        })
    };
    let mut list = Vec::new();
    let lists: Vec<Vec<Action>> =
        placings.iter().map(|(game, seat, _)| game.legal(*seat)).collect();
    let listed: usize = lists.iter().map(Vec::len).sum();
    let baseline = each(&mut |(game, seat, _)| {
        game.legal_into(*seat, &mut list);
        black_box(&list);
    });
    let mean = listed / placings.len();
    let figures = Figures::new(title, &format!("the legal list ({mean} placements)"), baseline);
    let mut number = 0;
    let picked = each(&mut |(game, seat, _)| {
        number += 7919;
        black_box(game.pick(*seat, &mut Vec::new(), |count| number % count));
    });
    figures.line("one placement by its number", picked);
    let alone = each(&mut |(game, seat, action)| {
        black_box(game.preview(*seat, *action));
    });
    figures.line("preview of a placement, alone", alone);
    let among = nanos(|| {
        for ((game, seat, _), list) in placings.iter().zip(&lists) {
            game.preview_each(*seat, list, |_, preview| {
                black_box(preview);
            });
        }
        listed as u64
    });
    figures.line("preview of a placement, among all", among);
    let applied = each(&mut |(game, seat, action)| {
        black_box(game.after((*seat).into(), *action));
    });
    figures.line("clone and place", applied);
    let planned = each(&mut |(game, seat, _)| {
        black_box(game.tower_plan(*seat));
    });
    figures.line("the best tower plan", planned);
}

/// The placements of a few random games.
fn random_placings(setup: Setup<Tipperary>) -> Vec<Placing> {
    let mut placings = Vec::new();
    for seed in 0..4 {
        let mut playout = Playout::new(seed);
        let mut game = Tipperary::new(&setup);
        while let Some(Move { actor, action }) = playout.choose(&game) {
            if let (Actor::Seat(seat), Action::Place { .. }) = (actor, action) {
                placings.push((game.clone(), seat, action));
            }
            game.apply_unchecked(actor, action, &mut NoEvents);
        }
    }
    placings
}

/// The placements of a game in which straight tiles of six are laid end to end.
fn straight_placings() -> Vec<Placing> {
    let set = Box::leak(Box::new(Components::parse(&straight_set()).expect("a good set")));
    let setup = Setup::<Tipperary>::new(1).expect("one can play").with_set(set);
    let mut game = Tipperary::new(&setup);
    let mut placings = Vec::new();
    let seat = Seat::from_index(0);
    let mut end = 4;
    loop {
        match game.turn() {
            Turn::Over => return placings,
            Turn::Dealer => {
                let first = game.outcomes()[0].action;
                game.apply_unchecked(Actor::Dealer, first, &mut NoEvents);
            }
            Turn::Seats(_) => {
                let area = game.area_of(seat).expect("the wheel has been spun");
                let tile = game.area(area).next().expect("an area has tiles");
                let orientation = Orientation::AS_PRINTED;
                let place = Action::Place { tile, orientation, at: Point::new(end, 1) };
                placings.push((game.clone(), seat, place));
                game.apply(seat.into(), place, &mut NoEvents).expect("there is room at the end");
                end += 6;
            }
        }
    }
}

/// A set of sixty straight tiles of six stone circles.
fn straight_set() -> String {
    let standard = include_str!("../../crates/tipperary/data/meadowlark-1.txt");
    let without_tiles = standard.split("\ntile 1\n").next().unwrap_or_default();
    let mut text = without_tiles.replace("meadowlark-1", "straight-1");
    let digits = |number: usize| (0..6).map(move |place| number >> (2 * place) & 3);
    let one_way =
        |number: &usize| digits(*number).lt(digits(*number).collect::<Vec<_>>().into_iter().rev());
    for (index, number) in (0..4096).filter(one_way).take(60).enumerate() {
        let spaces: Vec<String> = digits(number).map(|digit| format!("S{}", digit + 1)).collect();
        let _ = write!(text, "\ntile {}\n{}\n", index + 1, spaces.join(" "));
    }
    text
}
