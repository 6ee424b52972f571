//! Names and contents of the client's files.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use anyhow::{Result, bail};

/// A file's name with a hash of its contents: `web.js` becomes `web-1f2e….js`.
pub(crate) fn hashed_name(name: &str, contents: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    contents.hash(&mut hasher);
    let hash = hasher.finish();
    match name.rsplit_once('.') {
        Some((stem, extension)) => format!("{stem}-{hash:016x}.{extension}"),
        None => format!("{name}-{hash:016x}"),
    }
}

/// The text with every `{{name}}` replaced.
///
/// # Errors
/// If a name is unknown.
pub(crate) fn with_values(text: &str, values: &BTreeMap<String, String>) -> Result<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, after)) = after.split_once("}}") else {
            bail!("`{{{{` is not closed");
        };
        let Some(value) = values.get(name) else {
            bail!("there is no file called `{name}` to be named");
        };
        out.push_str(before);
        out.push_str(value);
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

/// A script or a style sheet without indentation, empty lines, and comments at the start of a line.
pub(crate) fn minified(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut in_comment = false;
    for line in text.lines() {
        let mut rest = line.trim();
        loop {
            if in_comment {
                let Some((_, after)) = rest.split_once("*/") else { break };
                (in_comment, rest) = (false, after.trim_start());
            }
            let Some(comment) = rest.strip_prefix("/*") else {
                if !rest.is_empty() && !rest.starts_with("//") {
                    out.push_str(rest);
                    out.push('\n');
                }
                break;
            };
            (in_comment, rest) = (true, comment);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_changes_with_the_contents_and_keeps_its_extension() {
        let (one, other) = (hashed_name("web.js", b"1"), hashed_name("web.js", b"2"));
        assert_ne!(one, other);
        assert!(
            one.starts_with("web-") && one.rsplit_once('.').is_some_and(|(_, end)| end == "js"),
            "{one}"
        );
    }

    #[test]
    fn places_are_filled_and_unknown_ones_refused() {
        let values = BTreeMap::from([("a".to_owned(), "1".to_owned())]);
        assert_eq!(with_values("x{{a}}y{{a}}", &values).unwrap(), "x1y1");
        assert!(with_values("{{b}}", &values).unwrap_err().to_string().contains("`b`"));
        assert!(with_values("{{a", &values).is_err());
    }

    #[test]
    fn comments_and_indentation_are_left_out() {
        let script =
            "/**\n * Why.\n */\nlet a;\n\n  // No.\n    b(\"/* it */\", 'https://c'); // d\n";
        assert_eq!(minified(script), "let a;\nb(\"/* it */\", 'https://c'); // d\n");
        let sheet = "/* one */ /* two\n */ a { b: c; }\n";
        assert_eq!(minified(sheet), "a { b: c; }\n");
    }
}
