//! The names of a crate's tests, from its source.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Result;

use crate::files;
use crate::source::{Source, is_word};

/// The file of the macros with the tests that all games share.
const SUITES: &str = "crates/rules/src/conformance/mod.rs";

/// The tests of a game's crate, including those of the common suites.
pub(crate) fn game(root: &Path, game: &str) -> Result<BTreeSet<String>> {
    let suites = suites(&Source::new(&files::read(root, SUITES)?));
    let mut names = BTreeSet::new();
    for path in files::below(root, &root.join("crates").join(game))? {
        if files::has_ending(&path, "rs") {
            let source = Source::new(&files::read(root, &path)?);
            names.extend(written(source.code()));
            names.extend(from_suites(source.code(), &suites));
        }
    }
    Ok(names)
}

/// The functions with `#[test]` in a piece of code.
fn written(code: &str) -> impl Iterator<Item = String> {
    code.split("#[test]").skip(1).filter_map(|after| {
        let name = skip_attributes(after).strip_prefix("fn ")?.trim_start();
        let length = name.find(|c| !is_word(c)).unwrap_or(name.len());
        (length > 0).then(|| name[..length].to_owned())
    })
}

fn skip_attributes(code: &str) -> &str {
    let code = code.trim_start();
    if !code.starts_with("#[") {
        return code;
    }
    let mut depth = 0;
    let end = code.find(|c| {
        depth += i32::from(c == '[') - i32::from(c == ']');
        c == ']' && depth == 0
    });
    end.map_or("", |end| skip_attributes(&code[end + 1..]))
}

/// The tests that a call of a suite's macro adds.
fn from_suites(code: &str, suites: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<String> {
    let called = suites.iter().filter(|(suite, _)| code.contains(&format!("{suite}!(")));
    called.flat_map(|(_, names)| names.clone()).collect()
}

/// The macros of a file with their tests: written out, or as a list of names, one per line.
fn suites(source: &Source) -> BTreeMap<String, BTreeSet<String>> {
    let macros = source.code().split("macro_rules! ").skip(1);
    let suite = |text: &str| {
        let (name, body) = text.split_once(" {")?;
        let body = body.split("\n}").next()?;
        let listed = body.lines().filter_map(|line| line.trim().strip_suffix(','));
        let listed = listed.filter(|name| name.chars().all(is_word)).map(str::to_owned);
        Some((name.to_owned(), listed.chain(written(body)).collect()))
    };
    macros.filter_map(suite).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace;

    fn names(text: &str) -> Vec<String> {
        written(Source::new(text).code()).collect()
    }

    #[test]
    fn tests_are_found_with_attributes_and_inside_macros() {
        let text = "#[test]\nfn one() {}\n  #[test]\n  #[should_panic(expected = \"]\")]\n\
                    // why\n  fn two() {}\nproptest! { #[test] fn three(x in 0..9) {} }";
        assert_eq!(names(text), ["one", "two", "three"]);
    }

    #[test]
    fn what_is_no_test_is_not_found() {
        let text = "fn helper() {}\n// #[test]\n// fn gone() {}\nlet t = \"#[test] fn text() {}\";\n\
                    #[test]\nfn $law() {}";
        assert!(names(text).is_empty());
    }

    #[test]
    fn a_suite_brings_its_tests_only_where_it_is_called() {
        let text = "macro_rules! laws {\n    ($game:ty) => {\n        one,\n        two,\n    };\n}\n\
                    macro_rules! files {\n    () => {\n        #[test]\n        fn three() {}\n    };\n}\n";
        let suites = suites(&Source::new(text));
        let of = |code: &str| from_suites(code, &suites).into_iter().collect::<Vec<_>>();
        assert_eq!(of("rules::laws!(Game);"), ["one", "two"]);
        assert_eq!(of("rules::files!();"), ["three"]);
        assert!(of("fn laws() {}").is_empty());
    }

    #[test]
    fn the_common_suites_are_understood() {
        let suites = suites(&Source::new(&files::read(&workspace::root(), SUITES).unwrap()));
        assert!(suites["conformance_suite"].contains("notation_round_trips"));
        assert!(suites["fixture_suite"].contains("recorded_games_replay_to_their_results"));
    }
}
