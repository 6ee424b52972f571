//! Validates the headers and the result of a record.

use std::collections::BTreeSet;

use crate::notation::{number, quoted};
use crate::{Game, Names, Seat, Setup};

use super::document::totals;
use super::{Document, Header, RecordError};

/// The syntax of a known header.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Form {
    /// `[key "value"]`
    Value,
    /// `[key N "value"]`, N a seat
    Seat,
    /// `[key "name" "value"]`
    Name,
}

impl Form {
    const fn example(self) -> &'static str {
        match self {
            Self::Value => r#""…""#,
            Self::Seat => r#"N "…""#,
            Self::Name => r#""…" "…""#,
        }
    }
}

const KNOWN: [(&str, Form); 11] = [
    ("game", Form::Value),
    ("set", Form::Value),
    ("players", Form::Value),
    ("seat", Form::Seat),
    ("option", Form::Name),
    ("table", Form::Value),
    ("commit", Form::Value),
    ("seed", Form::Value),
    ("contribution", Form::Seat),
    ("ended", Form::Value),
    ("played-by", Form::Seat),
];

/// The setup in the headers, with one of the given component sets.
pub(crate) fn resolve_setup<G: Game>(
    document: &Document,
    sets: &[&'static G::Set],
) -> Result<Setup<G>, RecordError> {
    check_known_headers(document)?;
    check_game::<G>(document)?;
    let mut setup = None;
    for (line, header) in document.headers().filter(|(_, header)| header.key == "players") {
        let players = number(header.value().unwrap_or_default(), 99, "a number of players")
            .map_err(|error| RecordError::new(line, error.to_string()))?;
        setup =
            Some(Setup::new(players).map_err(|error| RecordError::new(line, error.to_string()))?);
    }
    let mut setup = setup.ok_or_else(|| document.missing("players"))?;
    for (line, header) in document.headers() {
        setup = match header.key.as_str() {
            "option" => {
                let (name, value) = header.named_value().unwrap_or_default();
                setup.with_option(name, value)
            }
            "set" => setup.with_set_named(header.value().unwrap_or_default(), sets),
            _ => Ok(setup),
        }
        .map_err(|error| RecordError::new(line, error.to_string()))?;
    }
    check_seats(document, setup.players())?;
    Ok(setup)
}

fn check_game<G: Game>(document: &Document) -> Result<(), RecordError> {
    let mut headers = document.headers().filter(|(_, header)| header.key == "game");
    let (line, header) = headers.next().ok_or_else(|| document.missing("game"))?;
    let game = header.value().unwrap_or_default();
    if game == G::INFO.id {
        Ok(())
    } else {
        let reason = format!("this is a game of {}, not of {}", quoted(game), G::INFO.id);
        Err(RecordError::new(line, reason))
    }
}

/// Checks that every known header has its syntax and occurs once (for each seat or option).
fn check_known_headers(document: &Document) -> Result<(), RecordError> {
    let mut seen = BTreeSet::new();
    for (line, header) in document.headers() {
        let Some((key, form)) = KNOWN.iter().find(|(key, _)| *key == header.key) else { continue };
        let subject = subject(header, *form).ok_or_else(|| {
            RecordError::new(
                line,
                format!("the header [{key}] has the form [{key} {}]", form.example()),
            )
        })?;
        if !seen.insert((*key, subject.clone())) {
            let which =
                if subject.is_empty() { format!("[{key}]") } else { format!("[{key} {subject}]") };
            return Err(RecordError::new(
                line,
                format!("the header {which} stands here a second time"),
            ));
        }
    }
    Ok(())
}

/// The seat or option of a known header; `None` if it does not have its syntax.
fn subject(header: &Header, form: Form) -> Option<String> {
    match form {
        Form::Value => header.value().map(|_| String::new()),
        Form::Seat => header.numbered_value().map(|(seat, _)| seat.to_string()),
        Form::Name => header.named_value().map(|(name, _)| quoted(name)),
    }
}

/// Checks that the seats in headers exist at the table.
fn check_seats(document: &Document, players: u8) -> Result<(), RecordError> {
    let no_such_seat = |line, seat: u64| {
        let reason = format!("there is no seat {seat} at a table of {players}");
        RecordError::new(line, reason)
    };
    for (line, header) in document.headers() {
        let has_seat = KNOWN.contains(&(header.key.as_str(), Form::Seat));
        if let Some((seat, _)) = header.numbered_value().filter(|_| has_seat)
            && !(1..=u64::from(players)).contains(&seat)
        {
            return Err(no_such_seat(line, seat));
        }
        if header.key == "ended" {
            check_ended(line, header.value().unwrap_or_default(), players)?;
        }
    }
    Ok(())
}

fn check_ended(line: usize, value: &str, players: u8) -> Result<(), RecordError> {
    let resigned = value.strip_prefix("resigned ").and_then(|seat| number(seat, 9, "a seat").ok());
    match resigned {
        Some(seat) if (1..=u64::from(players)).contains(&seat) => Ok(()),
        None if value == "agreed" => Ok(()),
        _ => Err(RecordError::new(
            line,
            format!(
                "{} is no way to end early: \"agreed\" or \"resigned N\", N a seat of {players}",
                quoted(value)
            ),
        )),
    }
}

impl Document {
    /// Checks the result, if there is one, against the state that the actions lead to.
    pub(crate) fn check_result<G: Game>(&self, state: &G) -> Result<(), RecordError> {
        let Some((line, header)) = self.result() else { return Ok(()) };
        let record_error = |reason: String| Err(RecordError::new(line, reason));
        let Some(stated) = header.value() else {
            return record_error("the result has the form [result \"…\"]".to_owned());
        };
        if self.value("ended").is_some() {
            return record_error("a game that ended early has no result".to_owned());
        }
        if !state.is_over() {
            return record_error("there is a result, but the game is not over".to_owned());
        }
        let actual = totals(state);
        if stated != actual {
            return record_error(format!(
                "the result is stated as {}, but the actions lead to \"{actual}\"",
                quoted(stated)
            ));
        }
        Ok(())
    }

    /// The players' names in the headers.
    pub fn names(&self, players: u8) -> Names {
        let mut names = Names::numbered(players);
        for (_, header) in self.headers().filter(|(_, header)| header.key == "seat") {
            if let Some((seat, name)) = header.numbered_value()
                && let Some(seat) = Seat::from_number(seat)
                && !name.trim().is_empty()
            {
                names.set(seat, name);
            }
        }
        names
    }
}
