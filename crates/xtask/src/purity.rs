//! Purity: rules and games do no I/O, read no clock and draw no random numbers; no iteration order of
//! a hash table can reach a player; bots compute the same on every machine.

use crate::finding::Finding;
use crate::source::is_word;
use crate::tidy::File;
use crate::workspace::GAMES;

/// The modules of `std` with access to the outside.
const IMPURE_STD_MODULES: [&str; 7] = ["fs", "io", "net", "time", "env", "process", "thread"];

/// Floating-point functions whose last digits depend on the platform. Square roots are exact
/// everywhere.
const PLATFORM_DEPENDENT_MATH: [&str; 28] = [
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "exp",
    "exp2", "exp_m1", "gamma", "hypot", "ln", "ln_1p", "ln_gamma", "log", "log10", "log2", "powf",
    "powi", "sin", "sin_cos", "sinh", "tan", "tanh",
];

/// The conformance suite reads fixtures; it is compiled into tests only.
const CONFORMANCE: &str = "crates/rules/src/conformance/";

/// The problems of a file of a pure crate.
pub(crate) fn check(file: &File) -> Vec<Finding> {
    let mut findings = Vec::new();
    if is_shelved(file.path) {
        findings.extend(hash_tables(file));
        findings.extend(unsafe_code(file));
    }
    if is_pure(file.path) {
        findings.extend(outside(file));
        findings.extend(random_numbers(file));
    }
    if file.path.starts_with("crates/bots/src/") {
        findings.extend(inexact(file));
    }
    findings
}

fn crate_and_rest(path: &str) -> Option<(&str, &str)> {
    path.strip_prefix("crates/")?.split_once('/')
}

fn is_shelved(path: &str) -> bool {
    crate_and_rest(path)
        .is_some_and(|(name, _)| name == "rules" || name == "registry" || GAMES.contains(&name))
}

fn is_pure(path: &str) -> bool {
    let in_source = crate_and_rest(path).is_some_and(|(name, rest)| {
        (name == "rules" || GAMES.contains(&name)) && rest.starts_with("src/")
    });
    in_source && !path.starts_with(CONFORMANCE)
}

fn unsafe_code(file: &File) -> Option<Finding> {
    let is_root = crate_and_rest(file.path).is_some_and(|(_, rest)| rest == "src/lib.rs");
    let forbidden = file.source.code().contains("#![forbid(unsafe_code)]");
    let advice = "add `#![forbid(unsafe_code)]` below the module docs";
    (is_root && !forbidden).then(|| Finding::about(file.path, advice))
}

fn hash_tables(file: &File) -> Vec<Finding> {
    let uses = |name: &'static str| words(file.source.code(), name);
    let found = uses("HashMap").chain(uses("HashSet"));
    let advice = "the order of a hash table could reach a player: use `BTreeMap` or `BTreeSet`";
    found.map(|at| file.finding(at, advice)).collect()
}

fn outside(file: &File) -> Vec<Finding> {
    let code = file.source.code();
    let mut findings = Vec::new();
    for at in words(code, "std") {
        let Some(path) = code[at + "std".len()..].strip_prefix("::") else { continue };
        for module in first_names(path).into_iter().filter(|name| IMPURE_STD_MODULES.contains(name))
        {
            let advice = format!("the rules know nothing outside themselves: no `std::{module}`");
            findings.push(file.finding(at, advice));
        }
    }
    findings
}

/// The first name of a path, or of each path in a group `{a::b, c}`.
fn first_names(path: &str) -> Vec<&str> {
    let Some(group) = path.strip_prefix('{') else { return vec![first_word(path)] };
    let mut names = vec![first_word(group.trim_start())];
    let mut depth = 0;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.push(first_word(group[at + 1..].trim_start())),
            _ => {}
        }
    }
    names
}

fn first_word(text: &str) -> &str {
    &text[..text.find(|c| !is_word(c)).unwrap_or(text.len())]
}

fn random_numbers(file: &File) -> Vec<Finding> {
    let code = file.source.code();
    let is_crate = |at: &usize| {
        let after = &code[*at..];
        let rest = &after[first_word(after).len()..];
        rest.starts_with("::") || code[..*at].trim_end().ends_with("use")
    };
    let advice = "the dealer's choices are handed in: no random numbers here";
    let starts = code.match_indices("rand").map(|(at, _)| at).filter(|&at| starts_word(code, at));
    let crates = starts.filter(|&at| {
        let word = first_word(&code[at..]);
        word == "rand" || word.starts_with("rand_")
    });
    crates.filter(is_crate).map(|at| file.finding(at, advice)).collect()
}

fn inexact(file: &File) -> Vec<Finding> {
    let code = file.source.code();
    let mut findings = Vec::new();
    for name in PLATFORM_DEPENDENT_MATH {
        let called = |at: &usize| {
            let before = code[..*at].trim_end();
            before.ends_with('.') || ["f32::", "f64::"].iter().any(|path| before.ends_with(path))
        };
        let advice = format!(
            "bots say the same on every machine: no `{name}`, whose last digits hang on the platform"
        );
        findings.extend(words(code, name).filter(called).map(|at| file.finding(at, &advice)));
    }
    findings
}

fn starts_word(code: &str, at: usize) -> bool {
    !code[..at].ends_with(is_word)
}

/// The positions of a word in the code.
fn words<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let found = code.match_indices(word).map(|(at, _)| at);
    found.filter(move |&at| starts_word(code, at) && first_word(&code[at..]) == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(path: &str, text: &str) -> Vec<String> {
        check(&File::new(path, text)).iter().map(Finding::to_string).collect()
    }

    #[test]
    fn the_rules_reach_nothing_outside() {
        let no = |module: &str, line| {
            format!(
                "crates/rules/src/a.rs:{line}: the rules know nothing outside themselves: no `std::{module}`"
            )
        };
        let text = "use std::{\n    fmt, io::{self, fs}, time\n};\nlet x = std::env::var();\n\
                    use std::thread_local; // std::fs\nmystd::fs();\n";
        assert_eq!(
            findings("crates/rules/src/a.rs", text),
            [no("io", 1), no("time", 1), no("env", 4)]
        );
    }

    #[test]
    fn the_rules_draw_nothing() {
        let advice = "the dealer's choices are handed in: no random numbers here";
        let text = "use rand::Rng;\nlet rand = 1;\nrand_chacha::f();\nuse rand;\nfn operand() {}\n";
        let expected = [1, 3, 4].map(|line| format!("crates/glen-more/src/a.rs:{line}: {advice}"));
        assert_eq!(findings("crates/glen-more/src/a.rs", text), expected);
    }

    #[test]
    fn tests_registry_and_conformance_may_reach_outside() {
        let text = "use std::fs;\nuse rand::Rng;\n";
        for path in [
            "crates/tipperary/tests/a.rs",
            "crates/registry/src/a.rs",
            "crates/rules/src/conformance/a.rs",
            "crates/bots/src/a.rs",
        ] {
            assert!(findings(path, text).is_empty(), "{path}");
        }
    }

    #[test]
    fn bots_reckon_alike_on_every_machine() {
        let no = |name: &str, line| {
            format!(
                "crates/bots/src/a.rs:{line}: bots say the same on every machine: no `{name}`, whose \
                 last digits hang on the platform"
            )
        };
        let text = "let a = x.sqrt() + x\n    .exp();\nlet b = f32::powi(x, 2); // x.ln()\n\
                    fn log(line: &str) {}\nlet tan = logged.expected();\n";
        assert_eq!(findings("crates/bots/src/a.rs", text), [no("exp", 2), no("powi", 3)]);
        assert!(findings("crates/bots/tests/a.rs", text).is_empty());
        assert!(findings("crates/web/src/a.rs", text).is_empty());
    }

    #[test]
    fn hash_tables_are_for_others() {
        let text = "/// Not a HashMap.\nuse std::collections::HashMap;\nlet s: MyHashSet;\n";
        let expected = "crates/registry/tests/a.rs:2: the order of a hash table could reach a player: \
                        use `BTreeMap` or `BTreeSet`";
        assert_eq!(findings("crates/registry/tests/a.rs", text), [expected]);
        assert!(findings("crates/server/src/a.rs", text).is_empty());
    }

    #[test]
    fn unsafe_code_is_forbidden_at_the_root_of_a_crate() {
        let good = "//! Docs.\n#![forbid(unsafe_code)]\n";
        assert!(findings("crates/registry/src/lib.rs", good).is_empty());
        assert!(findings("crates/registry/src/other.rs", "//! Docs.\n").is_empty());
        assert_eq!(
            findings("crates/registry/src/lib.rs", "//! #![forbid(unsafe_code)]\n"),
            ["crates/registry/src/lib.rs: add `#![forbid(unsafe_code)]` below the module docs"]
        );
    }
}
