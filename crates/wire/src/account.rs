//! What belongs to a person's account besides the name: programs that play, and a webhook.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::id::{PersonId, TableId};

/// A program that somebody lets play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Program {
    /// Its id, as that of a person.
    pub id: PersonId,
    /// What it is called; ends in `(bot)`.
    pub name: String,
    /// When it was added, in milliseconds since 1970.
    pub created_at: i64,
}

/// A program that is added.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewProgram {
    /// What it is called.
    pub name: String,
}

/// A program that was added, and its token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ProgramToken {
    /// The program.
    pub program: Program,
    /// Told this once.
    pub token: String,
}

/// What a guest would like to be called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewName {
    /// The name; others see it with `(guest)` behind it.
    pub name: String,
}

/// Where somebody wants to be told that it is their turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Webhook {
    /// An address that takes POST requests.
    pub url: String,
}

/// A webhook that was set, and what signs its messages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct WebhookSecret {
    /// Where.
    pub url: String,
    /// Told this once: the key of the HMAC-SHA-256 in `x-bellwether-signature`.
    pub secret: String,
}

/// What a webhook is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Notice {
    /// It is the person's turn.
    YourTurn {
        /// At which table.
        table: TableId,
        /// The game's id.
        game: String,
        /// The number of the last entry of the table's log.
        seq: u64,
    },
}
