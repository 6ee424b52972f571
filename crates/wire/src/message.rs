//! Everything that goes over the wire. Golden files in `tests/golden/` hold one of each: what is
//! here changes only on purpose.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use rules::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::id::{ClientId, PersonId, TableId};
use crate::schema::{Count, SeatNumber, count, no_fields};
use crate::table::{Command, Stamped, Table, TimeLeft, is_false};

/// Grows whenever a client of the older version would misunderstand something. A client that
/// is told another number than its own reloads itself.
pub const VERSION: u32 = 3;

/// Something went wrong; the sentence is for the person who sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// What.
    pub error: String,
}

/// Somebody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Person {
    /// Their id.
    pub id: PersonId,
    /// What they are called.
    pub name: String,
    /// Whether they are a guest, who has no password yet.
    pub guest: bool,
    /// Whether it is somebody's program.
    #[serde(default)]
    pub bot: bool,
}

/// A name and a password.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
}

/// Proof that one means it.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Farewell {
    /// The password, unless one is a guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
}

/// A command and what the client calls it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The same id twice does it once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<ClientId>,
    /// What to do.
    pub command: Command,
}

/// What became of a command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Done {
    /// The number of the entry it became.
    pub seq: u64,
}

/// A table that was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Opened {
    /// Its id.
    pub table: TableId,
}

/// Which part of a log, or of a chat, is read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct After {
    /// The number of the last entry that one has; 0 for the whole log.
    #[serde(default, deserialize_with = "count")]
    #[param(value_type = Count)]
    pub after: u64,
    /// How many at most. Without it, and above what the server gives at once, as many as that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[param(value_type = Option<u64>, minimum = 1, maximum = 4_294_967_295_i64)]
    pub limit: Option<NonZeroU32>,
}

/// Part of a log, and what the people in it are called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Log {
    /// Whose it is; the draws depend on it.
    pub table: TableId,
    /// In order, without gaps.
    pub entries: Vec<Stamped>,
    /// By id.
    #[schema(value_type = BTreeMap<String, String>)]
    pub names: BTreeMap<PersonId, String>,
    /// Whether there are entries after these: ask again after the last one.
    #[serde(default, skip_serializing_if = "is_false")]
    pub more: bool,
}

/// What everyone has left on the clock.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Times {
    /// When that was, in milliseconds since 1970 by the server's clock.
    pub at: i64,
    /// In the order of the seats.
    pub seats: Vec<TimeLeft>,
}

impl Times {
    /// What everyone at a table has left then; `None` without a clock.
    pub fn of(table: &Table, now: i64) -> Option<Self> {
        table.time_left(now).map(|seats| Self { at: now, seats })
    }
}

/// Something that was said at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ChatLine {
    /// Its number, from 1.
    pub seq: u64,
    /// When it was said, in milliseconds since 1970.
    pub at: i64,
    /// Who said it.
    pub person: PersonId,
    /// Plain text; empty if its author has left for good.
    pub text: String,
}

/// Part of what was said at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Chat {
    /// In order.
    pub lines: Vec<ChatLine>,
    /// What the people are called.
    #[schema(value_type = BTreeMap<String, String>)]
    pub names: BTreeMap<PersonId, String>,
    /// Whether there are lines after these: ask again after the last one.
    #[serde(default, skip_serializing_if = "is_false")]
    pub more: bool,
}

/// Something to say, and what the client calls it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Saying {
    /// The same id twice says it once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<ClientId>,
    /// What to say.
    pub text: String,
}

/// What can be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameView {
    /// The game's id.
    pub id: String,
    /// The name that people say.
    pub title: String,
    /// The fewest and the most players.
    pub players: (u8, u8),
    /// The possible values of each option, the default first.
    pub options: BTreeMap<String, Vec<String>>,
    /// The component sets, the standard one first.
    pub sets: Vec<String>,
}

/// The legal actions of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Legal {
    /// The seat.
    #[schema(value_type = SeatNumber)]
    pub seat: Seat,
    /// In notation, sorted by bytes; none if the seat is not to act.
    pub actions: Vec<String>,
}

/// An answer that somebody gives in advance for a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Planned {
    /// In the game's notation, such as `chase 4 below 5`: the wolf at place 4 of the field is
    /// chased while fewer than 5 cubes lie there.
    pub plan: String,
}

/// What a page says on its WebSocket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
    /// "Tell me what happens at this table. I have everything up to there."
    Subscribe {
        /// Which table.
        table: TableId,
        /// The number of the last entry that the page has; 0 for none.
        #[serde(deserialize_with = "count")]
        #[schema(value_type = Count)]
        after: u64,
        /// The number of the last line of chat that the page has; 0 for none.
        #[serde(default, deserialize_with = "count")]
        #[schema(value_type = Count)]
        chat: u64,
    },
    /// "Tell me no more."
    Unsubscribe {
        /// Which table.
        table: TableId,
    },
    /// "Do this."
    Command {
        /// Where.
        table: TableId,
        /// What the page calls it. Sending it again after a break is harmless.
        id: ClientId,
        /// What.
        command: Command,
    },
    /// "Say this to the others."
    Say {
        /// Where.
        table: TableId,
        /// What the page calls it.
        id: ClientId,
        /// What.
        text: String,
    },
    /// "I look at the lists of tables: tell me when they change." Anybody may look.
    #[serde(deserialize_with = "no_fields")]
    LookAround,
    /// "I look at them no more."
    #[serde(deserialize_with = "no_fields")]
    LookAway,
}

/// What the server says on a WebSocket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// First of all.
    Hello {
        /// [`VERSION`].
        version: u32,
        /// Who the page's person is; nobody can only watch.
        you: Option<Person>,
    },
    /// What has happened at a table, without gaps and without repeats.
    Entries {
        /// Which table.
        table: TableId,
        /// In order.
        entries: Vec<Stamped>,
        /// What the people in them are called.
        #[schema(value_type = BTreeMap<String, String>)]
        names: BTreeMap<PersonId, String>,
        /// What everyone has left on the clock, if there is one.
        #[serde(skip_serializing_if = "Option::is_none")]
        times: Option<Times>,
    },
    /// What has been said at a table, without gaps and without repeats.
    Chat {
        /// Which table.
        table: TableId,
        /// In order.
        lines: Vec<ChatLine>,
        /// What the people are called.
        #[schema(value_type = BTreeMap<String, String>)]
        names: BTreeMap<PersonId, String>,
    },
    /// Who is at a table now.
    Presence {
        /// Which table.
        table: TableId,
        /// Those who sit there and have it open.
        here: Vec<PersonId>,
        /// How many others watch.
        spectators: u32,
    },
    /// Lists of tables have changed: those who show them ask for them again. The first comes at
    /// once to whoever looks around, then a few a second at most.
    Lists {
        /// Whether the public tables have (`GET /api/tables`).
        open: bool,
        /// Whether the person's own have (`GET /api/me/tables`).
        mine: bool,
    },
    /// A command is done, or a line said, and durable.
    Done {
        /// What the page called it.
        id: ClientId,
        /// The number of the entry or the line it became.
        seq: u64,
    },
    /// A command was not done.
    Refused {
        /// What the page called it.
        id: ClientId,
        /// Why, for the person.
        error: String,
        /// Whether sending it again later may help.
        again: bool,
    },
    /// Something else was wrong.
    Failed {
        /// With which table, if it was one.
        table: Option<TableId>,
        /// What.
        error: String,
    },
}
