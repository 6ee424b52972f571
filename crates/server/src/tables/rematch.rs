//! Playing again with the same people.

use super::sent::Sent;
use super::{Loaded, TableError, Tables};
use crate::id::{PersonId, TableId};
use crate::store::StoreError;
use crate::table::{Part, SeatSpec, Table, TableSpec};

impl Tables {
    /// Opens the table of the rematch, seats rotated by one, and tells those at the old one.
    ///
    /// # Errors
    /// If the game has not ended, or the person did not play.
    pub async fn rematch(&self, table: &TableId, person: &PersonId) -> Result<TableId, TableError> {
        let rematch = table.rematch();
        let (spec, known) = self
            .read(table, |table, _| {
                let draft = table.decide_rematch(person, rematch.clone(), 0);
                draft.map(|_| (rotated(table), table.rematch().is_some()))
            })
            .await??;
        if known && self.is_there(&rematch).await? {
            return Ok(rematch);
        }
        match self.open_as(rematch.clone(), person, spec).await {
            // The other one was first: the table is the same.
            Ok(()) | Err(TableError::Store(StoreError::Conflict)) => {}
            Err(error) => return Err(error),
        }
        let (who, to) = (person.clone(), rematch.clone());
        let sent = Sent { key: format!("rematch/{rematch}"), command: None };
        let decide = move |loaded: &Loaded, at| loaded.table.decide_rematch(&who, to.clone(), at);
        self.write(table.clone(), Some(sent), decide).await?;
        Ok(rematch)
    }
}

/// The same table again, with everyone who began to play one seat further.
fn rotated(table: &Table) -> TableSpec {
    let mut spec = table.spec().clone();
    let mut people: Vec<Option<PersonId>> =
        table.parts().iter().map(|part| Part::person(part).cloned()).collect();
    people.rotate_right(1);
    spec.seats.rotate_right(1);
    for (seat, person) in spec.seats.iter_mut().zip(people) {
        if let SeatSpec::Person { kept_for } = seat {
            *kept_for = person;
        }
    }
    spec
}
