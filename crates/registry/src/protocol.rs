//! The engine protocol: requests as types, parsed strictly from one JSON object per line.

use rules::notation::quoted;
use rules::{Actor, Seat};
use serde_json::{Map, Value};
use thiserror::Error;

/// The protocol's version.
pub const PROTOCOL: u32 = 1;
/// The longest accepted line, without its newline.
pub const MAX_LINE_BYTES: usize = 1_048_576;

/// A request to the engine.
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

/// The budget of a bot.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum BotBudget {
    /// Milliseconds.
    Millis(u64),
    /// Simulations.
    Sims(u64),
}

/// The reason why a line is no request; a sentence without a full stop.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct RequestError(String);

impl RequestError {
    fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

/// A parsed line: the request with the id that its answer repeats.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The id, if the request had one.
    pub id: Option<Value>,
    /// The request, or the reason why the line is none.
    pub request: Result<Request, RequestError>,
}

impl Line {
    /// Parses a line.
    pub fn read(text: &str) -> Self {
        let value: Value = match serde_json::from_str(text) {
            Ok(value) => value,
            Err(error) => return Self::error(format!("this is not JSON: {error}")),
        };
        let Value::Object(fields) = value else {
            return Self::error("a request is a JSON object such as {\"op\": \"hello\"}");
        };
        Self { id: fields.get("id").cloned(), request: Fields(&fields).request() }
    }

    /// A line without an id and with an error.
    pub fn error(reason: impl Into<String>) -> Self {
        Self { id: None, request: Err(RequestError::new(reason)) }
    }
}

/// The fields of a request.
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

    /// An optional field.
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
        let error = || RequestError::new("the field \"options\" is an object of texts");
        let options = options.as_object().ok_or_else(error)?.iter();
        options
            .map(|(name, value)| Ok((name.clone(), value.as_str().ok_or_else(error)?.to_owned())))
            .collect()
    }
}
