//! The commands of the program.

use std::io::Write;
use std::process::{Command, Output, Stdio};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../foxy-and-wooly/fixtures");

fn run_with(input: &str, arguments: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bellwether"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program may close its input before it has read all of it.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn run(arguments: &[&str]) -> Output {
    run_with("", arguments)
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn help_shows_every_command_and_examples() {
    let output = run(&["-h"]);
    assert!(output.status.success());
    let help = stdout(&output);
    for word in ["games", "play", "replay", "verify", "engine", "Examples"] {
        assert!(help.contains(word), "{help}");
    }
}

#[test]
fn games_lists_what_there_is() {
    let text = stdout(&run(&["games"]));
    assert!(
        text.contains("Foxy & Wooly")
            && text.contains("2 to 4 players")
            && text.contains("left | right")
    );
    assert!(stdout(&run(&["games", "foxy-and-wooly"])).starts_with("# Foxy & Wooly"));
    let unknown = run(&["games", "chess"]);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(stderr(&unknown).contains("there is no game \"chess\""));
}

#[test]
fn replay_tells_a_game_move_by_move_with_the_result() {
    let output = run(&["replay", &format!("{FIXTURES}/games/shared-victory.bwr")]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.starts_with("Foxy & Wooly: Aoife"), "{text}");
    assert!(
        text.contains("chases the wolf")
            && text.contains("Total")
            && text.contains("share the victory")
    );
    assert!(!text.contains('\u{1b}'), "no colour in a pipe");
}

#[test]
fn verify_accepts_whole_games_and_says_what_it_checked() {
    let output = run(&[
        "verify",
        &format!("{FIXTURES}/games/2-players-gate-left.bwr"),
        &format!("{FIXTURES}/games/4-players-gate-right.bwr"),
    ]);
    assert!(output.status.success());
    assert_eq!(stdout(&output).matches("valid.").count(), 2);
}

#[test]
fn verify_refuses_a_damaged_record_with_status_1_and_a_sentence_on_standard_error() {
    let output = run(&["verify", &format!("{FIXTURES}/damaged/action-unknown.bwr")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).is_empty());
    assert!(
        stderr(&output).contains("line 31: there is no action \"shoot\""),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_file_that_is_not_there_or_not_text_is_named() {
    let missing = run(&["replay", "no-such-file.bwr"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(stderr(&missing).contains("no-such-file.bwr"));
    let program = run(&["verify", env!("CARGO_BIN_EXE_bellwether")]);
    assert_eq!(program.status.code(), Some(1));
    assert!(stderr(&program).contains("this is not UTF-8"));
}

#[test]
fn wrong_usage_has_status_2() {
    for arguments in
        [&["bark"] as &[&str], &[], &["verify"], &["play", "-o", "gate"], &["replay", "a", "b"]]
    {
        assert_eq!(run(arguments).status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn a_record_can_come_from_standard_input() {
    let record =
        std::fs::read_to_string(format!("{FIXTURES}/games/tie-broken-by-sheep.bwr")).unwrap();
    assert!(run_with(&record, &["verify", "-"]).status.success());
}

#[test]
fn the_engine_speaks_on_standard_streams_and_ends_with_status_0() {
    let output = run_with("{\"op\":\"hello\"}\n\nnoise\n", &["engine"]);
    assert!(output.status.success());
    assert_eq!(stdout(&output).lines().count(), 2);
}

#[test]
fn a_bad_component_file_is_refused_with_its_line() {
    let output = run(&["engine", "--set", &format!("{FIXTURES}/games/shared-victory.bwr")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("line 1: "), "{}", stderr(&output));
}

#[test]
fn a_game_in_the_terminal_can_be_played_to_its_end() {
    let input = "help\nrules\nlist\ntable\nscore\nundo\nbark\n1\nundo\nrecord\n".to_owned()
        + &"1\n".repeat(400);
    let output = run_with(&input, &["play", "foxy-and-wooly", "--players", "3", "--seed", "4"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("You have done nothing yet."), "{text}");
    assert!(text.contains("No: there is no action \"bark\"."), "{text}");
    assert!(text.contains("Taken back."), "{text}");
    assert!(text.contains("Total"), "{text}");
}

#[test]
fn a_game_in_the_terminal_can_be_left() {
    for input in ["quit\n", ""] {
        let output = run_with(input, &["play", "foxy-and-wooly", "-p", "2", "--seed", "1"]);
        assert!(output.status.success());
        assert!(stdout(&output).contains("Goodbye!"));
    }
    assert!(run_with("", &["play"]).status.success(), "no answer to the first question");
}

#[test]
fn a_table_that_cannot_be_is_refused() {
    let refused = |arguments: &[&str]| {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(1));
        stderr(&output)
    };
    assert!(refused(&["play", "foxy-and-wooly", "-p", "7"]).contains("2 to 4 players"));
    assert!(refused(&["play", "foxy-and-wooly", "-p", "2", "--seat", "3"]).contains("no seat 3"));
    assert!(
        refused(&["play", "foxy-and-wooly", "-p", "2", "-o", "gate=up"]).contains("left, right")
    );
}
