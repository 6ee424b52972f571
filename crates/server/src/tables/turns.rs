//! Whose turn it has become, for whoever tells people that are elsewhere.

use tokio::sync::mpsc;

use super::Tables;
use crate::id::{PersonId, TableId};
use crate::table::Table;

/// How much may wait to be told; what is more is not told.
const MOST_WAITING: usize = 1024;

/// It has become these people's turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Turned {
    pub(crate) table: TableId,
    pub(crate) people: Vec<PersonId>,
}

impl Tables {
    /// Tells from now on whose turn it has become; the first who asks is told.
    pub(crate) fn turns(&self) -> mpsc::Receiver<Turned> {
        let (turns, receiver) = mpsc::channel(MOST_WAITING);
        // Later ones hear nothing: their channel is closed.
        let _ = self.0.turns.set(turns);
        receiver
    }

    /// Never waits: an action does not wait for those who are told of it elsewhere.
    pub(super) fn tell_turn(&self, before: &Table, after: &Table) {
        let Some(turns) = self.0.turns.get() else { return };
        let (before, now) = (before.to_act(), after.to_act());
        let people: Vec<PersonId> = now.difference(&before).map(|&person| person.clone()).collect();
        if people.is_empty() {
            return;
        }
        if turns.try_send(Turned { table: after.id().clone(), people }).is_err() {
            tracing::debug!("somebody is not told that it is their turn");
        }
    }
}
