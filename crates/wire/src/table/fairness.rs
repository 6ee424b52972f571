//! Checking a finished table completely: every draw of its log, those that were taken back, too.

use registry::Registry;
use rules::Actor;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use utoipa::ToSchema;

use super::{Entry, LogError, Stamped, Table};
use crate::id::TableId;
use crate::secret::Secret;

/// What was checked.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Checked {
    /// How many draws follow from the seed.
    pub draws: u64,
    /// How many of them were taken back.
    pub taken_back: u64,
}

/// What does not fit.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UnfairError {
    /// The seed is told after the end.
    #[error("the game has not ended: its seed is still secret")]
    NotEnded,
    /// The seed is not the one committed to.
    #[error("the seed is not the one that was committed to before the game")]
    OtherSeed,
    /// A draw that does not follow from the seed.
    #[error("entry {seq}: the dealer's `{played}` does not follow from the seed")]
    OtherDraw {
        /// Which entry.
        seq: u64,
        /// What the log says.
        played: String,
    },
    /// The log is damaged.
    #[error(transparent)]
    Damaged(#[from] LogError),
}

impl Checked {
    /// Checks the log of a finished table against the seed that it reveals.
    ///
    /// # Errors
    /// The first thing that does not fit.
    pub fn log(id: &TableId, registry: &Registry, log: &[Stamped]) -> Result<Self, UnfairError> {
        let revealed = log.iter().find_map(|stamped| match &stamped.entry {
            Entry::Ended { seed, .. } => Some(*seed),
            _ => None,
        });
        let seed: Secret = revealed.ok_or(UnfairError::NotEnded)?.into();
        let mut table = Table::replay(id, registry, log.first())?;
        if seed.commitment() != table.commit {
            return Err(UnfairError::OtherSeed);
        }
        for stamped in log.iter().skip(1) {
            table.check_draw(stamped, &seed)?;
            table.fold(stamped)?;
        }
        Ok(Self { draws: table.draws, taken_back: table.draws - table.draws_that_count() })
    }
}

impl Table {
    /// If the entry is the dealer's, it is what the seed says.
    fn check_draw(&self, stamped: &Stamped, seed: &Secret) -> Result<(), UnfairError> {
        let Entry::Acted { seat: Actor::Dealer, action } = &stamped.entry else { return Ok(()) };
        if self.next_draw(&self.key(seed)).as_ref() == Some(action) {
            return Ok(());
        }
        Err(UnfairError::OtherDraw { seq: stamped.seq, played: action.clone() })
    }
}
