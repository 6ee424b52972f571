//! Snapshots are restored, or refused with a reason.

use glen_more::{DueData, GlenMore, PhaseName, Position, Snapshot, UseData};
use proptest::prelude::*;
use rules::conformance::{Dice, visit};
use rules::{Actor, Game, Names, NoEvents, Seat, Setup, Turn};
use serde_json::Value;

use crate::support::Scene;

fn restored(data: &Snapshot) -> Result<GlenMore, String> {
    let setup = Setup::new(4).expect("four can play");
    GlenMore::from_snapshot(&setup, data).map_err(|refusal| refusal.to_string())
}

/// A position before a tile is taken, changed.
fn refusal(change: impl Fn(&mut Snapshot)) -> String {
    let scene = Scene::new(4)
        .tile_with(1, "t18", 1, 0, [0, 0, 1, 0, 0])
        .tile(1, "t11", 1, 1)
        .tile(1, "t35", 0, 1);
    let mut data = scene.data();
    assert!(restored(&data).is_ok());
    change(&mut data);
    restored(&data).expect_err("it is no position")
}

/// A position in which grain is due at a distillery, changed.
fn refusal_in_turn(change: impl Fn(&mut Snapshot)) -> String {
    let mut table = Scene::new(4).tile(1, "t18", 1, 0).tile(1, "t11", 1, 1).track(&["t12"]).build();
    table.take("t12", "1,-1");
    table.act("activate @1,0");
    let mut data = table.state.snapshot();
    assert!(restored(&data).is_ok());
    change(&mut data);
    restored(&data).expect_err("it is no position")
}

#[test]
fn the_track_must_be_a_chain() {
    assert_eq!(refusal(|it| it.track.truncate(13)), "the track has 14 spaces");
    assert_eq!(refusal(|it| it.gap = 14), "the track has 14 spaces");
    assert_eq!(refusal(|it| it.gap = 5), "the gap is not empty");
    let missing = "each figure stands on the track once, and the die with two or three players";
    assert_eq!(refusal(|it| it.track[1] = "seat 1".to_owned()), missing);
    assert_eq!(refusal(|it| it.track[1] = "die".to_owned()), missing);
    assert_eq!(refusal(|it| it.track[1] = "seat 6".to_owned()), "there is no seat 6");
    assert_eq!(refusal(|it| it.track[5] = "x".to_owned()), "\"x\" is no tile: t01 to t67");
    let unfit = "the track does not fit to what is to be done";
    assert_eq!(refusal(|it| it.track[5] = String::new()), unfit);
    assert_eq!(refusal(|it| it.seat = Seat::from_number(2)), unfit);
}

#[test]
fn a_tile_is_in_one_place() {
    assert_eq!(
        refusal(|it| it.left.push("t18".to_owned())),
        "seat 1: the tile t18 is in two places"
    );
    assert_eq!(refusal(|it| it.left.push("t66".to_owned())), "the tile t66 is in two places");
}

#[test]
fn phase_seat_and_tiles_go_together() {
    assert_eq!(refusal(|it| it.seat = None), "it is nobody's turn");
    assert_eq!(refusal(|it| it.seat = Seat::from_number(5)), "there is no seat 5");
    assert_eq!(refusal(|it| it.phase = PhaseName::Roll), "it is no seat's turn now");
    assert_eq!(refusal(|it| it.left.clear()), "the game is over exactly if all tiles are drawn");
    assert_eq!(
        refusal(|it| it.phase = PhaseName::Pay),
        "the track does not fit to what is to be done"
    );
    assert_eq!(
        refusal(|it| {
            it.phase = PhaseName::First;
            it.seat = None;
        }),
        "the track does not fit to what is to be done"
    );
    assert_eq!(refusal(|it| drop(it.players.pop())), "there are 3 players at a table of 4");
}

#[test]
fn the_warehouse_has_three_spaces_a_row() {
    assert_eq!(refusal(|it| it.warehouse.wood = 4), "a row of the warehouse has three spaces");
}

#[test]
fn amounts_have_bounds() {
    assert!(refusal(|it| it.players[1].coins = 1000).starts_with("seat 2: nobody has more than"));
    assert!(refusal(|it| it.players[1].whiskey = 1000).starts_with("seat 2: nobody has more"));
    assert!(refusal(|it| it.players[0].chieftains = 200).starts_with("seat 1: nobody has more"));
    assert!(refusal(|it| it.players[0].points.tiles = 10_000).contains("points of a kind"));
    assert!(refusal(|it| it.players[0].display[0].clan = 255).contains("clan members"));
}

#[test]
fn a_display_hangs_together() {
    let moved = |place: usize, x: i8, y: i8| {
        refusal(|it| {
            it.players[0].display[place].x = x;
            it.players[0].display[place].y = y;
        })
    };
    assert_eq!(moved(0, 1, 1), "seat 1: the starting village lies at 0,0");
    assert_eq!(moved(2, 1, 0), "seat 1: there are two tiles at 1,0");
    assert_eq!(moved(2, 3, 3), "seat 1: the display is in several parts");
    assert_eq!(moved(2, 60, 0), "seat 1: 60,0 is too far away");
    assert_eq!(moved(2, -128, 0), "seat 1: -128,0 is too far away");
    assert_eq!(moved(3, 2, 1), "seat 1: the river or the road is not one straight line");
    assert_eq!(moved(1, 2, 0), "seat 1: the river or the road is not one straight line");
    assert_eq!(moved(2, -1, 0), "seat 1: the river or the road is not one straight line");
    assert_eq!(
        refusal(|it| {
            let tile = it.players[0].display[2].clone();
            it.players[0].display = vec![tile; 1000];
        }),
        "seat 1: a display has at most 60 tiles"
    );
    assert_eq!(
        refusal(|it| drop(it.players[0].display.remove(0))),
        "seat 1: a display has one starting village"
    );
}

#[test]
fn cubes_lie_where_they_can() {
    let cubes = |place: usize, wood: u8, grain: u8| {
        refusal(|it| {
            it.players[0].display[place].cubes.wood = wood;
            it.players[0].display[place].cubes.grain = grain;
        })
    };
    assert_eq!(cubes(0, 1, 0), "seat 1: those cubes cannot lie on the tile village");
    assert_eq!(cubes(1, 0, 4), "seat 1: those cubes cannot lie on the tile t18");
    assert_eq!(cubes(1, 1, 1), "seat 1: those cubes cannot lie on the tile t18");
    assert_eq!(cubes(2, 0, 1), "seat 1: those cubes cannot lie on the tile t11");
    assert_eq!(cubes(1, 255, 255), "seat 1: those cubes cannot lie on the tile t18");
}

#[test]
fn cards_go_with_special_locations() {
    let wrong = "seat 1: the cards do not go with the special locations";
    assert_eq!(refusal(|it| it.players[0].cards.clear()), wrong);
    assert_eq!(refusal(|it| it.players[0].cards.push("t60".to_owned())), wrong);
}

#[test]
fn the_turn_fits_to_the_phase() {
    assert_eq!(refusal_in_turn(|it| it.turn = None), "there is nothing about the turn");
    let turn = |change: fn(&mut glen_more::TurnData)| {
        refusal_in_turn(|it| change(it.turn.as_mut().expect("a tile is taken")))
    };
    assert_eq!(turn(|it| it.taken = Position { x: 0, y: 0 }), "nobody takes a starting village");
    assert_eq!(turn(|it| it.taken = Position { x: 9, y: 0 }), "there is no tile at 9,0");
    assert_eq!(
        turn(|it| it.due = Some(DueData::Clan)),
        "something is due though nothing is being paid"
    );
    assert_eq!(turn(|it| it.choices = 1), "there is nothing to choose");
    assert_eq!(turn(|it| it.movement = 99), "there are more movement points than tiles");
    assert_eq!(
        turn(|it| it.open.push(Position { x: 1, y: 1 })),
        "a tile is open that the new one does not activate"
    );
    assert_eq!(
        turn(|it| it.open.push(Position { x: 0, y: 0 })),
        "a tile is open that the new one does not activate"
    );
    assert_eq!(
        turn(|it| it.elsewhere = true),
        "nothing elsewhere can be activated without Loch Ness"
    );
}

fn due(data: &mut Snapshot) -> &mut glen_more::TurnData {
    data.turn.as_mut().expect("a tile is taken")
}

#[test]
fn what_is_due_is_the_rest_of_a_cost_that_can_be_met() {
    let mut table = Scene::new(4).tile(1, "t18", 1, 0).track(&["t11"]).build();
    table.take("t11", "1,1");
    let paying = table.state.snapshot();
    let refused = |change: fn(&mut Snapshot)| {
        let mut data = paying.clone();
        change(&mut data);
        restored(&data).expect_err("it is no position")
    };
    let rest = "what is due is not what is left of a cost";
    assert_eq!(refused(|it| due(it).due = Some(DueData::Any { count: 1 })), rest);
    assert_eq!(refused(|it| due(it).due = None), rest);
    let unknown = DueData::Different { count: 1, used: vec!["gold".to_owned()] };
    let mut data = paying.clone();
    due(&mut data).due = Some(unknown);
    assert_eq!(restored(&data).expect_err("no"), "\"gold\" is no resource");
    assert_eq!(refused(|it| it.players[0].coins = 0), "what is due cannot be paid");
    assert_eq!(
        refused(|it| {
            due(it).using = Some(UseData { at: Position { x: 1, y: 0 }, points: 1, whiskey: 0 });
        }),
        rest
    );
    assert_eq!(refused(|it| due(it).movement = 1), "the activation has not begun yet");
    assert_eq!(refused(|it| it.phase = PhaseName::Choose), "there is nothing to choose like that");
}

#[test]
fn a_position_of_a_running_game_can_be_played_on() {
    visit::<GlenMore>(1, |step| {
        let again = GlenMore::from_snapshot(&step.state.setup(), &step.state.snapshot());
        let mut again = again.expect("it is a position");
        again.apply_unchecked(step.next.actor, step.next.action, &mut NoEvents);
        assert_eq!(again, step.state.after(step.next.actor, step.next.action));
    });
}

#[test]
fn the_documented_example_is_a_position() {
    let page = include_str!("../../../../docs/state/glen-more.md");
    let example = page.split("```json\n").nth(1).and_then(|rest| rest.split("```").next());
    let data: Snapshot = serde_json::from_str(example.expect("there is one")).expect("it is JSON");
    let setup = Setup::new(2).expect("two can play");
    let state = GlenMore::from_snapshot(&setup, &data).expect("it is a position");
    assert_eq!(state.snapshot(), data);
}

/// Plays on for some actions.
fn play_on(mut state: GlenMore, dice: &mut Dice) {
    for _ in 0..400 {
        let names = Names::numbered(state.players());
        let mut events = Vec::new();
        match state.turn() {
            Turn::Over => break,
            Turn::Dealer => {
                let action = state.deal(&mut Vec::new(), |sum| dice.roll(sum as usize) as u32);
                state.apply_unchecked(Actor::Dealer, action, &mut events);
            }
            Turn::Seats(seats) => {
                let seat = seats.first().expect("somebody is to act");
                let legal = state.legal(seat);
                assert!(!legal.is_empty(), "{seat} is stuck in {state:?}");
                let action = legal[dice.roll(legal.len())];
                state.apply_unchecked(seat.into(), action, &mut events);
            }
        }
        assert!(events.iter().all(|event| !state.describe_event(event, &names).is_empty()));
        let _ = state.scores();
    }
}

/// Changes one value somewhere in the JSON.
fn damage(value: &mut Value, dice: &mut Dice) {
    const NUMBERS: [i64; 14] = [0, 1, 2, 3, 4, 5, 7, 13, 14, 60, 100, 127, 255, -1];
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let place = dice.roll(fields.len());
            let field = fields.values_mut().nth(place).expect("there is such a field");
            damage(field, dice);
        }
        Value::Array(items) if !items.is_empty() => match dice.roll(8) {
            0 => drop(items.remove(dice.roll(items.len()))),
            1 => {
                let item = items[dice.roll(items.len())].clone();
                items.insert(dice.roll(items.len() + 1), item);
            }
            2 => {
                let (a, b) = (dice.roll(items.len()), dice.roll(items.len()));
                items.swap(a, b);
            }
            _ => {
                let place = dice.roll(items.len());
                damage(&mut items[place], dice);
            }
        },
        Value::Number(_) => *value = NUMBERS[dice.roll(NUMBERS.len())].into(),
        Value::Bool(flag) => *flag = !*flag,
        Value::String(text) => {
            let words = ["", "t01", "t37", "t48", "t52", "t60", "seat 2", "die", "village", "wood"];
            let phases = ["first", "draw", "roll", "take", "pay", "choose", "activate", "over"];
            let mut all = words.iter().chain(&phases);
            let word: &str = all.nth(dice.roll(18)).expect("18 words");
            word.clone_into(text);
        }
        Value::Null => *value = Value::from(1 + dice.roll(5)),
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn damaged_data_is_refused_or_can_be_played(seed in any::<u64>(), players in 2u64..=5) {
        let mut dice = Dice::new(seed);
        let setup = Setup::<GlenMore>::new(players).expect("two to five play");
        let play = rules::conformance::random_play(setup, seed % 40);
        let state = play.state_at(dice.roll(play.history().len() + 1));
        let mut json = serde_json::to_value(state.snapshot()).expect("a snapshot has a JSON form");
        for _ in 0..=dice.roll(3) {
            damage(&mut json, &mut dice);
        }
        let Ok(data) = serde_json::from_value::<Snapshot>(json) else { return Ok(()) };
        if let Ok(state) = GlenMore::from_snapshot(&setup, &data) {
            prop_assert_eq!(&GlenMore::from_snapshot(&setup, &state.snapshot()), &Ok(state.clone()));
            play_on(state, &mut dice);
        }
    }
}
