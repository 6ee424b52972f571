//! The calls that wait for a bot. Tables take turns: one with many bots does not hold up the
//! others.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use rules::Seat;

use crate::id::TableId;

/// The calls that wait.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    /// The tables with calls, the one whose turn it is first.
    ring: VecDeque<TableId>,
    seats: BTreeMap<TableId, VecDeque<Seat>>,
    /// What is being answered.
    taken: BTreeSet<(TableId, Seat)>,
    closed: bool,
}

impl Calls {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A bot is to act there, unless that is known.
    pub(crate) fn push(&self, table: &TableId, seat: Seat) {
        if self.waiting().push(table, seat) {
            self.changed.notify_one();
        }
    }

    /// Waits for the next call; `None` once there are no more to come.
    pub(crate) fn next(&self) -> Option<(TableId, Seat)> {
        let mut waiting = self.waiting();
        loop {
            if waiting.closed {
                return None;
            }
            if let Some(call) = waiting.pop() {
                return Some(call);
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A call that was taken has been answered, or given up.
    pub(crate) fn done(&self, table: &TableId, seat: Seat) {
        self.waiting().taken.remove(&(table.clone(), seat));
    }

    /// No more calls are given out.
    pub(crate) fn close(&self) {
        self.waiting().closed = true;
        self.changed.notify_all();
    }
}

impl Waiting {
    fn push(&mut self, table: &TableId, seat: Seat) -> bool {
        if self.taken.contains(&(table.clone(), seat)) {
            return false;
        }
        let seats = self.seats.entry(table.clone()).or_default();
        if seats.contains(&seat) {
            return false;
        }
        if seats.is_empty() {
            self.ring.push_back(table.clone());
        }
        seats.push_back(seat);
        true
    }

    fn pop(&mut self) -> Option<(TableId, Seat)> {
        let table = self.ring.pop_front()?;
        let seats = self.seats.get_mut(&table)?;
        let seat = seats.pop_front()?;
        if seats.is_empty() {
            self.seats.remove(&table);
        } else {
            self.ring.push_back(table.clone());
        }
        self.taken.insert((table.clone(), seat));
        Some((table, seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_take_turns() {
        let (busy, quiet) = (TableId::random(), TableId::random());
        let calls = Calls::default();
        Seat::all(5).for_each(|seat| calls.push(&busy, seat));
        Seat::all(2).for_each(|seat| calls.push(&quiet, seat));
        let order: Vec<TableId> = (0..7).map(|_| calls.next().unwrap().0).collect();
        assert_eq!(order, [&busy, &quiet, &busy, &quiet, &busy, &busy, &busy].map(Clone::clone));
    }

    #[test]
    fn a_call_is_answered_once_at_a_time() {
        let (table, seat) = (TableId::random(), Seat::from_index(0));
        let calls = Calls::default();
        calls.push(&table, seat);
        calls.push(&table, seat);
        assert_eq!(calls.next(), Some((table.clone(), seat)));
        calls.push(&table, seat);
        assert!(calls.waiting().pop().is_none(), "somebody answers it");
        calls.done(&table, seat);
        calls.push(&table, seat);
        assert_eq!(calls.next(), Some((table, seat)));
        calls.close();
        assert_eq!(calls.next(), None);
    }
}
