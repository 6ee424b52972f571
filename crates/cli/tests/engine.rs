//! The engine protocol, operation by operation, and errors.

use std::io::BufReader;

use bellwether::engine::Engine;
use proptest::prelude::*;
use registry::Registry;
use serde_json::{Value, json};

/// The answers to an input, one per non-blank line.
fn answers(input: &[u8]) -> Vec<Value> {
    let mut output = Vec::new();
    Engine::new(Registry::new()).serve(BufReader::new(input), &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// An engine with a sequence of requests.
struct Session(Engine);

impl Session {
    fn new() -> Self {
        Self(Engine::new(Registry::new()))
    }

    fn with_game(players: u8) -> Self {
        let mut session = Self::new();
        session.ok(json!({ "op": "new", "game": "foxy-and-wooly", "players": players }));
        session
    }

    #[allow(clippy::needless_pass_by_value, reason = "requests are written where they are asked")]
    fn ask(&mut self, request: Value) -> Value {
        self.0.answer(&request.to_string()).unwrap().0
    }

    fn ok(&mut self, request: Value) -> Value {
        let answer = self.ask(request);
        assert_eq!(answer["ok"], true, "{answer}");
        answer
    }

    fn error(&mut self, request: Value) -> String {
        let answer = self.ask(request);
        assert_eq!(answer["ok"], false, "{answer}");
        answer["error"].as_str().unwrap().to_owned()
    }
}

#[test]
fn hello_names_the_protocol() {
    let answer = Session::new().ok(json!({ "op": "hello" }));
    assert_eq!(answer["protocol"], 1);
    assert_eq!(answer["name"], "Bellwether");
    assert!(answer["version"].is_string());
}

#[test]
fn games_says_what_there_is() {
    let answer = Session::new().ok(json!({ "op": "games" }));
    let games = answer["games"].as_array().unwrap();
    let foxy = games.iter().find(|game| game["id"] == "foxy-and-wooly").unwrap();
    assert_eq!(
        *foxy,
        json!({
            "id": "foxy-and-wooly",
            "players": { "min": 2, "max": 4 },
            "options": { "gate": { "default": "left", "values": ["left", "right"] } },
            "sets": ["meadowlark-1"],
        })
    );
}

#[test]
fn the_id_of_a_request_comes_back_whatever_it_is() {
    let mut session = Session::new();
    for id in [json!(7), json!("x"), json!(null), json!({ "a": [1] })] {
        assert_eq!(session.ask(json!({ "op": "hello", "id": id }))["id"], id);
        assert_eq!(session.ask(json!({ "op": "bark", "id": id }))["id"], id);
    }
    assert!(session.ask(json!({ "op": "hello" })).get("id").is_none());
}

#[test]
fn ops_that_need_a_game_are_refused_before_there_is_one() {
    let ops = ["turn", "state", "hash", "scores", "record", "undo"].map(|op| json!({ "op": op }));
    let others = [
        json!({ "op": "legal", "seat": 1 }),
        json!({ "op": "apply", "seat": 1, "action": "take" }),
        json!({ "op": "roll", "seed": 1 }),
        json!({ "op": "perft", "depth": 1 }),
        json!({ "op": "random", "seed": 1, "count": 1 }),
        json!({ "op": "bot", "seat": 1, "level": 1 }),
    ];
    for request in ops.into_iter().chain(others) {
        assert_eq!(
            Session::new().error(request),
            "there is no game yet: `new` or `load` makes one"
        );
    }
}

#[test]
fn a_failed_new_or_load_leaves_the_game_as_it_was() {
    let mut session = Session::with_game(3);
    session.ok(json!({ "op": "roll", "seed": 3 }));
    let before = session.ok(json!({ "op": "record" }));
    for request in [
        json!({ "op": "new", "game": "chess", "players": 2 }),
        json!({ "op": "new", "game": "foxy-and-wooly", "players": 9 }),
        json!({ "op": "new", "game": "foxy-and-wooly", "players": 2, "options": { "gate": "up" } }),
        json!({ "op": "new", "game": "foxy-and-wooly", "players": 2, "options": { "moon": "full" } }),
        json!({ "op": "new", "game": "foxy-and-wooly", "players": 2, "set": "none-1" }),
        json!({ "op": "load", "record": "[game \"foxy-and-wooly\"]\n[players \"2\"]\n* deal w1\n" }),
    ] {
        session.error(request);
        assert_eq!(session.ok(json!({ "op": "record" })), before);
    }
}

#[test]
fn legal_lists_are_sorted_by_bytes_with_reduced_probabilities_for_the_dealer() {
    let mut session = Session::with_game(2);
    let actions = session.ok(json!({ "op": "legal", "seat": "*" }))["actions"].clone();
    assert_eq!(actions[0], json!({ "action": "deal flock", "p": [1, 10] }));
    assert_eq!(actions.as_array().unwrap().len(), 10);
    assert_eq!(session.ok(json!({ "op": "legal", "seat": 1 }))["actions"], json!([]));
    session.ok(json!({ "op": "roll", "seed": 1 }));
    assert_eq!(session.ok(json!({ "op": "legal", "seat": "*" }))["actions"], json!([]));
    let turn = session.ok(json!({ "op": "turn" }))["turn"][0].clone();
    let actions = session.ok(json!({ "op": "legal", "seat": turn }))["actions"].clone();
    let texts: Vec<&str> =
        actions.as_array().unwrap().iter().map(|action| action.as_str().unwrap()).collect();
    assert!(texts.contains(&"chase") && texts.is_sorted(), "{texts:?}");
    assert_eq!(
        session.error(json!({ "op": "legal", "seat": 3 })),
        "there is no seat 3 at a table of 2"
    );
    assert_eq!(session.error(json!({ "op": "legal", "seat": 0 })), "there is no seat 0");
}

#[test]
fn apply_and_undo_give_the_turn() {
    let mut session = Session::with_game(2);
    let answer = session.ok(json!({ "op": "apply", "seat": "*", "action": "deal gun" }));
    assert_eq!((&answer["action"], &answer["turn"]), (&json!("deal gun"), &json!("*")));
    assert_eq!(
        session.error(json!({ "op": "apply", "seat": 1, "action": "chase" })),
        "the dealer is to act now"
    );
    session.ok(json!({ "op": "roll", "seed": 1 }));
    let hash = session.ok(json!({ "op": "hash" }))["hash"].clone();
    let seat = session.ok(json!({ "op": "turn" }))["turn"][0].clone();
    session.ok(json!({ "op": "apply", "seat": seat, "action": "chase" }));
    assert_ne!(session.ok(json!({ "op": "hash" }))["hash"], hash);
    assert_eq!(session.ok(json!({ "op": "undo" }))["turn"], json!([seat]));
    assert_eq!(session.ok(json!({ "op": "hash" }))["hash"], hash);
    assert_eq!(session.ok(json!({ "op": "undo", "count": 0 }))["turn"], json!([seat]));
    assert_eq!(session.ok(json!({ "op": "undo", "count": 21 }))["turn"], "*");
    assert_eq!(
        session.error(json!({ "op": "undo" })),
        "1 actions cannot be taken back: there have been 0"
    );
}

#[test]
fn a_roll_plays_the_dealer_until_a_seat_is_to_act_and_then_nothing() {
    let mut session = Session::with_game(4);
    let rolled = session.ok(json!({ "op": "roll", "seed": 18_446_744_073_709_551_615u64 }));
    assert_eq!(rolled["actions"].as_array().unwrap().len(), 23);
    let again = session.ok(json!({ "op": "roll", "seed": 1 }));
    assert_eq!(again["actions"], json!([]));
    assert_eq!(again["turn"], rolled["turn"]);
}

#[test]
fn the_hash_is_that_of_the_state_as_it_is_shown() {
    use sha2::{Digest, Sha256};
    let mut session = Session::with_game(3);
    session.ok(json!({ "op": "roll", "seed": 8 }));
    let state = session.ok(json!({ "op": "state" }))["state"].to_string();
    let digest = Sha256::digest(state.as_bytes());
    let expected: Vec<String> = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(session.ok(json!({ "op": "hash" }))["hash"], expected.concat());
}

#[test]
fn perft_counts_action_sequences() {
    let mut session = Session::with_game(2);
    let mut nodes =
        |depth: u64| session.ok(json!({ "op": "perft", "depth": depth }))["nodes"].clone();
    assert_eq!(nodes(0), 1);
    assert_eq!(nodes(1), 10);
    assert_eq!(nodes(2), 90);
    assert_eq!(nodes(3), 90 * 12);
}

#[test]
fn a_count_that_would_take_too_long_is_refused() {
    let mut session = Session::with_game(2);
    let answer = session.error(json!({ "op": "random", "seed": 1, "count": 1_000_000_000_000u64 }));
    assert_eq!(answer, "at most 10000000 games are played in one request");
    let answer = session.error(json!({ "op": "perft", "depth": 1000 }));
    assert_eq!(
        answer,
        "more than 10000000 positions would have to be looked at: ask for a smaller depth"
    );
}

#[test]
fn perft_of_a_finished_game_is_one_at_any_depth() {
    let record = include_str!("../../foxy-and-wooly/fixtures/games/2-players-gate-left.bwr");
    let mut session = Session::new();
    assert_eq!(session.ok(json!({ "op": "load", "record": record }))["turn"], "over");
    assert_eq!(session.ok(json!({ "op": "perft", "depth": 4_000_000_000u64 }))["nodes"], 1);
    let scores = session.ok(json!({ "op": "scores" }));
    assert_eq!(scores["scores"].as_array().unwrap().len(), 2);
    assert!(!scores["winners"].as_array().unwrap().is_empty());
    assert_eq!(session.ok(json!({ "op": "record" }))["record"], record);
}

#[test]
fn random_games_leave_the_current_game_alone() {
    let mut session = Session::with_game(3);
    session.ok(json!({ "op": "roll", "seed": 1 }));
    let before = session.ok(json!({ "op": "record" }));
    let played = session.ok(json!({ "op": "random", "seed": 7, "count": 50 }));
    assert_eq!(played["games"], 50);
    assert!(played["actions"].as_u64().unwrap() > 50 * 30);
    assert!(played["nanos"].is_u64());
    assert_eq!(session.ok(json!({ "op": "record" })), before);
    let again = session.ok(json!({ "op": "random", "seed": 7, "count": 50 }));
    assert_eq!(again["actions"], played["actions"]);
}

#[test]
fn wrong_requests_get_a_sentence() {
    let mut session = Session::with_game(2);
    for (request, sentence) in [
        (json!([]), "a request is a JSON object such as {\"op\": \"hello\"}"),
        (json!({}), "the field \"op\" is missing"),
        (json!({ "op": 3 }), "the field \"op\" is a text"),
        (json!({ "op": "bark" }), "there is no op \"bark\""),
        (json!({ "op": "new", "game": "foxy-and-wooly" }), "the field \"players\" is missing"),
        (
            json!({ "op": "new", "game": "foxy-and-wooly", "players": "2" }),
            "the field \"players\" is a whole number from 0 to 18446744073709551615",
        ),
        (
            json!({ "op": "new", "game": "foxy-and-wooly", "players": 2, "options": ["gate"] }),
            "the field \"options\" is an object of texts",
        ),
        (
            json!({ "op": "legal", "seat": "one" }),
            "the field \"seat\" is the number of a seat, or \"*\"",
        ),
        (
            json!({ "op": "legal", "seat": 1.5 }),
            "the field \"seat\" is the number of a seat, or \"*\"",
        ),
        (json!({ "op": "bot", "seat": 1, "level": 6 }), "there is no level 6: levels are 1 to 5"),
        (
            json!({ "op": "bot", "seat": 1, "level": 5, "millis": 1, "sims": 1 }),
            "give either \"millis\" or \"sims\", not both",
        ),
    ] {
        assert_eq!(session.error(request), sentence);
    }
}

#[test]
fn unknown_fields_are_ignored() {
    assert_eq!(Session::new().ok(json!({ "op": "hello", "colour": "green" }))["protocol"], 1);
}

#[test]
fn blank_lines_are_skipped_and_a_last_line_needs_no_newline() {
    let answers = answers(b"\n  \r\n{\"op\":\"hello\"}\r\n\t\n{\"op\":\"games\"}");
    assert_eq!(answers.len(), 2);
    assert!(answers.iter().all(|answer| answer["ok"] == true));
}

#[test]
fn quit_answers_and_ends() {
    let answers = answers(b"{\"op\":\"quit\",\"id\":1}\n{\"op\":\"hello\"}\n");
    assert_eq!(answers, [json!({ "ok": true, "id": 1 })]);
}

#[test]
fn bad_utf8_noise_and_deep_nesting_get_one_error_each() {
    let mut input = b"\xff\xfe\n{\"op\":\"hello\"\n".to_vec();
    input.extend("[".repeat(100_000).bytes());
    input.extend(b"\n{\"op\":\"hello\"}\n");
    let answers = answers(&input);
    let oks: Vec<bool> = answers.iter().map(|answer| answer["ok"].as_bool().unwrap()).collect();
    assert_eq!(oks, [false, false, false, true]);
    assert_eq!(answers[0]["error"], "the line is not UTF-8 from byte 1");
}

#[test]
fn a_line_of_the_longest_length_is_read_and_a_longer_one_refused() {
    let request = |length: usize| {
        let mut line = b"{\"op\":\"hello\"}".to_vec();
        line.resize(length, b' ');
        line.push(b'\n');
        line
    };
    let mut input = request(1_048_576);
    input.extend(request(1_048_577));
    input.extend(b"{\"op\":\"hello\"}\n");
    let answers = answers(&input);
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[0]["ok"], true);
    assert_eq!(answers[1]["error"], "the line is longer than 1048576 bytes");
    assert_eq!(answers[2]["ok"], true);
}

#[test]
fn ten_megabytes_of_noise_are_answered_line_by_line() {
    let mut noise = Vec::with_capacity(10 << 20);
    let mut word = 1u64;
    while noise.len() < 10 << 20 {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        noise.extend(word.to_be_bytes());
    }
    noise.extend(b"\n{\"op\":\"hello\"}");
    let answers = answers(&noise);
    let (last, others) = answers.split_last().unwrap();
    assert_eq!(last["ok"], true);
    assert!(others.iter().all(|answer| answer["ok"] == false));
}

/// A request with plausible fields.
fn any_request() -> impl Strategy<Value = Value> {
    let op = proptest::sample::select(vec![
        "hello", "games", "new", "load", "turn", "legal", "apply", "undo", "roll", "state", "hash",
        "scores", "record", "bark",
    ]);
    let seat = prop_oneof![
        (0u8..6).prop_map(|seat| json!(seat)),
        Just(json!("*")),
        Just(json!("1")),
        Just(json!(null)),
        Just(json!(-1)),
    ];
    let action = proptest::sample::select(vec![
        "chase", "take", "bid 0", "bid 3", "pass", "deal gun", "first 1", "take gun", "x", "",
    ]);
    (op, seat, action, 0u8..6).prop_map(|(op, seat, action, number)| {
        json!({
            "op": op, "seat": seat, "action": action, "game": "foxy-and-wooly", "players": number,
            "seed": number, "count": number, "record": action,
        })
    })
}

proptest! {
    #[test]
    fn every_request_has_one_answer_and_a_refused_one_changes_nothing(
        requests in proptest::collection::vec(any_request(), 1..60),
    ) {
        let mut session = Session::with_game(2);
        for request in requests {
            let before = session.0.hash();
            let answer = session.ask(request);
            if answer["ok"] == false {
                prop_assert!(answer["error"].as_str().is_some_and(|error| !error.is_empty()));
                prop_assert_eq!(session.0.hash(), before);
            }
        }
    }
}
