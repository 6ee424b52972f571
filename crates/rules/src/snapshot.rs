//! The public state as plain data, and its hash.

use std::collections::BTreeMap;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::{ComponentSet, Game};

/// The position with its setup: the protocol's `state`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PublicState<S> {
    /// The game's id.
    pub game: &'static str,
    /// The component set's id.
    pub set: String,
    /// The number of players.
    pub players: u8,
    /// The chosen options.
    pub options: BTreeMap<&'static str, &'static str>,
    /// The position, in the game's own terms.
    pub position: S,
}

impl<S: Serialize> PublicState<S> {
    pub(crate) fn of<G: Game<Snapshot = S>>(game: &G) -> Self {
        let setup = game.setup();
        Self {
            game: G::INFO.id,
            set: setup.set().id().to_owned(),
            players: setup.players(),
            options: setup.options(),
            position: game.snapshot(),
        }
    }

    /// The first eight bytes of the SHA-256 of the compact JSON: equal for equal states on every
    /// platform, and computable from the protocol's output.
    pub(crate) fn hash(&self) -> u64 {
        // Snapshots are structs of numbers, names and lists: they always have a JSON form.
        let json = serde_json::to_vec(self).unwrap_or_default();
        let digest = Sha256::digest(&json);
        digest.iter().take(8).fold(0, |hash, byte| hash << 8 | u64::from(*byte))
    }
}
