//! How somebody has played: results, ratings, the day's deal.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use crate::day::Day;
use crate::id::{NotAnId, PersonId, TableId, id_pattern};
use crate::message::Person;
use crate::schema::{SeatNumber, seats, text};

/// Who has played: a person, or one of the server's bots.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Player {
    /// A person.
    Person(PersonId),
    /// A bot of that level.
    Bot(u8),
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person(person) => person.fmt(f),
            Self::Bot(level) => write!(f, "level{level}"),
        }
    }
}

impl FromStr for Player {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Self, NotAnId> {
        match text {
            "level1" => Ok(Self::Bot(1)),
            "level2" => Ok(Self::Bot(2)),
            "level3" => Ok(Self::Bot(3)),
            "level4" => Ok(Self::Bot(4)),
            "level5" => Ok(Self::Bot(5)),
            other => other.parse().map(Self::Person),
        }
    }
}

impl PartialSchema for Player {
    fn schema() -> RefOr<Schema> {
        let pattern = format!("^(level[1-5]|{})$", id_pattern(16));
        text(pattern, "The id of a person, or `level1` to `level5` for a bot.").into()
    }
}

impl ToSchema for Player {}

impl Serialize for Player {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Player {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// Who is rated against whom.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pool {
    /// People, and the server's own bots.
    People,
    /// Everyone at a table where somebody's program plays.
    Programs,
}

impl Pool {
    /// One word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::People => "people",
            Self::Programs => "programs",
        }
    }
}

/// A rating in one game with that many players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RatingView {
    /// Who is rated against whom.
    pub pool: Pool,
    /// The game's id.
    pub game: String,
    /// How many play.
    pub players: u8,
    /// How good; everyone starts at 25.
    pub rating: f64,
    /// How far off that may be; everyone starts at 25/3.
    pub uncertainty: f64,
    /// How many games it comes from.
    pub games: u64,
}

/// A rating after a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RatingPoint {
    /// The table of the game.
    pub table: TableId,
    /// When it was counted, in milliseconds since 1970.
    pub at: i64,
    /// Who is rated against whom.
    pub pool: Pool,
    /// How good.
    pub rating: f64,
    /// How far off that may be.
    pub uncertainty: f64,
}

/// How somebody came out of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ResultRow {
    /// The table; nothing if it is another's attempt at a deal whose day still runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    /// The seat's number.
    #[schema(value_type = SeatNumber)]
    pub seat: u8,
    /// Who: the id of a person, or `level3` for a bot.
    pub player: Player,
    /// The game's id.
    pub game: String,
    /// How many played.
    pub players: u8,
    /// Who is rated against whom.
    pub pool: Pool,
    /// 1 for the best; those who are level share a place.
    pub place: u8,
    /// The points.
    pub total: i32,
    /// The day, if it was the day's deal.
    pub day: Option<Day>,
    /// When it was counted, in milliseconds since 1970.
    pub at: i64,
}

/// How somebody has played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Profile {
    /// Who.
    pub person: Person,
    /// How many games.
    pub games: u64,
    /// How many of those with others they have won, alone or together.
    pub won: u64,
    /// The ratings as they are now.
    pub ratings: Vec<RatingView>,
    /// The latest results, the latest first.
    pub results: Vec<ResultRow>,
}

/// How two have come out against each other in one game with that many players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct HeadToHead {
    /// The game's id.
    pub game: String,
    /// How many played.
    pub players: u8,
    /// How often the first came out ahead of the second.
    pub ahead: u64,
    /// How often behind.
    pub behind: u64,
    /// How often level.
    pub level: u64,
}

/// Which game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct WhichGame {
    /// The game's id.
    pub game: String,
    /// How many players.
    #[serde(deserialize_with = "seats")]
    #[param(minimum = 1, maximum = 5)]
    pub players: u8,
}

/// Which day's deal.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct WhichDay {
    /// The game's id; Tipperary if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The day; today if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<Day>,
}

/// One attempt at the day's deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TodayScore {
    /// 1 for the best; those who are level share a place.
    pub place: u64,
    /// Whose.
    pub person: PersonId,
    /// What they are called.
    pub name: String,
    /// The points.
    pub total: i32,
    /// The table, for whoever wants to see how: others see it once the day is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
}

/// How the day's deal was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Scoreboard {
    /// The day.
    pub day: Day,
    /// The game's id.
    pub game: String,
    /// How many have finished it.
    pub played: u64,
    /// The best of them, the best first.
    pub best: Vec<TodayScore>,
    /// One's own table, if one has begun; finished or not.
    pub mine: Option<TableId>,
}
