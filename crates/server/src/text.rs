//! What people write, as others see it: nothing that is not there to the eye, and no heaps of
//! accents.

use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};

/// The most accents in a row: Thai and Hebrew need three, Tibetan four.
const MOST_MARKS: usize = 4;

const NON_JOINER: char = '\u{200c}';
const JOINER: char = '\u{200d}';

/// The scripts that are written with joiners.
const JOINED: [Script; 16] = [
    Script::Arabic,
    Script::Bengali,
    Script::Devanagari,
    Script::Gujarati,
    Script::Gurmukhi,
    Script::Kannada,
    Script::Khmer,
    Script::Malayalam,
    Script::Mongolian,
    Script::Myanmar,
    Script::Nko,
    Script::Oriya,
    Script::Sinhala,
    Script::Syriac,
    Script::Tamil,
    Script::Telugu,
];

/// The flags of England, Scotland and Wales, which are a black flag and tags that name the country.
const FLAGS: [&str; 3] = [
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
];

/// Whether everything in a text can be seen: no control signs, none that turn the direction of the
/// text around them, none that take no room, but for what emoji and some scripts are written with.
pub(crate) fn is_plain(text: &str) -> bool {
    let text = FLAGS.iter().fold(text.to_owned(), |text, flag| text.replace(flag, "\u{1f3f4}"));
    let (mut before, mut marks) = (None, 0);
    let signs: Vec<char> = text.chars().collect();
    for (place, &c) in signs.iter().enumerate() {
        let fits = match c {
            JOINER | NON_JOINER => may_join(c, before, signs.get(place + 1).copied()),
            _ if is_selector(c) => before.is_some_and(is_seen),
            _ => !is_invisible(c),
        };
        marks = if is_combining_mark(c) && !is_selector(c) { marks + 1 } else { 0 };
        if !fits || marks > MOST_MARKS {
            return false;
        }
        before = Some(c);
    }
    true
}

/// Whether there is nothing at all to see.
pub(crate) fn is_blank(text: &str) -> bool {
    // The last one is a Braille cell without dots.
    text.chars().all(|c| c.is_whitespace() || c == '\u{2800}')
}

/// Control signs, and everything that Unicode calls ignorable by default.
pub(crate) fn is_invisible(c: char) -> bool {
    c.is_control()
        || is_selector(c)
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e00ff}' | '\u{e01f0}'..='\u{e0fff}')
}

/// Signs that choose between the forms of the one before.
const fn is_selector(c: char) -> bool {
    matches!(c, '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{e0100}'..='\u{e01ef}')
}

fn is_seen(c: char) -> bool {
    !c.is_whitespace() && !is_invisible(c)
}

/// A joiner stands between two emoji, or after a letter of a script that is written with it.
fn may_join(joiner: char, before: Option<char>, after: Option<char>) -> bool {
    let Some(before) = before else { return false };
    let is_emoji = |c: char| !c.is_alphanumeric() && c >= '\u{203c}';
    if joiner == JOINER && is_emoji(before) {
        return after.is_some_and(is_emoji);
    }
    is_seen(before) && JOINED.contains(&before.script())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_write_is_plain() {
        for good in [
            "Well met, <b>Máire</b>!",
            "Ni\u{301}\u{323} ma\u{302}\u{301}y",
            "🐑 👩‍🌾 👨‍👩‍👧 🏴\u{200d}☠️ ❤️\u{200d}🔥 1️⃣ 👍🏽 🇮🇪",
            "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}!",
            "می\u{200c}خواهم",
            "क्\u{200d}ष ශ්\u{200d}රී",
            "ที่นี่ กำ้",
            "שָׁלוֹם",
            "葛\u{e0100}城市",
        ] {
            assert!(is_plain(good), "{good}");
        }
    }

    #[test]
    fn what_cannot_be_seen_is_not() {
        for bad in [
            "a\nb",
            "a\u{0}b",
            "a\u{ad}b",
            "a\u{200b}b",
            "a\u{200d}b",
            "a\u{200c}b",
            "\u{200d}",
            "🐑\u{200d}",
            "🐑\u{200d}\u{200d}🐑",
            "\u{fe0f}a",
            "a\u{fe0f}\u{fe0f}",
            "a \u{fe0f}",
            "a\u{202e}b",
            "a\u{2028}b",
            "a\u{2060}b",
            "a\u{feff}b",
            "\u{3164}",
            "\u{ffa0}\u{115f}",
            "🐑\u{e0041}\u{e007f}",
            "Z\u{334}\u{335}\u{336}\u{337}\u{338}algo",
        ] {
            assert!(!is_plain(bad), "{bad:?}");
        }
        assert!(is_blank(" \u{2800}\u{3000}") && !is_blank("\u{2801}"));
    }
}
