//! Tables of the day's deal.

use super::{TableError, Tables};
use crate::day::Day;
use crate::id::{ClientId, PersonId, TableId};
use crate::secret::Bytes32;
use crate::store::StoreError;
use crate::table::{Command, TableSpec};

impl Tables {
    /// The table of a person's attempt at the day's deal of a game, which has begun. There is one
    /// attempt: whoever asks again gets the same table.
    ///
    /// # Errors
    /// If the game is not played alone.
    pub async fn today(
        &self,
        person: &PersonId,
        game: &str,
        day: Day,
    ) -> Result<TableId, TableError> {
        let id = TableId::of_the_day(person, game, day.as_str());
        let spec = TableSpec::of_the_day(game, day, person.clone());
        spec.new_game(&self.0.registry)?;
        match self.open_as(id.clone(), person, spec).await {
            Ok(()) | Err(TableError::Store(StoreError::Conflict)) => {}
            Err(error) => return Err(error),
        }
        // Nobody contributes to draws that are the same for everyone.
        let commands = [
            ("join", Command::Join { seat: None, contribution: Bytes32([0; 32]), ready: true }),
            ("start", Command::Start),
        ];
        for (name, command) in commands {
            let name: ClientId = name.parse().map_err(|_| TableError::NotFound)?;
            self.command(&id, person, Some(&name), command).await?;
        }
        Ok(id)
    }
}
