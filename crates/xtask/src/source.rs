//! A minimal lexer for Rust, which separates code, comments and literals.
//!
//! With it a banned word in a comment or in a string is not taken for its use.

/// A source file, split into code and comments.
///
/// Both have the lines of the original; everything else, including the content of literals, is
/// blank.
#[derive(Debug)]
pub(crate) struct Source {
    code: String,
    comments: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Code,
    Comment,
    Literal,
}

impl Source {
    pub(crate) fn new(text: &str) -> Self {
        let (mut code, mut comments) = (String::new(), String::new());
        let mut rest = text;
        while !rest.is_empty() {
            let (length, kind) = next_piece(rest);
            let (piece, after) = rest.split_at(length);
            push(&mut code, piece, kind == Kind::Code);
            push(&mut comments, piece, kind == Kind::Comment);
            rest = after;
        }
        Self { code, comments }
    }

    /// The code.
    pub(crate) fn code(&self) -> &str {
        &self.code
    }

    /// The comments, including documentation.
    pub(crate) fn comments(&self) -> &str {
        &self.comments
    }
}

fn push(side: &mut String, piece: &str, visible: bool) {
    side.extend(piece.chars().map(|c| if visible || c == '\n' { c } else { ' ' }));
}

/// The length in bytes and the kind of the first token.
fn next_piece(text: &str) -> (usize, Kind) {
    let word = text.find(|c: char| !is_word(c)).unwrap_or(text.len());
    if text.starts_with("//") {
        (text.find('\n').unwrap_or(text.len()), Kind::Comment)
    } else if text.starts_with("/*") {
        (block_comment(text), Kind::Comment)
    } else if let Some(content) = text.strip_prefix('"') {
        (1 + escaped_until(content, '"'), Kind::Literal)
    } else if let Some(content) = text.strip_prefix('\'') {
        character(content)
    } else if matches!(&text[..word], "r" | "br" | "cr")
        && let Some(length) = raw_string(&text[word..])
    {
        (word + length, Kind::Literal)
    } else if word > 0 {
        (word, Kind::Code)
    } else {
        (text.chars().next().map_or(0, char::len_utf8), Kind::Code)
    }
}

pub(crate) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of a block comment, possibly nested.
fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// The length up to and including the closing quote, with escapes.
fn escaped_until(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// A character literal or the quote of a lifetime, by the text after the quote.
fn character(content: &str) -> (usize, Kind) {
    let mut characters = content.chars();
    match (characters.next(), characters.next()) {
        (Some('\\'), _) | (Some(_), Some('\'')) => {
            (1 + escaped_until(content, '\''), Kind::Literal)
        }
        _ => (1, Kind::Code),
    }
}

/// The length of a raw string from its first `#` or quote, if it is one.
fn raw_string(text: &str) -> Option<usize> {
    let hashes = text.bytes().take_while(|&byte| byte == b'#').count();
    let content = text[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let length = content.find(&end).map_or(content.len(), |at| at + end.len());
    Some(hashes + 1 + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The code and the comments with single spaces.
    fn split(text: &str) -> (String, String) {
        let source = Source::new(text);
        let words = |side: &str| side.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(source.code().lines().count(), text.lines().count());
        (words(source.code()), words(source.comments()))
    }

    #[test]
    fn comments_are_no_code() {
        let (code, comments) = split("//! docs\nlet a = 1; // why\n/* b /* c */ d */ e\n");
        assert_eq!(code, "let a = 1; e");
        assert_eq!(comments, "//! docs // why /* b /* c */ d */");
    }

    #[test]
    fn literals_are_neither() {
        let (code, comments) = split(r##"f("// \" x", r#"y " /* "#, b"z", 'q', '\'', '"') // c"##);
        assert_eq!(code, "f( , , b , , , )");
        assert_eq!(comments, "// c");
    }

    #[test]
    fn a_lifetime_opens_no_literal() {
        assert_eq!(split("fn f<'a>(x: &'a str) -> r#type {} // é\n").1, "// é");
        assert_eq!(split("&'a \"text\" b").0, "&'a b");
    }

    #[test]
    fn a_file_that_ends_in_the_middle_is_read_to_its_end() {
        for text in ["\"abc", "/* abc", "r#\"abc", "'\\", "'", "r#", "// é", ""] {
            let source = Source::new(text);
            assert_eq!(source.code().chars().count(), text.chars().count(), "{text}");
        }
    }
}
