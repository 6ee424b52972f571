//! The engine protocol: requests as types, read strictly from one JSON object a line.

use rules::notation::quoted;
use rules::{Actor, Seat};
use serde_json::{Map, Value};
use thiserror::Error;

/// The protocol's version.
pub const PROTOCOL: u32 = 1;
/// The longest line that is read, without its newline.
pub const LONGEST_LINE: usize = 1_048_576;

/// What is asked of the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "documented with the protocol")]
pub enum Request {
    Hello,
    Games,
    New { game: String, players: u64, options: Vec<(String, String)>, set: Option<String> },
    Load { record: String },
    Turn,
    Legal { seat: Actor },
    Apply { seat: Actor, action: String },
    Undo { count: u64 },
    Roll { seed: u64 },
    State,
    Hash,
    Perft { depth: u64 },
    Scores,
    Record,
    Bot { seat: Seat, level: u8, budget: Option<BotBudget>, seed: u64 },
    Random { seed: u64, count: u64 },
    Quit,
}

/// How much a bot may think.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum BotBudget {
    /// So many milliseconds.
    Millis(u64),
    /// So many simulations.
    Sims(u64),
}

/// Why a line is no request; a sentence without a full stop.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct RequestError(String);

impl RequestError {
    fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

/// A request as it stands on a line, with the id that its answer repeats.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The id, if the request had one.
    pub id: Option<Value>,
    /// The request, or why it is none.
    pub request: Result<Request, RequestError>,
}

impl Line {
    /// Reads one line.
    pub fn read(text: &str) -> Self {
        let value: Value = match serde_json::from_str(text) {
            Ok(value) => value,
            Err(error) => return Self::wrong(format!("this is not JSON: {error}")),
        };
        let Value::Object(fields) = value else {
            return Self::wrong("a request is a JSON object such as {\"op\": \"hello\"}");
        };
        Self { id: fields.get("id").cloned(), request: Fields(&fields).request() }
    }

    /// A line that could not even be read as JSON.
    pub fn wrong(reason: impl Into<String>) -> Self {
        Self { id: None, request: Err(RequestError::new(reason)) }
    }
}

/// The fields of a request, read with a sentence for whatever is wrong.
struct Fields<'a>(&'a Map<String, Value>);

impl Fields<'_> {
    fn request(&self) -> Result<Request, RequestError> {
        Ok(match self.text("op")? {
            "hello" => Request::Hello,
            "games" => Request::Games,
            "new" => Request::New {
                game: self.text("game")?.to_owned(),
                players: self.whole("players")?,
                options: self.options()?,
                set: self.optional("set", Self::text)?.map(str::to_owned),
            },
            "load" => Request::Load { record: self.text("record")?.to_owned() },
            "turn" => Request::Turn,
            "legal" => Request::Legal { seat: self.actor("seat")? },
            "apply" => Request::Apply {
                seat: self.actor("seat")?,
                action: self.text("action")?.to_owned(),
            },
            "undo" => Request::Undo { count: self.optional("count", Self::whole)?.unwrap_or(1) },
            "roll" => Request::Roll { seed: self.whole("seed")? },
            "state" => Request::State,
            "hash" => Request::Hash,
            "perft" => Request::Perft { depth: self.whole("depth")? },
            "scores" => Request::Scores,
            "record" => Request::Record,
            "bot" => self.bot()?,
            "random" => Request::Random { seed: self.whole("seed")?, count: self.whole("count")? },
            "quit" => Request::Quit,
            op => return Err(RequestError::new(format!("there is no op {}", quoted(op)))),
        })
    }

    fn bot(&self) -> Result<Request, RequestError> {
        let Actor::Seat(seat) = self.actor("seat")? else {
            return Err(RequestError::new("no bot plays for the dealer: \"seat\" is a number"));
        };
        let level = self.whole("level")?;
        if !(1..=5).contains(&level) {
            return Err(RequestError::new(format!("there is no level {level}: levels are 1 to 5")));
        }
        let millis = self.optional("millis", Self::whole)?.map(BotBudget::Millis);
        let sims = self.optional("sims", Self::whole)?.map(BotBudget::Sims);
        if millis.is_some() && sims.is_some() {
            return Err(RequestError::new("give either \"millis\" or \"sims\", not both"));
        }
        let seed = self.optional("seed", Self::whole)?.unwrap_or_default();
        Ok(Request::Bot { seat, level: level as u8, budget: millis.or(sims), seed })
    }

    fn field(&self, name: &str) -> Result<&Value, RequestError> {
        self.0
            .get(name)
            .ok_or_else(|| RequestError::new(format!("the field \"{name}\" is missing")))
    }

    /// A field that may be left out.
    fn optional<'s, T>(
        &'s self,
        name: &str,
        read: impl FnOnce(&'s Self, &str) -> Result<T, RequestError>,
    ) -> Result<Option<T>, RequestError> {
        self.0.contains_key(name).then(|| read(self, name)).transpose()
    }

    fn text(&self, name: &str) -> Result<&str, RequestError> {
        let text = self.field(name)?.as_str();
        text.ok_or_else(|| RequestError::new(format!("the field \"{name}\" is a text")))
    }

    fn whole(&self, name: &str) -> Result<u64, RequestError> {
        self.field(name)?.as_u64().ok_or_else(|| {
            let most = u64::MAX;
            RequestError::new(format!("the field \"{name}\" is a whole number from 0 to {most}"))
        })
    }

    fn actor(&self, name: &str) -> Result<Actor, RequestError> {
        let value = self.field(name)?;
        if value.as_str() == Some("*") {
            return Ok(Actor::Dealer);
        }
        let number = value.as_u64().ok_or_else(|| {
            RequestError::new(format!("the field \"{name}\" is the number of a seat, or \"*\""))
        })?;
        let seat = Seat::from_number(number);
        seat.map(Actor::Seat).ok_or_else(|| RequestError::new(format!("there is no seat {number}")))
    }

    fn options(&self) -> Result<Vec<(String, String)>, RequestError> {
        let Some(options) = self.0.get("options") else { return Ok(Vec::new()) };
        let wrong = || RequestError::new("the field \"options\" is an object of texts");
        let options = options.as_object().ok_or_else(wrong)?.iter();
        options
            .map(|(name, value)| Ok((name.clone(), value.as_str().ok_or_else(wrong)?.to_owned())))
            .collect()
    }
}
