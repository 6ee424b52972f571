//! Snapshots are restored, or refused with a reason.

use foxy_and_wooly::{FoxyAndWooly, Snapshot};
use proptest::prelude::*;
use rules::conformance::{Dice, random_play};
use rules::{Game, NoEvents, Setup, Turn};
use serde_json::{Value, json};

fn setup() -> Setup<FoxyAndWooly> {
    Setup::new(3).unwrap()
}

/// A position in the middle of a random game, as JSON.
fn middle(seed: u64) -> Value {
    let play = random_play(setup(), seed);
    let actions = 23 + (play.history().len() - 23) / 2;
    serde_json::to_value(play.state_at(actions).snapshot()).unwrap()
}

fn restore(position: &Value) -> Result<FoxyAndWooly, String> {
    let snapshot: Snapshot =
        serde_json::from_value(position.clone()).map_err(|error| error.to_string())?;
    FoxyAndWooly::from_snapshot(&setup(), &snapshot).map_err(|refusal| refusal.to_string())
}

/// The position with one thing changed is refused.
fn refused(change: impl FnOnce(&mut Value)) -> String {
    let mut position = middle(3);
    assert!(restore(&position).is_ok());
    change(&mut position);
    restore(&position).unwrap_err()
}

#[test]
fn what_cannot_be_is_refused_with_a_sentence() {
    assert_eq!(refused(|p| p["farms"].as_array_mut().unwrap().truncate(2)), "3 farms are needed");
    assert_eq!(refused(|p| p["farms"][0]["cubes"] = json!(200)), "there are 27 cubes in the game");
    assert_eq!(
        refused(|p| p["farms"][0]["sheep"] = json!([2, 1])),
        "the sheep of a farm are listed once each, in ascending order"
    );
    assert_eq!(refused(|p| p["farms"][0]["tokens"] = json!(["w1"])), "w1 is no special token");
    assert_eq!(
        refused(|p| p["farms"][0]["tokens"] = json!(["gun", "gun"])),
        "there are too many tokens gun"
    );
    assert_eq!(refused(|p| p["field"][0] = json!("gun")), "gun is of the wrong kind for place 1");
    assert_eq!(
        refused(|p| p["phase"] = json!("dealing")),
        "tokens are dealt until the field is full, and not longer"
    );
    assert_eq!(
        refused(|p| p["to_act"] = Value::Null),
        "`to_act` and `opener` do not fit the phase"
    );
    assert_eq!(refused(|p| p["to_act"] = json!(4)), "there are 3 seats");
    assert_eq!(refused(|p| p["place"] = json!(18)), "this cannot be in that phase");
    assert!(refused(|p| p["to_act"] = json!(9)).contains("there is no seat 9"));
    assert!(refused(|p| p["farms"][0]["sheep"] = json!([10])).contains("there is no slot 10"));
}

/// Plays a position to its end with random actions.
fn play_on(mut state: FoxyAndWooly, seed: u64) {
    let mut dice = Dice::new(seed);
    for _ in 0..4000 {
        let (actor, action) = match state.turn() {
            Turn::Over => return,
            Turn::Dealer => {
                let action = state.deal(&mut Vec::new(), |sum| dice.roll(sum as usize) as u32);
                (rules::Actor::Dealer, action)
            }
            Turn::Seats(seats) => {
                let seat = seats.first().unwrap();
                let action = state.pick(seat, &mut Vec::new(), |len| dice.roll(len));
                (seat.into(), action)
            }
        };
        state.apply_unchecked(actor, action, &mut NoEvents);
    }
    panic!("the game does not end: {state:?}");
}

/// A value that might stand somewhere in a position.
fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        (0u8..40).prop_map(|number| json!(number)),
        Just(Value::Null),
        proptest::sample::select(vec![
            "dealing", "first", "bidding", "attacks", "finish", "over", "gun", "top", "w3",
            "move-h", "trade3",
        ])
        .prop_map(|word| json!(word)),
        proptest::collection::vec(0u8..11, 0..10).prop_map(|list| json!(list)),
        proptest::collection::vec(
            proptest::sample::select(vec!["top", "gun", "move-v", "low"]),
            0..4
        )
        .prop_map(|list| json!(list)),
        (1u8..4, 0u8..12).prop_map(|(seat, cubes)| json!({ "seat": seat, "cubes": cubes })),
    ]
}

fn any_place() -> impl Strategy<Value = String> {
    let farm = (0..3, proptest::sample::select(vec!["sheep", "cubes", "waiting", "tokens"]))
        .prop_map(|(farm, field)| format!("/farms/{farm}/{field}"));
    let field = (0..18).prop_map(|place| format!("/field/{place}"));
    let top = proptest::sample::select(vec![
        "/phase",
        "/to_act",
        "/field",
        "/place",
        "/opener",
        "/passed",
        "/bid",
        "/field_cubes",
    ])
    .prop_map(str::to_owned);
    prop_oneof![farm, field, top]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_data_is_a_position_that_can_be_played_or_refused(
        seed in 0u64..50,
        changes in proptest::collection::vec((any_place(), any_value()), 1..4),
    ) {
        let mut position = middle(seed);
        for (place, value) in changes {
            if let Some(target) = position.pointer_mut(&place) {
                *target = value;
            }
        }
        if let Ok(state) = restore(&position) {
            prop_assert_eq!(&FoxyAndWooly::from_snapshot(&setup(), &state.snapshot()), &Ok(state));
            play_on(state, seed);
        }
    }
}
