//! When which table has to be looked at.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::clock::Clock;
use crate::id::TableId;

/// One deadline for each table that has one.
#[derive(Debug, Default)]
pub(crate) struct Deadlines {
    known: Mutex<Known>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct Known {
    at: BTreeMap<TableId, i64>,
    order: BTreeSet<(i64, TableId)>,
}

impl Known {
    fn set(&mut self, table: &TableId, at: Option<i64>) {
        if let Some(old) = self.at.remove(table) {
            self.order.remove(&(old, table.clone()));
        }
        if let Some(at) = at {
            self.at.insert(table.clone(), at);
            self.order.insert((at, table.clone()));
        }
    }
}

impl Deadlines {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table has to be looked at then, or not any more.
    pub(crate) fn set(&self, table: &TableId, at: Option<i64>) {
        let mut known = self.known();
        if known.at.get(table).copied() != at {
            known.set(table, at);
            self.changed.notify_one();
        }
    }

    /// Waits for the next table that has to be looked at, whose deadline is forgotten then.
    pub(crate) async fn next(&self, clock: &Clock) -> TableId {
        loop {
            let first = self.known().order.first().cloned();
            let Some((at, table)) = first else {
                self.changed.notified().await;
                continue;
            };
            tokio::select! {
                biased;
                () = self.changed.notified() => {}
                () = clock.until(at) => {
                    self.set(&table, None);
                    return table;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn deadlines_come_in_order_and_can_be_put_off() {
        let (clock, deadlines) = (Clock::by_hand(0), Deadlines::default());
        let [one, two, three] = [(); 3].map(|()| TableId::random());
        deadlines.set(&one, Some(30));
        deadlines.set(&two, Some(20));
        deadlines.set(&three, Some(10));
        deadlines.set(&three, None);
        deadlines.set(&two, Some(40));
        clock.set(35);
        assert_eq!(deadlines.next(&clock).await, one);
        clock.set(40);
        assert_eq!(deadlines.next(&clock).await, two);
        assert!(deadlines.known().at.is_empty() && deadlines.known().order.is_empty());
    }
}
