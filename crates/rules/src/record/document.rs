//! The lines of a record, preserved as they were written.

use std::fmt;
use std::sync::Arc;

use crate::{Actor, ComponentSet, Game, Setup};

use super::RecordError;
use super::line::{self, Header, Kind, quote};

#[derive(Clone, PartialEq, Eq, Debug)]
struct Line {
    text: String,
    kind: Kind,
}

impl Line {
    /// A line in our own formatting.
    fn written(text: String) -> Arc<Self> {
        let kind = line::parse(&text).expect("what we write can be read");
        Arc::new(Self { text, kind })
    }

    fn header(key: &str, words: &[&str]) -> Arc<Self> {
        let values: Vec<String> = words.iter().map(|word| quote(word)).collect();
        Self::written(format!("[{key} {}]", values.join(" ")))
    }
}

/// An action line of a record.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ActionLine<'a> {
    /// The line, counted from 1.
    pub number: usize,
    /// The actor.
    pub actor: Actor,
    /// The text of the action.
    pub notation: &'a str,
}

/// The section of a record that parsing has reached.
#[derive(Copy, Clone)]
enum Stage {
    Headers,
    Actions,
    Ended,
}

impl Stage {
    /// The section after a line: headers, then actions, then the result, then comments only.
    fn after(self, kind: &Kind) -> Result<Self, String> {
        match (self, kind) {
            (stage, Kind::Blank) => Ok(stage),
            (Self::Headers, Kind::Header(_)) => Ok(Self::Headers),
            (Self::Headers | Self::Actions, Kind::Action { .. }) => Ok(Self::Actions),
            (Self::Headers | Self::Actions, Kind::Result(_)) => Ok(Self::Ended),
            (_, Kind::Header(header)) => Err(format!(
                "the header [{}] stands after the actions: headers come first",
                header.key
            )),
            (Self::Ended, Kind::Action { .. }) => {
                Err("there is an action after the result".to_owned())
            }
            (Self::Ended, Kind::Result(_)) => Err("there are two results".to_owned()),
        }
    }
}

/// The text of a record: headers first, then actions, then the result; comments anywhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// Shared between copies, because a table is copied for every action that is tried on it.
    lines: Vec<Arc<Line>>,
}

impl Document {
    /// The record of a new game.
    pub(crate) fn new<G: Game>(setup: &Setup<G>) -> Self {
        let mut lines = vec![
            Line::header("game", &[G::INFO.id]),
            Line::header("set", &[setup.set().id()]),
            Line::header("players", &[&setup.players().to_string()]),
        ];
        let options = setup.choices().named(G::INFO);
        lines.extend(options.map(|(name, value)| Line::header("option", &[name, value])));
        lines.push(Line::written(String::new()));
        Self { lines }
    }

    /// Parses all lines up to the first damaged one; returns its error as the second value.
    pub fn parse(text: &str) -> (Self, Option<RecordError>) {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut document = Self { lines: Vec::new() };
        let mut stage = Stage::Headers;
        for (index, raw) in text.lines().enumerate() {
            // All of them: a record must be written back to the same bytes.
            let raw = raw.trim_end_matches('\r');
            match line::parse(raw).and_then(|kind| Ok((stage.after(&kind)?, kind))) {
                Ok((next, kind)) => {
                    stage = next;
                    document.lines.push(Arc::new(Line { text: raw.to_owned(), kind }));
                }
                Err(reason) => return (document, Some(RecordError::new(index + 1, reason))),
            }
        }
        (document, None)
    }

    /// The headers with their line numbers.
    pub fn headers(&self) -> impl Iterator<Item = (usize, &Header)> {
        self.numbered().filter_map(|(number, line)| match &line.kind {
            Kind::Header(header) => Some((number, header)),
            _ => None,
        })
    }

    /// The value of the first header of the form `[key "value"]`.
    pub fn value(&self, key: &str) -> Option<&str> {
        self.headers()
            .filter(|(_, header)| header.key == key)
            .find_map(|(_, header)| header.value())
    }

    /// The result with its line number.
    pub(super) fn result(&self) -> Option<(usize, &Header)> {
        self.numbered().find_map(|(number, line)| match &line.kind {
            Kind::Result(header) => Some((number, header)),
            _ => None,
        })
    }

    /// The error for a missing header, at the line before which it should be.
    pub fn missing(&self, key: &str) -> RecordError {
        let first_action = self.actions().next().map(|line| line.number);
        let line = first_action.unwrap_or_else(|| self.len().max(1));
        RecordError::new(line, format!("the header [{key} \"…\"] is missing"))
    }

    /// The number of lines.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    fn numbered(&self) -> impl Iterator<Item = (usize, &Line)> {
        self.lines.iter().enumerate().map(|(index, line)| (index + 1, line.as_ref()))
    }

    /// Whether there is any action.
    pub(crate) fn has_actions(&self) -> bool {
        self.action_lines().next().is_some()
    }

    /// The actions, each with its line index for [`Document::rewrite_action`].
    pub(crate) fn action_lines(&self) -> impl Iterator<Item = (usize, ActionLine<'_>)> {
        self.numbered().filter_map(|(number, line)| match &line.kind {
            Kind::Action { actor, notation } => {
                let notation = &line.text[notation.clone()];
                Some((number - 1, ActionLine { number, actor: *actor, notation }))
            }
            _ => None,
        })
    }

    /// The actions in order.
    pub fn actions(&self) -> impl Iterator<Item = ActionLine<'_>> {
        self.action_lines().map(|(_, line)| line)
    }

    /// The comments without the `;`, each with the number of actions before it.
    pub fn comments(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut actions = 0;
        self.lines.iter().filter_map(move |line| {
            actions += usize::from(matches!(line.kind, Kind::Action { .. }));
            match line.kind {
                Kind::Blank => {
                    line.text.trim().strip_prefix(';').map(|text| (actions, text.trim()))
                }
                _ => None,
            }
        })
    }

    /// Replaces the notation of the action at a line index and keeps the rest of the line.
    pub(crate) fn rewrite_action(&mut self, index: usize, text: &str) {
        let line = Arc::make_mut(&mut self.lines[index]);
        if let Kind::Action { notation, .. } = &mut line.kind {
            line.text.replace_range(notation.clone(), text);
            notation.end = notation.start + text.len();
        }
    }

    /// Adds an action at the end.
    pub(crate) fn push_action(&mut self, actor: Actor, notation: &str) {
        self.lines.push(Line::written(format!("{actor} {notation}")));
    }

    /// Adds the result at the end.
    pub(crate) fn push_result<G: Game>(&mut self, state: &G) {
        self.lines.push(Line::header("result", &[&totals(state)]));
    }

    /// Removes the last actions, and the result; keeps comments.
    pub(crate) fn pop_actions(&mut self, count: usize) {
        if count > 0 {
            self.lines.retain(|line| !matches!(line.kind, Kind::Result(_)));
        }
        for _ in 0..count {
            let last = self.lines.iter().rposition(|line| matches!(line.kind, Kind::Action { .. }));
            if let Some(index) = last {
                self.lines.remove(index);
            }
        }
    }

    /// Adds what is missing in a complete record: options at their defaults, and the result of a
    /// finished game.
    pub(crate) fn complete<G: Game>(&mut self, setup: &Setup<G>, state: &G) {
        let is_stated = |name: &str| {
            self.headers().any(|(_, header)| {
                header.key == "option"
                    && header.named_value().is_some_and(|(known, _)| known == name)
            })
        };
        let missing: Vec<Arc<Line>> = setup
            .choices()
            .named(G::INFO)
            .filter(|(name, _)| !is_stated(name))
            .map(|(name, value)| Line::header("option", &[name, value]))
            .collect();
        let last = self.lines.iter().rposition(|line| matches!(line.kind, Kind::Header(_)));
        let index = last.map_or(0, |index| index + 1);
        self.lines.splice(index..index, missing);
        if state.is_over() && self.result().is_none() && self.value("ended").is_none() {
            self.push_result(state);
        }
    }
}

/// The totals in seat order, as the result states them.
pub(super) fn totals<G: Game>(state: &G) -> String {
    let totals = state.scores().into_iter().map(|score| score.total().to_string());
    totals.collect::<Vec<_>>().join(" ")
}

impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{}", line.text))
    }
}
