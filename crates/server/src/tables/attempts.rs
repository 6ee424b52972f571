//! Attempts at the day's deal: as long as the day runs, nobody reads another's.

use super::{TableError, Tables};
use crate::day::Day;
use crate::id::{PersonId, TableId};

/// Somebody's attempt at the deal of a day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Attempt {
    day: Day,
    owner: PersonId,
}

impl Tables {
    /// The only one who may read that table today, if it is an attempt at a deal that others still
    /// play.
    ///
    /// # Errors
    /// If there is no such table, or the database fails.
    pub async fn only_reader(&self, id: &TableId) -> Result<Option<PersonId>, TableError> {
        let slot = self.slot(id);
        if slot.attempt.get().is_none() {
            let attempt = self.read(id, |table, _| {
                let day = table.spec().day.clone();
                day.map(|day| Attempt { day, owner: table.opened_by().clone() })
            });
            // Somebody else may have been first, with the same.
            let _ = slot.attempt.set(attempt.await?);
        }
        let attempt = slot.attempt.get().and_then(Option::as_ref);
        let attempt = attempt.filter(|attempt| self.is_running(&attempt.day));
        Ok(attempt.map(|attempt| attempt.owner.clone()))
    }

    /// Whether somebody may read that table today.
    ///
    /// # Errors
    /// If not: to others there is no such table.
    pub async fn check_may_read(
        &self,
        id: &TableId,
        reader: Option<&PersonId>,
    ) -> Result<(), TableError> {
        match self.only_reader(id).await? {
            Some(owner) if reader != Some(&owner) => Err(TableError::NotFound),
            _ => Ok(()),
        }
    }

    /// Whether the deal of that day is still played.
    pub fn is_running(&self, day: &Day) -> bool {
        *day >= self.clock().today()
    }
}
