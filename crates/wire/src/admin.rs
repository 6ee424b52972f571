//! What whoever runs the server sees.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::id::PersonId;

/// A server at a glance.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Overview {
    /// People with a name.
    pub people: u64,
    /// People without one.
    pub guests: u64,
    /// People's programs.
    pub programs: u64,
    /// Accounts that were closed.
    pub banned: u64,
    /// Tables where people sit down.
    pub gathering: u64,
    /// Tables where a game is on.
    pub playing: u64,
    /// Tables whose game has ended.
    pub ended: u64,
    /// Those of them whose results are not counted yet.
    pub uncounted: u64,
    /// What webhooks are still to be told.
    pub deliveries: u64,
    /// WebSockets that are open at this node.
    pub sockets: i64,
}

/// Somebody, as whoever runs the server sees them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PersonRow {
    /// Their id.
    pub id: PersonId,
    /// What they are called.
    pub name: String,
    /// Whether they are a guest.
    pub guest: bool,
    /// Whose program it is, if it is one.
    pub program_of: Option<PersonId>,
    /// When they came, in milliseconds since 1970.
    pub created_at: i64,
    /// When the account was closed, if it was.
    pub banned_at: Option<i64>,
}

/// Whom to look for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Search {
    /// How the name starts; everyone if left out.
    #[serde(default)]
    pub name: String,
}
