//! What people may be called, and which names look alike.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use rules::Refusal;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::{MixedScript, RestrictionLevel, RestrictionLevelDetection, skeleton};

use crate::text::is_invisible;

const LONGEST: usize = 24;
/// The most accents on one letter: Thai needs two, Devanagari three.
const MOST_MARKS: usize = 3;

/// What the name of a program ends in. No person's name has brackets.
const PROGRAM: &str = " (bot)";

/// Names that somebody might be taken for the server by, or for nobody.
const RESERVED: [&str; 27] = [
    "admin",
    "administrator",
    "anonymous",
    "bellwether",
    "bot",
    "bots",
    "computer",
    "dealer",
    "deleted",
    "everyone",
    "guest",
    "host",
    "level1",
    "level2",
    "level3",
    "level4",
    "level5",
    "mod",
    "moderator",
    "nobody",
    "null",
    "official",
    "operator",
    "root",
    "server",
    "somebody",
    "system",
];

static RESERVED_SHAPES: LazyLock<BTreeSet<String>> =
    LazyLock::new(|| RESERVED.iter().map(|name| coarse(&shape_of(name))).collect());

/// The name of somebody with an account: letters, digits and a little between them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name(String);

impl Name {
    /// The name as it is compared: Aoife and AOIFE are one person.
    pub fn key(&self) -> String {
        key_of(&self.0)
    }

    /// How the name looks: a name that looks the same is the same.
    pub fn shape(&self) -> String {
        shape_of(&self.0)
    }

    /// The name of a program that is called like that.
    #[must_use]
    pub fn of_program(&self) -> Self {
        Self(format!("{}{PROGRAM}", self.0))
    }
}

impl FromStr for Name {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let text: String = text.trim().nfkc().collect();
        if !(2..=LONGEST).contains(&text.chars().count()) {
            return Err(format!("a name has 2 to {LONGEST} letters").into());
        }
        let is_sign = |c| is_letter(c) || is_combining_mark(c) || is_between(c);
        if text.chars().any(is_invisible) || !text.chars().all(is_sign) {
            return Err("a name is made of letters, digits, spaces and - _ ' .".into());
        }
        let twice =
            text.chars().zip(text.chars().skip(1)).any(|(a, b)| is_between(a) && !is_letter(b));
        if twice || !text.starts_with(is_letter) || text.ends_with(is_between) {
            let reason =
                "a name starts and ends with a letter or digit, and has one sign between two";
            return Err(reason.into());
        }
        check_scripts(&text)?;
        let shape = shape_of(&text);
        if shape.starts_with(&shape_of("guest")) {
            return Err("Guest is what people without a name are called".into());
        }
        if RESERVED_SHAPES.contains(&coarse(&shape)) {
            return Err(format!("{text} is kept for the server itself: choose another name").into());
        }
        Ok(Self(text))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A name that somebody signs in with, as it is compared, whether it would be allowed today or not.
/// What is too long to have been a name at any time is nobody's.
pub(super) fn key_of(text: &str) -> String {
    let text = earlier_key_of(text);
    text.nfkc().flat_map(char::to_lowercase).collect()
}

/// The same as versions before have compared it.
pub(super) fn earlier_key_of(text: &str) -> String {
    let text = text.trim();
    // Letters may become several when they are written in another way.
    if text.chars().count() > 4 * LONGEST { String::new() } else { text.to_lowercase() }
}

/// How a name looks: by Unicode's table of signs that are taken for each other, whatever their
/// case, and without what stands between letters. `A0ife` and `Aoife` look the same, and so do
/// `Jean-Luc` and `Jean Luc`.
pub(crate) fn shape_of(name: &str) -> String {
    let (name, program) = match name.strip_suffix(PROGRAM) {
        Some(name) => (name, PROGRAM),
        None => (name, ""),
    };
    let name: String = name.trim().nfkc().filter(|&c| !is_between(c) && !is_invisible(c)).collect();
    // Large letters are taken for others than small ones: I for l, but M for no two letters.
    let small: String = skeleton(&name).flat_map(char::to_lowercase).collect();
    skeleton(&small).chain(program.chars()).collect()
}

/// A shape in which i and l are one letter. Neil and Nell are two people, but nobody is Adm1n.
fn coarse(shape: &str) -> String {
    shape.replace('l', "i")
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() && !is_combining_mark(c)
}

fn is_between(c: char) -> bool {
    " -_'.".contains(c)
}

/// One script, or some that are written together: Unicode's moderately restrictive level, with
/// every script by itself.
fn check_scripts(text: &str) -> Result<(), Refusal> {
    let letters: String = text.chars().filter(|&c| !is_between(c)).collect();
    let marks = letters.split(|c| !is_combining_mark(c)).map(|run| run.chars().count());
    if marks.max().unwrap_or_default() > MOST_MARKS {
        return Err(format!("a letter has {MOST_MARKS} accents at most").into());
    }
    if letters.is_single_script()
        || letters.check_restriction_level(RestrictionLevel::ModeratelyRestrictive)
    {
        return Ok(());
    }
    Err("the letters of a name belong to one script, or to some that are written together".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_plain() {
        for good in [
            "Aoife",
            "Máire Ní Bhriain",
            "Jean-Luc",
            "O'Brien",
            "王小明",
            " Bo ",
            "Ångström",
            "สมชาย ใจดี",
            "นที่",
            "Дмитрий",
            "Ὀδυσσεύς",
            "さくらヒカル桜",
            "김민준",
            "Nok นก",
            "शक्ति",
            "محمد",
            "יוסף",
            "Zoë7",
            "Neil",
            "Nell",
        ] {
            assert!(good.parse::<Name>().is_ok(), "{good}: {:?}", good.parse::<Name>());
        }
        let long = "x".repeat(25);
        for bad in [
            "",
            "a",
            "  ",
            &long,
            "a  b",
            "-a",
            "a\nb",
            "<b>",
            "a\u{202e}b",
            "Guest 1",
            "Gu\u{435}st",
            "Aoife.",
            "Aoife-",
            "A\u{43e}ife",
            "\u{391}oife",
            "\u{3164}\u{3164}",
            "Ao\u{200d}ife",
            "a\u{301}\u{302}\u{303}\u{304}\u{305}b",
            "\u{301}ab",
            "Woolbot (bot)",
            "J.R.",
        ] {
            assert!(bad.parse::<Name>().is_err(), "{bad:?}");
        }
        assert_eq!("AOIFE".parse::<Name>().unwrap().key(), "aoife");
    }

    #[test]
    fn some_names_are_the_servers() {
        for name in [
            "Admin",
            "ADMIN",
            "Adm1n",
            "Ad-min",
            "level3",
            "Level 3",
            "LeveI 3",
            "\u{ff21}dmin",
            "Moderator",
            "Bellwether",
            "Somebody",
            "R00t",
        ] {
            let refused = name.parse::<Name>().unwrap_err().to_string();
            assert!(
                refused.ends_with("is kept for the server itself: choose another name"),
                "{refused}"
            );
        }
    }

    #[test]
    fn what_looks_alike_has_one_shape() {
        let shape = |name: &str| shape_of(name);
        for alike in
            ["AOiFE", "A0ife", "\u{ff21}oife", "Aoife.", "\u{410}\u{43e}\u{456}fe", "A'oife"]
        {
            assert_eq!(shape(alike), shape("Aoife"), "{alike}");
        }
        assert_eq!(shape("Nelis"), shape("NeIis"));
        assert_eq!(shape("rnary"), shape("Mary"));
        for different in ["Aoibhe", "Aife", "Aoif", "Aoifé"] {
            assert_ne!(shape(different), shape("Aoife"), "{different}");
        }
        assert_ne!(shape("Neil"), shape("Nell"));
        assert_ne!(shape("Woolbot (bot)"), shape("Woolbot"));
        assert_eq!(shape("W00lbot (bot)"), shape("Woolbot (bot)"));
    }

    #[test]
    fn a_name_is_found_in_any_spelling() {
        for spelling in ["Aoife", " AOIFE ", "\u{ff21}oife", "\taoife\n"] {
            assert_eq!(key_of(spelling), "aoife");
        }
        assert_eq!(key_of("Ma\u{301}ire"), "Máire".parse::<Name>().unwrap().key());
    }
}
