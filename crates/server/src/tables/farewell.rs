//! Leaving for good.

use super::{TableError, Tables};
use crate::id::{PersonId, TableId};

impl Tables {
    /// Has people who will not come back leave every table, so that nobody waits for them there.
    ///
    /// # Errors
    /// If the database fails; some tables may have been left then.
    pub async fn leave_all(&self, people: &[PersonId]) -> Result<(), TableError> {
        for person in people {
            for table in self.0.store.tables_of(person, false, u32::MAX).await? {
                match self.leave(&table, person).await {
                    // Nobody is kept here by a table at which nobody can play.
                    Err(error) if error.is_damage() => {
                        tracing::error!(%table, %error, "a damaged table cannot be left");
                    }
                    left => left?,
                }
            }
        }
        Ok(())
    }

    /// Has somebody who will not come back leave one table.
    ///
    /// # Errors
    /// If the database fails, or the log is damaged.
    pub(crate) async fn leave(&self, table: &TableId, person: &PersonId) -> Result<(), TableError> {
        for command in self.read(table, |table, _| table.farewell(person)).await? {
            match self.command(table, person, None, command).await {
                // Giving up one of several seats may have ended the game.
                Ok(_) | Err(TableError::Refused(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
