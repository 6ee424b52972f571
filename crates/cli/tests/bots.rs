//! Bots through the engine and the program: advice, hints, analyses and contests.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use bellwether::engine::Engine;
use serde_json::{Value, json};
use shelf::Shelf;

const RECORD: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../foxy-and-wooly/fixtures/games/shared-victory.bwr");

#[allow(clippy::needless_pass_by_value, reason = "requests are written where they are asked")]
fn ask(engine: &mut Engine, request: Value) -> Value {
    engine.answer(&request.to_string()).unwrap().0
}

/// An engine with a new game in which seats are to act, and one of them.
fn engine_with(game: &str, players: u64) -> (Engine, u64) {
    let mut engine = Engine::new(Shelf::new());
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
    assert_eq!(ask(&mut engine, endless)["error"], "a bot thinks for at most 600000 ms");
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
fn a_clear_contest_is_decided_early() {
    let out = folder("sprt").join("results.json");
    let mut arguments = contest(out.to_str().unwrap(), "2000");
    arguments.push("--sprt");
    let text = text_of(&arguments);
    assert!(text.contains("simple is stronger than the others"), "{text}");
    assert!(!text.contains("2000 games"), "{text}");
}
