//! Component files.

use foxy_and_wooly::{Components, FoxyAndWooly};
use proptest::prelude::*;
use rules::conformance::random_play;
use rules::{ComponentSet, Setup};

const GOOD: &str = include_str!("../data/meadowlark-1.txt");

fn error(text: &str) -> String {
    Components::parse(text).unwrap_err().to_string()
}

/// The standard file with one line replaced; the error names that line.
fn error_with(line: &str, replacement: &str) -> String {
    assert!(GOOD.contains(line), "{line}");
    error(&GOOD.replacen(line, replacement, 1))
}

#[test]
fn a_wrong_line_is_named_with_its_reason() {
    assert_eq!(
        error_with("cubes 9", "cubes nine"),
        "line 10: \"nine\" is not a count: a whole number from 0 to 20, written without leading zeros, is needed"
    );
    assert_eq!(
        error_with("cubes 9", "cubes 9\ncubes 9"),
        "line 11: the cubes are given a second time"
    );
    assert_eq!(error_with("token w1 1", "token w0 1"), "line 16: there is no token \"w0\"");
    assert_eq!(
        error_with("token w2 1", "token w1 1"),
        "line 17: the token w1 is given a second time"
    );
    assert_eq!(
        error_with("token w2 1", "tokens w2 1"),
        "line 17: \"tokens w2 1\" is none of `cubes N`, `field N wolves N specials …`, `token NAME N`"
    );
    assert_eq!(
        error_with("3 wolves 2 specials", "3 wolves 2 cats"),
        "line 13: \"2 cats\" is not `N wolves` or `N specials`"
    );
    assert_eq!(
        error_with("field 3 wolves", "field 32 wolves"),
        "line 13: the field has at most 32 tokens"
    );
}

#[test]
fn what_is_missing_is_named_at_the_end() {
    assert_eq!(
        error_with("cubes 9", ""),
        "line 37: a player starts with at least one cube: `cubes N` is missing or 0"
    );
    assert_eq!(
        error_with("token w1 1", "token w1 0"),
        "line 37: there are 11 wolves, but the field and four players need 12"
    );
    assert_eq!(
        error_with("token gun 1", ""),
        "line 37: there are 9 special tokens, but the field and four players need 10"
    );
}

#[test]
fn a_set_for_another_game_is_refused() {
    assert_eq!(
        error("set chess x-1"),
        "line 1: this is a set for \"chess\", not for foxy-and-wooly"
    );
}

#[test]
fn a_game_can_be_played_with_another_set() {
    let text = GOOD
        .replace("meadowlark-1", "doubled-1")
        .replace("cubes 9", "cubes 6")
        .replace("token gun 1", "token gun 3")
        .replace("token pair8 1", "token pair8 2")
        .replace("token top 1", "token top 2");
    let set: &'static Components = Box::leak(Box::new(Components::parse(&text).unwrap()));
    let setup = Setup::<FoxyAndWooly>::new(4).unwrap().with_set(set);
    for seed in 0..50 {
        let play = random_play(setup, seed);
        let again = rules::Play::<FoxyAndWooly>::load(&play.record(), &[set]).unwrap();
        assert_eq!(again.state(), play.state());
    }
}

proptest! {
    #[test]
    fn any_text_is_a_set_or_refused(text in "(set foxy-and-wooly a\n)?(cubes [0-9]{1,3}\n|field( [0-9]{1,2} (wolves|specials|x))*\n|token [a-z0-9-]{0,6} [0-9]{1,2}\n|.{0,20}\n){0,12}") {
        if let Err(error) = Components::parse(&text) {
            prop_assert!(error.line <= text.lines().count().max(1));
            prop_assert!(!error.reason.is_empty());
        }
    }
}
