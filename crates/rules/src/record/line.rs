//! One line of a record.

use std::ops::Range;

use crate::notation::{number, quoted};
use crate::{Actor, Seat};

/// One word of a header after its key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HeaderWord {
    /// Without quotes, such as the number in `[seat 1 "Aoife"]`.
    Plain(String),
    /// Between quotes, with the escapes resolved.
    Quoted(String),
}

/// A line such as `[seat 1 "Aoife"]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The first word.
    pub key: String,
    /// The other words.
    pub words: Vec<HeaderWord>,
}

impl Header {
    /// The value of a header of the form `[key "value"]`.
    pub fn value(&self) -> Option<&str> {
        match self.words.as_slice() {
            [HeaderWord::Quoted(value)] => Some(value),
            _ => None,
        }
    }

    /// The seat's number and the value of a header of the form `[key N "value"]`.
    pub fn numbered_value(&self) -> Option<(u64, &str)> {
        match self.words.as_slice() {
            [HeaderWord::Plain(seat), HeaderWord::Quoted(value)] => {
                Some((number(seat, u64::MAX, "a seat").ok()?, value))
            }
            _ => None,
        }
    }

    /// The name and the value of a header of the form `[key "name" "value"]`.
    pub fn named_value(&self) -> Option<(&str, &str)> {
        match self.words.as_slice() {
            [HeaderWord::Quoted(name), HeaderWord::Quoted(value)] => Some((name, value)),
            _ => None,
        }
    }
}

/// The content of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Empty, or a comment only.
    Blank,
    Header(Header),
    Action {
        actor: Actor,
        notation: Range<usize>,
    },
    Result(Header),
}

/// Reads one line.
pub(super) fn parse(text: &str) -> Result<Kind, String> {
    let content = text[..content_end(text)?].trim_matches([' ', '\t']);
    if content.is_empty() {
        return Ok(Kind::Blank);
    }
    if content.starts_with('[') {
        let header = parse_header(content)?;
        let is_result = header.key == "result";
        return Ok(if is_result { Kind::Result(header) } else { Kind::Header(header) });
    }
    let Some((actor, notation)) = content.split_once(' ') else {
        return Err(format!(
            "{} is neither a header nor an action: an action is a seat or *, a space and what is done",
            quoted(content)
        ));
    };
    let actor = parse_actor(actor)?;
    let start = notation.as_ptr() as usize - text.as_ptr() as usize;
    Ok(Kind::Action { actor, notation: start..start + notation.len() })
}

fn parse_actor(text: &str) -> Result<Actor, String> {
    if text == "*" {
        return Ok(Actor::Dealer);
    }
    let seat = number(text, u64::MAX, "a seat").ok();
    let seat = seat.filter(|&seat| seat > 0).ok_or_else(|| {
        format!("{} is neither a seat nor *: an action starts with who makes it", quoted(text))
    })?;
    Seat::from_number(seat).map(Actor::Seat).ok_or_else(|| format!("there is no seat {seat}"))
}

/// Where the comment starts, or the end of the line.
fn content_end(text: &str) -> Result<usize, String> {
    let mut in_quotes = false;
    let mut escaped = false;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b';' if !in_quotes => return Ok(index),
            b'"' if !escaped => in_quotes = !in_quotes,
            _ => {}
        }
        escaped = in_quotes && byte == b'\\' && !escaped;
    }
    if in_quotes {
        Err("a quotation mark is missing at the end".to_owned())
    } else {
        Ok(text.len())
    }
}

fn parse_header(content: &str) -> Result<Header, String> {
    let inner = content
        .strip_prefix('[')
        .and_then(|content| content.strip_suffix(']'))
        .ok_or_else(|| format!("the header {} does not end with ]", quoted(content)))?;
    let (key, mut rest) = inner.split_once(' ').unwrap_or((inner, ""));
    let plain = |text: &str| {
        !text.is_empty()
            && text.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"[]\\;".contains(&byte))
    };
    if !plain(key) {
        return Err(format!("{} is no name for a header", quoted(key)));
    }
    let mut words = Vec::new();
    while !rest.is_empty() {
        let (word, after) = if let Some(quoted) = rest.strip_prefix('"') {
            let (value, after) = parse_quoted(quoted)?;
            (HeaderWord::Quoted(value), after)
        } else {
            let end = rest.find(' ').unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            if !plain(word) {
                return Err(format!("the header [{key}] is damaged at {}", quoted(rest)));
            }
            (HeaderWord::Plain(word.to_owned()), after)
        };
        words.push(word);
        rest = match after.strip_prefix(' ') {
            Some(rest) if !rest.is_empty() => rest,
            None if after.is_empty() => after,
            _ => return Err(format!("the header [{key}] is damaged at {}", quoted(after))),
        };
    }
    Ok(Header { key: key.to_owned(), words })
}

/// The value up to the closing quotation mark, and the text after it.
fn parse_quoted(text: &str) -> Result<(String, &str), String> {
    let mut value = String::new();
    let mut characters = text.char_indices();
    while let Some((index, character)) = characters.next() {
        match character {
            '"' => return Ok((value, &text[index + 1..])),
            '\\' => match characters.next() {
                Some((_, escaped @ ('"' | '\\'))) => value.push(escaped),
                _ => return Err(r#"a \ between quotes is followed by \ or ""#.to_owned()),
            },
            _ => value.push(character),
        }
    }
    Err("a quotation mark is missing at the end".to_owned())
}

/// A value between quotes, with escapes.
pub(super) fn quote(value: &str) -> String {
    format!("\"{}\"", value.replace('\\', r"\\").replace('"', "\\\""))
}
