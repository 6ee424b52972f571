//! Displays of maximal extent: no overflow, and the fast algorithms agree with the reference.

mod support;

use rules::conformance::Dice;
use rules::{Actor, Game, Play, Setup, Turn};
use support::{AS_DEALT, Table, reference, seat};
use tipperary::{Action, Stage, Tipperary};

/// Straight tiles of six that each give a tower and a bonus tile.
const STRAIGHT: [&str; 12] = [
    "R R R S1 B B",
    "R R R S2 B B",
    "R R R S3 B B",
    "R R R S4 B B",
    "R R R G B B",
    "R R R D B B",
    "R R R P1 B B",
    "R R R P2 B B",
    "S1 R R R B B",
    "S2 R R R B B",
    "S3 R R R B B",
    "S4 R R R B B",
];

const BONUS: [&str; 12] = ["m", "p1", "p1", "d", "d", "g", "g", "r", "r", "b", "b", "s2"];

#[derive(Copy, Clone)]
enum Way {
    Right,
    Left,
    Down,
    Up,
}

/// The placement of a piece of that length at the end of the display in a direction: its
/// orientation and the corner of its bounding box.
fn end(table: &Table, way: Way, length: i16) -> (&'static str, String) {
    let spaces = || table.game.player(seat(1)).display().spaces().iter().map(|space| space.point());
    let (left, right) =
        (spaces().map(|at| at.x).min().unwrap(), spaces().map(|at| at.x).max().unwrap());
    let (top, bottom) =
        (spaces().map(|at| at.y).min().unwrap(), spaces().map(|at| at.y).max().unwrap());
    match way {
        Way::Right => ("r0", format!("{},1", right + 1)),
        Way::Left => ("r0", format!("{},1", left - length)),
        Way::Down => ("r1", format!("1,{}", bottom + 1)),
        Way::Up => ("r1", format!("1,{}", top - length)),
    }
}

fn check(table: &Table) {
    let game = &table.game;
    let display = game.player(seat(1)).display();
    let grid = reference::grid(display);
    assert_eq!(display.area(), reference::area(&grid));
    assert_eq!(display.flock(), reference::flock(&grid));
    let legal = game.legal(seat(1));
    for (place, &expected) in legal.iter().enumerate().step_by(37) {
        assert_eq!(game.pick(seat(1), &mut Vec::new(), |_| place), expected);
        assert!(game.preview(seat(1), expected).is_some() || expected == Action::Done);
    }
    if game.stage() == Stage::Place
        && legal.iter().all(|action| matches!(action, Action::Place { .. }))
    {
        let set = game.setup().set();
        let mut expected: Vec<Action> = game
            .area(1)
            .flat_map(|tile| {
                let found = reference::placements(&grid, set.tile(tile)).into_iter();
                found.map(move |(orientation, at)| Action::Place { tile, orientation, at })
            })
            .collect();
        expected.sort_unstable();
        assert_eq!(legal, expected);
    }
    let restored = Tipperary::from_snapshot(&game.setup(), &game.snapshot());
    assert_eq!(restored.as_ref(), Ok(game));
}

/// Plays as far out as possible; returns the number of spaces of the longer side.
fn stretch(way: impl Fn(usize) -> Way) -> i16 {
    let mut table = Table::solo(AS_DEALT, &STRAIGHT);
    for (round, land) in BONUS.iter().enumerate() {
        check(&table);
        let (orientation, at) = end(&table, way(round), 6);
        table.place(round as u8 + 1, orientation, &at);
        while table.sheep(1) > 0 {
            let sheep = table.legal(1)[0].clone();
            table.act(1, &sheep);
        }
        if table.draws(1) > 0 {
            let (_, at) = end(&table, way(round), 1);
            table.bonus(1, land, &at);
        }
        while table.game.stage() == Stage::Place && table.sheep(1) > 0 {
            let sheep = table.legal(1)[0].clone();
            table.act(1, &sheep);
        }
    }
    while table.game.stage() == Stage::Towers {
        check(&table);
        assert!(table.game.tower_plan(seat(1)).area > 0);
        let (_, at) = end(&table, way(11), 1);
        table.act(1, &format!("tower {at}"));
    }
    assert_eq!(table.game.turn(), Turn::Over);
    assert!(!table.game.describe_position(&rules::Names::numbered(1)).is_empty());
    let spaces = || table.game.player(seat(1)).display().spaces().iter().map(|space| space.point());
    let side = |along: fn(tipperary::Point) -> i16| {
        spaces().map(along).max().unwrap() - spaces().map(along).min().unwrap() + 1
    };
    side(|at| at.x).max(side(|at| at.y))
}

#[test]
fn a_display_can_reach_a_hundred_spaces_to_the_right() {
    assert_eq!(stretch(|_| Way::Right), 100);
}

#[test]
fn a_display_can_reach_a_hundred_spaces_to_the_left() {
    assert!(stretch(|_| Way::Left) >= 98);
}

#[test]
fn a_display_can_reach_as_far_up_and_down() {
    assert!(stretch(|_| Way::Down) >= 97);
    assert!(stretch(|_| Way::Up) >= 97);
}

#[test]
fn a_display_can_be_wide_and_tall() {
    stretch(|round| if round % 2 == 0 { Way::Right } else { Way::Down });
    stretch(|round| if round % 2 == 0 { Way::Left } else { Way::Up });
    stretch(|round| if round < 8 { Way::Right } else { Way::Down });
}

#[test]
fn random_games_with_straight_tiles_of_six_end() {
    let set = support::set_of(&support::set_text("P1 M B", &STRAIGHT));
    let mut dice = Dice::new(1);
    for players in 1..=5 {
        let mut play = Play::new(Setup::<Tipperary>::new(players).unwrap().with_set(set));
        loop {
            let game = play.state();
            let (actor, action) = match game.turn() {
                Turn::Over => break,
                Turn::Dealer => (
                    Actor::Dealer,
                    game.deal(&mut Vec::new(), |sum| dice.roll(sum as usize) as u32),
                ),
                Turn::Seats(seats) => {
                    let first = seats.first().unwrap();
                    let spaces = game.player(first).display();
                    assert_eq!(spaces.area(), reference::area(&reference::grid(spaces)));
                    (first.into(), game.pick(first, &mut Vec::new(), |count| dice.roll(count)))
                }
            };
            play.apply(actor, action, &mut rules::NoEvents).unwrap();
        }
        assert!(Play::<Tipperary>::load(&play.record(), &[set]).is_ok());
    }
}
