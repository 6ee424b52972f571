//! The log of a table: what happened, one entry after the other. A table is nothing but its log.

use rules::{Actor, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{SeatSpec, TableSpec};
use crate::id::{PersonId, TableId};
use crate::schema::{ActorView, Level, SeatNumber};
use crate::secret::Bytes32;

/// Something that happened at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Entry {
    /// The table was opened. Always the first entry.
    Opened {
        /// Who opened it.
        by: PersonId,
        /// What was decided.
        // Boxed, so that the many entries that follow are small.
        spec: Box<TableSpec>,
        /// The SHA-256 of the seed of the draws, told before anyone contributes to them.
        commit: Bytes32,
    },
    /// Somebody sat down.
    Joined {
        /// Who.
        person: PersonId,
        /// Where; several seats at a hot-seat table.
        #[schema(value_type = Vec<SeatNumber>)]
        seats: Vec<Seat>,
        /// What the person's client contributes to the draws.
        contribution: Bytes32,
        /// Whether they are ready at once, as somebody's program is.
        #[serde(default, skip_serializing_if = "is_false")]
        ready: bool,
    },
    /// Somebody who sits there is ready to begin, or not any more.
    Ready {
        /// Who.
        person: PersonId,
        /// Whether they are.
        yes: bool,
    },
    /// Somebody stood up again before the start.
    Left {
        /// Who.
        person: PersonId,
    },
    /// The game began.
    Started,
    /// An action of a seat or of the dealer.
    Acted {
        /// Who acted: the number of a seat, or `"*"`.
        #[serde(with = "actor")]
        #[schema(value_type = ActorView)]
        seat: Actor,
        /// What was done, in notation.
        action: String,
    },
    /// Some actions do not count any more.
    Undone {
        /// Who took them back.
        person: PersonId,
        /// The entries' numbers, ascending.
        taken: Vec<u64>,
    },
    /// Somebody asks to go back to before an own action.
    UndoAsked {
        /// Who.
        person: PersonId,
        /// The number of the action's entry.
        to: u64,
    },
    /// An answer to that.
    UndoAnswered {
        /// Who.
        person: PersonId,
        /// Whether they agree. One no ends the matter.
        yes: bool,
    },
    /// Somebody would like to end the game here, or agrees to.
    EndOffered {
        /// Who.
        person: PersonId,
    },
    /// Somebody does not want to end the game here, or not any more.
    EndDeclined {
        /// Who.
        person: PersonId,
    },
    /// Somebody gave up, and a bot plays on.
    Resigned {
        /// Who.
        person: PersonId,
        /// Which seat.
        #[schema(value_type = SeatNumber)]
        seat: Seat,
        /// How strong the bot is.
        #[schema(value_type = Level)]
        level: u8,
    },
    /// Somebody would like to see a seat with another player.
    ReplacementAsked {
        /// Who.
        person: PersonId,
        /// Which seat.
        #[schema(value_type = SeatNumber)]
        seat: Seat,
        /// Who should play it.
        by: SeatSpec,
    },
    /// An answer to that.
    ReplacementAnswered {
        /// Who.
        person: PersonId,
        /// Whether they agree. One no ends the matter.
        yes: bool,
    },
    /// The others agreed. A seat for a person is open from now on, and a bot plays it until
    /// somebody takes it over.
    Replaced {
        /// Which seat.
        #[schema(value_type = SeatNumber)]
        seat: Seat,
        /// Who plays it, or may.
        by: SeatSpec,
        /// How strong the bot is that plays it now.
        #[schema(value_type = Level)]
        level: u8,
    },
    /// Somebody new plays an open seat.
    TookOver {
        /// Who.
        person: PersonId,
        /// Which seat.
        #[schema(value_type = SeatNumber)]
        seat: Seat,
    },
    /// A seat's time ran out, and a bot plays on until its person comes back.
    OutOfTime {
        /// Which seat.
        #[schema(value_type = SeatNumber)]
        seat: Seat,
        /// How strong the bot is.
        #[schema(value_type = Level)]
        level: u8,
    },
    /// Somebody who had run out of time came back.
    Returned {
        /// Who.
        person: PersonId,
        /// To which seat.
        #[schema(value_type = SeatNumber)]
        seat: Seat,
    },
    /// The game ended. The seed of the draws is told now.
    Ended {
        /// How.
        how: Ending,
        /// The seed that was committed to.
        seed: Bytes32,
    },
    /// The same people may play again.
    Rematch {
        /// The new table.
        table: TableId,
    },
}

impl Entry {
    /// Who had a part in it.
    pub const fn person(&self) -> Option<&PersonId> {
        match self {
            Self::Opened { by: person, .. }
            | Self::Joined { person, .. }
            | Self::Ready { person, .. }
            | Self::Left { person }
            | Self::Undone { person, .. }
            | Self::UndoAsked { person, .. }
            | Self::UndoAnswered { person, .. }
            | Self::EndOffered { person }
            | Self::EndDeclined { person }
            | Self::Resigned { person, .. }
            | Self::ReplacementAsked { person, .. }
            | Self::ReplacementAnswered { person, .. }
            | Self::TookOver { person, .. }
            | Self::Returned { person, .. } => Some(person),
            Self::Started
            | Self::Acted { .. }
            | Self::Replaced { .. }
            | Self::OutOfTime { .. }
            | Self::Ended { .. }
            | Self::Rematch { .. } => None,
        }
    }

    /// Whether somebody sat down or stood up with it.
    pub const fn moves_somebody(&self) -> bool {
        matches!(
            self,
            Self::Joined { .. }
                | Self::Left { .. }
                | Self::Resigned { .. }
                | Self::Replaced { .. }
                | Self::TookOver { .. }
        )
    }
}

/// How a game ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "way", rename_all = "kebab-case")]
pub enum Ending {
    /// As the rules say.
    Over,
    /// All people agreed to.
    Agreed,
    /// A seat gave up.
    Resigned {
        /// Which.
        #[schema(value_type = SeatNumber)]
        seat: Seat,
    },
}

/// An entry with its place in the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Stamped {
    /// Its number, from 1, without gaps.
    pub seq: u64,
    /// When it was made, in milliseconds since 1970.
    pub at: i64,
    /// What happened.
    #[serde(flatten)]
    pub entry: Entry,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
pub(crate) const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// An actor as the number of a seat or `"*"`.
mod actor {
    use rules::{Actor, Seat};
    use serde::{Deserialize, Deserializer, Serializer, de};

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum NumberOrText {
        Number(Seat),
        Text(String),
    }

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
    pub(super) fn serialize<S: Serializer>(actor: &Actor, to: S) -> Result<S::Ok, S::Error> {
        match actor {
            Actor::Dealer => to.serialize_str("*"),
            Actor::Seat(seat) => to.serialize_u8(seat.number()),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Actor, D::Error> {
        match NumberOrText::deserialize(from)? {
            NumberOrText::Number(seat) => Ok(Actor::Seat(seat)),
            NumberOrText::Text(text) if text == "*" => Ok(Actor::Dealer),
            NumberOrText::Text(_) => Err(de::Error::custom("a seat is a number or \"*\"")),
        }
    }
}
