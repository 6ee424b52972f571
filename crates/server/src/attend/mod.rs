//! What the server does at tables by itself: bots act, and clocks run out.
//!
//! Which tables need attention stands in the database (`due`), so that nothing is forgotten when a
//! server stops or falls over. In memory is only what comes next: the calls that wait for a bot,
//! and the deadlines of the next minute.

mod calls;
mod deadlines;
mod line;
mod thinkers;

use std::sync::Arc;

pub(crate) use calls::{Beneficiary, Calls, Effort};
pub(crate) use deadlines::Deadlines;
pub(crate) use thinkers::Thinkers;

use crate::networks::Networks;
use crate::store::StoreError;
use crate::table::Table;
use crate::tables::Tables;

/// How long a bot may take before another server may think that it was forgotten.
const PATIENCE: i64 = 20_000;
/// How often the database is asked what is due.
const ROUND: i64 = 10_000;
/// How far deadlines are known in advance.
const HORIZON: i64 = 60_000;

/// What needs attention next. Clones share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attention {
    pub(crate) calls: Arc<Calls>,
    pub(crate) deadlines: Arc<Deadlines>,
    /// Where people are: bots take turns by that.
    pub(crate) networks: Networks,
}

impl Attention {
    /// Notes what a table needs next.
    pub(crate) fn note(&self, table: &Table, now: i64) {
        let calls = table.calls();
        if !calls.is_empty() {
            let people = self.beneficiaries(table);
            for call in calls {
                self.calls.push(table.id(), call.seat, Effort::of(call.level), &people);
            }
        }
        let soon = table.next_deadline().filter(|at| *at <= now + HORIZON);
        self.deadlines.set(table.id(), soon);
    }

    /// For whom bots play at a table: those who sit there, or else whoever has opened it.
    fn beneficiaries(&self, table: &Table) -> Vec<Beneficiary> {
        let mut people = table.people();
        if people.is_empty() {
            people.insert(table.opened_by());
        }
        people.into_iter().map(|person| (self.networks.of(person), person.clone())).collect()
    }
}

/// When somebody has to look at the table again, if nothing happens before.
pub(crate) fn due(table: &Table, now: i64) -> Option<i64> {
    let bots = (!table.calls().is_empty()).then_some(now + PATIENCE);
    bots.into_iter().chain(table.next_deadline()).min()
}

/// Looks after all tables, forever.
pub(crate) async fn look_after(tables: &Tables) {
    let clock = tables.clock().clone();
    // Whatever a server that is gone has left undone is done at once.
    let left = clock.now() + PATIENCE;
    for (table, _) in due_by(tables, left).await {
        tables.wake(&table).await;
    }
    if let Err(error) = tables.carry_out_all().await {
        tracing::warn!(%error, "what was planned could not be done");
    }
    let mut next_round = clock.now();
    loop {
        tokio::select! {
            table = tables.attention().deadlines.next(&clock) => tables.wake(&table).await,
            () = clock.until(next_round) => {
                next_round = clock.now() + ROUND;
                for (table, at) in due_by(tables, clock.now() + HORIZON).await {
                    tables.attention().deadlines.set(&table, Some(at));
                }
            }
        }
    }
}

async fn due_by(tables: &Tables, by: i64) -> Vec<(crate::id::TableId, i64)> {
    let due: Result<_, StoreError> = tables.due(by).await;
    due.unwrap_or_else(|error| {
        tracing::warn!(%error, "what is due cannot be read");
        Vec::new()
    })
}
