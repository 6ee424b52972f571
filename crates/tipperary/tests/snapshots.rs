//! Snapshots are restored to playable states, or refused with a reason.

mod support;

use proptest::prelude::*;
use rules::conformance::{Dice, random_play};
use rules::{Actor, Game, NoEvents, Setup, Turn};
use serde_json::Value;
use support::seat;
use tipperary::{Snapshot, Tipperary};

/// A position of a random game.
fn position(seed: u64, players: u64, order: &str) -> Tipperary {
    let setup = Setup::<Tipperary>::new(players).unwrap().with_option("order", order).unwrap();
    let play = random_play(setup, seed);
    let mut dice = Dice::new(seed);
    play.state_at(dice.roll(play.history().len() + 1))
}

/// Changes one value somewhere in a JSON value.
fn damage(value: &mut Value, dice: &mut Dice) {
    let inner = match value {
        Value::Array(items) if !items.is_empty() => match dice.roll(6) {
            0 => {
                let place = dice.roll(items.len());
                return drop(items.remove(place));
            }
            1 => {
                let copy = items[dice.roll(items.len())].clone();
                return items.push(copy);
            }
            _ => {
                let place = dice.roll(items.len());
                &mut items[place]
            }
        },
        Value::Object(fields) if !fields.is_empty() => {
            let place = dice.roll(fields.len());
            fields.values_mut().nth(place).unwrap()
        }
        leaf => {
            let leaves = [
                Value::Null,
                0.into(),
                1.into(),
                2.into(),
                255.into(),
                (-1).into(),
                (-97).into(),
                120.into(),
                "b".into(),
                "place".into(),
                "over".into(),
                "towers".into(),
                "r1".into(),
                Value::Array(Vec::new()),
            ];
            *leaf = leaves[dice.roll(leaves.len())].clone();
            return;
        }
    };
    damage(inner, dice);
}

/// Plays a state to its end.
fn play_to_end(mut game: Tipperary, dice: &mut Dice) {
    for _ in 0..Tipperary::INFO.max_actions {
        let (actor, action) = match game.turn() {
            Turn::Over => return,
            Turn::Dealer => {
                (Actor::Dealer, game.deal(&mut Vec::new(), |sum| dice.roll(sum as usize) as u32))
            }
            Turn::Seats(seats) => {
                let seat = seats.nth(dice.roll(seats.len())).unwrap();
                assert!(!game.legal(seat).is_empty());
                (Actor::Seat(seat), game.pick(seat, &mut Vec::new(), |count| dice.roll(count)))
            }
        };
        game.apply_unchecked(actor, action, &mut NoEvents);
        let _ = (game.scores(), game.snapshot());
    }
    panic!("the game does not end");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn damaged_data_is_refused_or_can_be_played(
        seed in 0..60u64, players in 1..=5u64, in_turn in any::<bool>(), damages in 1..4, how in any::<u64>()
    ) {
        let game = position(seed, players, if in_turn { "in-turn" } else { "together" });
        let mut value = serde_json::to_value(game.snapshot()).unwrap();
        let mut dice = Dice::new(how);
        for _ in 0..damages {
            damage(&mut value, &mut dice);
        }
        if let Ok(snapshot) = serde_json::from_value::<Snapshot>(value) {
            match Tipperary::from_snapshot(&game.setup(), &snapshot) {
                Err(refusal) => prop_assert!(!refusal.to_string().is_empty()),
                Ok(restored) => {
                    let again = Tipperary::from_snapshot(&game.setup(), &restored.snapshot());
                    prop_assert_eq!(again.as_ref(), Ok(&restored));
                    play_to_end(restored, &mut dice);
                }
            }
        }
    }
}

/// The refusal of a snapshot after a change.
fn refusal(change: impl Fn(&mut Snapshot)) -> String {
    let setup = Setup::<Tipperary>::new(2).unwrap();
    let play = random_play(setup, 4);
    let middle = (0..play.history().len())
        .map(|made| play.state_at(made))
        .find(|game| game.round() == 5 && game.turn() == Turn::Seats(rules::SeatSet::all(2)))
        .expect("both seats place in round five");
    let mut snapshot = middle.snapshot();
    change(&mut snapshot);
    Tipperary::from_snapshot(&setup, &snapshot).unwrap_err().to_string()
}

#[test]
fn a_wrong_snapshot_is_refused_with_its_reason() {
    assert_eq!(refusal(|s| s.stage = "lunch".into()), "there is no such stage");
    assert_eq!(refusal(|s| drop(s.seats.pop())), "there are 2 seats, not 1");
    assert_eq!(refusal(|s| s.supply.sheep += 1), "there are 24 wooden sheep");
    assert_eq!(refusal(|s| s.supply.towers += 1), "there are 12 towers");
    assert_eq!(refusal(|s| s.bag.truncate(1)), "a tile is nowhere");
    assert_eq!(refusal(|s| s.round = 6), "seat 1 has placed 4 tiles");
    assert_eq!(refusal(|s| s.seats[0].pending.draws = 1), "seat 1 cannot have effects pending");
    assert_eq!(
        refusal(|s| s.spin = Some(5)),
        "the wheel points to areas while tiles are placed, and only then"
    );
    assert_eq!(
        refusal(|s| s.seats[1].town = s.seats[0].town.clone()),
        "two seats have the same hometown"
    );
    assert_eq!(
        refusal(|s| s.unfinished = rules::SeatSet::EMPTY),
        "seats are unfinished while they place tiles or towers, and only then"
    );
    assert_eq!(
        refusal(|s| s.marker = Some(seat(5))),
        "a seat is named that is not at a table of 2"
    );
    assert!(refusal(|s| s.seats[0].tiles[0].at = (100, 100).into()).contains("hangs together"));
    assert!(
        refusal(|s| s.seats[0].tiles[0].at = (500, 0).into()).contains("no display reaches 500,0")
    );
    assert!(refusal(|s| s.seats[0].whiskey += 1).contains("has produced"));
}

#[test]
fn the_documented_example_is_a_position_of_the_game() {
    let page = include_str!("../../../docs/state/tipperary.md");
    let json = page.split("```json").nth(1).and_then(|rest| rest.split("```").next());
    let snapshot: Snapshot = serde_json::from_str(json.expect("an example")).unwrap();
    let setup = Setup::<Tipperary>::new(2).unwrap();
    let game = Tipperary::from_snapshot(&setup, &snapshot).unwrap();
    assert_eq!(game.snapshot(), snapshot);
}
