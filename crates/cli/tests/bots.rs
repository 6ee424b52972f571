//! Bots through the engine and the commands: advice, hints, reviews and contests.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use bellwether::engine::Engine;
use registry::Registry;
use serde_json::{Value, json};

const RECORD: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../foxy-and-wooly/fixtures/games/shared-victory.bwr");

#[allow(clippy::needless_pass_by_value, reason = "requests are written where they are asked")]
fn ask(engine: &mut Engine, request: Value) -> Value {
    engine.answer(&request.to_string()).unwrap().0
}

/// An engine with a new game in which seats are to act, and one of them.
fn engine_with(game: &str, players: u64) -> (Engine, u64) {
    let mut engine = Engine::new(Registry::new());
    ask(&mut engine, json!({ "op": "new", "game": game, "players": players }));
    let answer = ask(&mut engine, json!({ "op": "roll", "seed": 5 }));
    let seat = answer["turn"][0].as_u64().unwrap();
    (engine, seat)
}

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bellwether")).args(arguments).output().unwrap()
}

fn text_of(arguments: &[&str]) -> String {
    let output = run(arguments);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout).unwrap()
}

/// An empty folder for a test's files.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_bot_answers_with_a_legal_action_and_shares_that_sum_to_one() {
    for game in ["foxy-and-wooly", "glen-more", "tipperary"] {
        let (mut engine, seat) = engine_with(game, 3);
        let legal = ask(&mut engine, json!({ "op": "legal", "seat": seat }));
        for level in 1..=5 {
            let request =
                json!({ "op": "bot", "seat": seat, "level": level, "sims": 20, "seed": 3 });
            let answer = ask(&mut engine, request.clone());
            assert_eq!(answer["ok"], true, "{answer}");
            assert!(legal["actions"].as_array().unwrap().contains(&answer["action"]), "{answer}");
            let value = answer["value"].as_array().unwrap();
            let sum: f64 = value.iter().map(|share| share.as_f64().unwrap()).sum();
            assert!(value.len() == 3 && (sum - 1.0).abs() < 1e-9, "{answer}");
            assert_eq!(answer["sims"], 20);
            assert_eq!(ask(&mut engine, request), answer, "the same request, the same answer");
        }
    }
}

#[test]
fn a_bot_thinks_only_for_a_seat_that_is_to_act() {
    let (mut engine, seat) = engine_with("foxy-and-wooly", 3);
    let other = seat % 3 + 1;
    let answer = ask(&mut engine, json!({ "op": "bot", "seat": other, "level": 1 }));
    assert_eq!(answer["error"], format!("seat {other} is not to act"));
    let answer = ask(&mut engine, json!({ "op": "bot", "seat": 4, "level": 1 }));
    assert_eq!(answer["error"], "there is no seat 4 at a table of 3");
    let endless = json!({ "op": "bot", "seat": seat, "level": 5, "millis": u64::MAX });
    assert_eq!(ask(&mut engine, endless)["error"], "a bot thinks for at most 600000 ms a turn");
    let many = json!({ "op": "bot", "seat": seat, "level": 5, "sims": 10_000_001 });
    let refusal = "a bot runs at most 10000000 simulations a decision";
    assert_eq!(ask(&mut engine, many)["error"], refusal);
}

/// With simulations the answer depends on the position and the seed only, not on earlier requests.
#[test]
fn a_bot_that_goes_by_simulations_remembers_nothing() {
    let request = |seat| json!({ "op": "bot", "seat": seat, "level": 5, "sims": 60, "seed": 9 });
    let (mut engine, _) = engine_with("foxy-and-wooly", 2);
    for _ in 0..8 {
        let turn = ask(&mut engine, json!({ "op": "turn" }));
        let Some(seat) = turn["turn"][0].as_u64() else { break };
        let timed = json!({ "op": "bot", "seat": seat, "level": 5, "millis": 1 });
        assert_eq!(ask(&mut engine, timed)["ok"], true);
        let answer = ask(&mut engine, request(seat));
        let record = ask(&mut engine, json!({ "op": "record" }))["record"].clone();
        let mut other = Engine::new(Registry::new());
        ask(&mut other, json!({ "op": "load", "record": record }));
        assert_eq!(ask(&mut other, request(seat)), answer);
        let action = answer["action"].clone();
        ask(&mut engine, json!({ "op": "apply", "seat": seat, "action": action }));
    }
}

/// With no time there is just one simulation, so that kept ones can be counted.
#[test]
fn another_game_and_an_undo_make_bots_forget() {
    let (mut engine, seat) = engine_with("foxy-and-wooly", 2);
    let sims = |engine: &mut Engine, seat: u64| {
        let request = json!({ "op": "bot", "seat": seat, "level": 4, "millis": 0 });
        ask(engine, request)["sims"].as_u64().unwrap()
    };
    assert_eq!([0; 3].map(|_| sims(&mut engine, seat)), [1, 2, 3]);
    let record = ask(&mut engine, json!({ "op": "record" }))["record"].clone();
    ask(&mut engine, json!({ "op": "load", "record": record }));
    assert_eq!([0; 2].map(|_| sims(&mut engine, seat)), [1, 2]);
    let turn = ask(&mut engine, json!({ "op": "apply", "seat": seat, "action": "chase" }));
    let other = turn["turn"][0].as_u64().unwrap();
    ask(&mut engine, json!({ "op": "apply", "seat": other, "action": "chase" }));
    sims(&mut engine, seat);
    ask(&mut engine, json!({ "op": "undo", "count": 2 }));
    assert_eq!(sims(&mut engine, seat), 1);
}

#[test]
fn a_hint_says_what_to_do_and_what_the_chances_are() {
    let whole = std::fs::read_to_string(RECORD).unwrap();
    let lines: Vec<&str> = whole.lines().take_while(|line| !line.starts_with("[result")).collect();
    let seats = |line: &&&str| line.starts_with(|first: char| first.is_ascii_digit());
    let decisions = lines.iter().filter(seats).count();
    let place = lines.iter().enumerate().filter(|(_, line)| seats(line)).nth(decisions / 2);
    let cut = folder("hint").join("cut.bwr");
    std::fs::write(&cut, lines[..place.unwrap().0].join("\n") + "\n").unwrap();
    let text = text_of(&["hint", cut.to_str().unwrap(), "--sims", "50"]);
    assert!(text.contains("should") && text.contains("Chances to win"), "{text}");
    let over = text_of(&["hint", RECORD, "--sims", "50"]);
    assert_eq!(over, "The game is over.\n");
}

#[test]
fn an_analysis_weighs_every_decision() {
    let text = text_of(&["analyse", RECORD, "--sims", "20"]);
    assert!(text.contains("gave away") && text.contains("urning point"), "{text}");
    let json: Value =
        serde_json::from_str(&text_of(&["analyse", RECORD, "--sims", "20", "--json"])).unwrap();
    let decisions = json["decisions"].as_array().unwrap();
    assert!(!decisions.is_empty());
    for decision in decisions {
        assert!(decision["loss"].as_f64().unwrap() >= 0.0, "{decision}");
        let shares = decision["value"].as_array().unwrap().iter();
        let sum: f64 = shares.map(|share| share.as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-6, "{decision}");
    }
}

fn contest<'a>(out: &'a str, games: &'a str) -> Vec<&'a str> {
    let game = ["arena", "--game", "foxy-and-wooly", "--bots", "simple,random"];
    game.into_iter().chain(["--games", games, "--out", out]).collect()
}

#[test]
fn a_contest_is_kept_and_goes_on_where_it_stopped() {
    let folder = folder("contest");
    let out = folder.join("results.json");
    let out = out.to_str().unwrap();
    let kept = || -> Value { serde_json::from_slice(&std::fs::read(out).unwrap()).unwrap() };
    let text = text_of(&contest(out, "4"));
    assert!(text.contains("4 games on 2 deals"), "{text}");
    let first = kept();
    assert_eq!(first["games"].as_array().unwrap().len(), 4);
    text_of(&contest(out, "8"));
    let second = kept();
    let (first, second) = (&first["games"], second["games"].as_array().unwrap());
    assert_eq!(&second[..4], first.as_array().unwrap(), "what was played is kept");
    assert_eq!(second.len(), 8);
    for picture in ["results-rates.svg", "results-scores.svg"] {
        assert!(std::fs::read_to_string(folder.join(picture)).unwrap().contains("<svg"));
    }
}

#[test]
fn another_contest_does_not_overwrite_the_results() {
    let out = folder("other-contest").join("results.json");
    let out = out.to_str().unwrap();
    text_of(&contest(out, "2"));
    let mut other = contest(out, "2");
    other.extend(["--players", "3"]);
    let output = run(&other);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("this is another contest"));
}

#[test]
fn a_contest_by_the_processors_time_is_another_one() {
    let out = folder("processor").join("results.json");
    let by_processor = |bots| {
        let game = ["arena", "--game", "foxy-and-wooly", "--bots", bots, "--processor-time"];
        game.into_iter().chain(["--games", "2", "--out", out.to_str().unwrap()]).collect::<Vec<_>>()
    };
    text_of(&by_processor("flat:1ms,random"));
    let mut by_clock = by_processor("flat:1ms,random");
    by_clock.retain(|argument| *argument != "--processor-time");
    let error = |arguments: &[&str]| {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(error(&by_clock).contains("this is another contest"));
    assert!(error(&by_processor("level5x2,random")).contains("grows several trees at once"));
}

#[test]
fn a_contest_is_not_continued_by_another_program() {
    let out = folder("other-program").join("results.json");
    text_of(&contest(out.to_str().unwrap(), "2"));
    let mut kept: Value = serde_json::from_slice(&std::fs::read(&out).unwrap()).unwrap();
    kept["terms"]["program"] = json!("0.0.1 0123456789abcdef");
    std::fs::write(&out, kept.to_string()).unwrap();
    let output = run(&contest(out.to_str().unwrap(), "4"));
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("another build of the program"), "{error}");
}

#[test]
fn more_bots_than_seats_meet_in_pairs_and_each_pair_has_its_file() {
    let folder = folder("pairs");
    let out = folder.join("results.json");
    let out = out.to_str().unwrap();
    let game = ["arena", "--game", "foxy-and-wooly", "--bots", "simple,greedy,random"];
    let arguments: Vec<&str> = game.into_iter().chain(["--games", "2", "--out", out]).collect();
    let text = text_of(&arguments);
    assert_eq!(text.matches("2 games on 1 deals").count(), 3, "{text}");
    for pair in ["1-2", "1-3", "2-3"] {
        let kept = std::fs::read(folder.join(format!("results-{pair}.json"))).unwrap();
        let kept: Value = serde_json::from_slice(&kept).unwrap();
        assert_eq!(kept["games"].as_array().unwrap().len(), 2);
        assert!(folder.join(format!("results-{pair}-rates.svg")).exists());
    }
    assert_eq!(text_of(&arguments), text, "what was played is not played again");
}

#[test]
fn a_clear_contest_is_decided_early() {
    let out = folder("sprt").join("results.json");
    let mut arguments = contest(out.to_str().unwrap(), "2000");
    arguments.push("--sprt");
    let text = text_of(&arguments);
    assert!(text.contains("simple is stronger than the others"), "{text}");
    assert!(!text.contains("2000 games"), "{text}");
}
