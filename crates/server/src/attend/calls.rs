//! The calls that wait for a bot, and which is next.
//!
//! Networks take turns, within each its people, and for each of them their tables: more guests or
//! more tables bring nobody more. Quick bots and deep ones wait apart, and one thread is for quick
//! ones only, so that they never wait for a deep one.

use std::collections::{BTreeSet, VecDeque};
use std::net::IpAddr;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use bots::{Budget, Level};
use rules::Seat;

use super::line::{Line, TakingTurns};
use crate::id::{PersonId, TableId};

/// How much a bot thinks.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// A few simulations.
    Quick,
    /// By the clock.
    Deep,
}

impl Effort {
    /// That of a bot of that level.
    pub(crate) fn of(level: u8) -> Self {
        match Level::new(level).unwrap_or(Level::BEST).info().budget {
            Budget::Sims(_) => Self::Quick,
            Budget::Time(_) => Self::Deep,
        }
    }
}

/// For whom a bot plays: the person, and the network where this node has last seen them. Those who
/// were not seen here count as one network.
pub(crate) type Beneficiary = (Option<IpAddr>, PersonId);

/// The calls of one kind: by network, person and table.
type Waiting = TakingTurns<Option<IpAddr>, TakingTurns<PersonId, Tables>>;
type Tables = TakingTurns<TableId, VecDeque<Seat>>;

/// The calls that wait.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    queues: Mutex<Queues>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Queues {
    quick: Waiting,
    deep: Waiting,
    /// What waits or is being answered.
    known: BTreeSet<(TableId, Seat)>,
    closed: bool,
}

impl Calls {
    fn queues(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A bot is to act there, unless that is known. It counts for whoever of those people has the
    /// fewest calls waiting.
    pub(crate) fn push(&self, table: &TableId, seat: Seat, effort: Effort, people: &[Beneficiary]) {
        if self.queues().push(table, seat, effort, people) {
            // Not every thread takes every call.
            self.changed.notify_all();
        }
    }

    /// Waits for the next call; `None` once there are no more to come. Whoever thinks deeply takes
    /// quick calls, too, if no other waits.
    pub(crate) fn next(&self, effort: Effort) -> Option<(TableId, Seat)> {
        let mut queues = self.queues();
        loop {
            if queues.closed {
                return None;
            }
            if let Some(call) = queues.pop(effort) {
                return Some(call);
            }
            queues = self.changed.wait(queues).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A call that was taken has been answered, or given up.
    pub(crate) fn done(&self, table: &TableId, seat: Seat) {
        self.queues().known.remove(&(table.clone(), seat));
    }

    /// No more calls are given out.
    pub(crate) fn close(&self) {
        self.queues().closed = true;
        self.changed.notify_all();
    }
}

impl Queues {
    fn push(
        &mut self,
        table: &TableId,
        seat: Seat,
        effort: Effort,
        people: &[Beneficiary],
    ) -> bool {
        if self.known.contains(&(table.clone(), seat)) {
            return false;
        }
        let waiting = match effort {
            Effort::Quick => &mut self.quick,
            Effort::Deep => &mut self.deep,
        };
        let Some((network, person)) = least_waiting(waiting, people) else { return false };
        waiting.line(network).line(person).line(table).push_back(seat);
        self.known.insert((table.clone(), seat))
    }

    fn pop(&mut self, effort: Effort) -> Option<(TableId, Seat)> {
        let next = match effort {
            Effort::Quick => self.quick.pop(),
            Effort::Deep => self.deep.pop().or_else(|| self.quick.pop()),
        };
        let (_network, (_person, call)) = next?;
        Some(call)
    }
}

/// The one of those people for whom the fewest calls wait: in the network, then of their own.
fn least_waiting<'a>(waiting: &Waiting, people: &'a [Beneficiary]) -> Option<&'a Beneficiary> {
    people.iter().min_by_key(|(network, person)| {
        let others = waiting.known(network);
        let own = others.and_then(|people| people.known(person));
        (others.map_or(0, Line::len), own.map_or(0, Line::len), person)
    })
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use super::*;

    fn somebody(network: u8) -> Beneficiary {
        (Some([10, 0, 0, network].into()), PersonId::random())
    }

    /// Has all seats of a table for that many call.
    fn call_all(calls: &Calls, table: &TableId, seats: u8, effort: Effort, people: &[Beneficiary]) {
        Seat::all(seats).for_each(|seat| calls.push(table, seat, effort, people));
    }

    fn order(calls: &Calls, effort: Effort, count: usize) -> Vec<TableId> {
        (0..count).map(|_| calls.next(effort).unwrap().0).collect()
    }

    #[test]
    fn tables_take_turns() {
        let (busy, quiet, person) = (TableId::random(), TableId::random(), somebody(1));
        let calls = Calls::default();
        call_all(&calls, &busy, 5, Effort::Deep, from_ref(&person));
        call_all(&calls, &quiet, 2, Effort::Deep, &[person]);
        let order = order(&calls, Effort::Deep, 7);
        assert_eq!(order, [&busy, &quiet, &busy, &quiet, &busy, &busy, &busy].map(Clone::clone));
    }

    #[test]
    fn neither_more_tables_nor_more_guests_bring_more() {
        let calls = Calls::default();
        for _ in 0..8 {
            let guest = somebody(1);
            for _ in 0..6 {
                call_all(&calls, &TableId::random(), 4, Effort::Deep, from_ref(&guest));
            }
        }
        let (other, table) = (somebody(2), TableId::random());
        call_all(&calls, &table, 2, Effort::Deep, &[other]);
        let order = order(&calls, Effort::Deep, 4);
        assert_eq!((&order[1], &order[3]), (&table, &table), "every other call is theirs");
    }

    #[test]
    fn people_of_one_network_take_turns() {
        let (many, one) = (somebody(1), somebody(1));
        let calls = Calls::default();
        for _ in 0..6 {
            call_all(&calls, &TableId::random(), 4, Effort::Deep, from_ref(&many));
        }
        let table = TableId::random();
        call_all(&calls, &table, 1, Effort::Deep, &[one]);
        assert_eq!(order(&calls, Effort::Deep, 2)[1], table);
    }

    #[test]
    fn a_table_counts_for_whoever_has_the_fewest_calls() {
        let (many, few) = (somebody(1), somebody(2));
        let calls = Calls::default();
        for _ in 0..6 {
            call_all(&calls, &TableId::random(), 4, Effort::Deep, from_ref(&many));
        }
        let table = TableId::random();
        call_all(&calls, &table, 1, Effort::Deep, &[many, few]);
        assert_eq!(order(&calls, Effort::Deep, 2)[1], table);
    }

    #[test]
    fn quick_calls_have_a_thread_of_their_own_and_fill_the_gaps_of_others() {
        let (deep, quick, person) = (TableId::random(), TableId::random(), somebody(1));
        let calls = Calls::default();
        call_all(&calls, &deep, 1, Effort::of(5), from_ref(&person));
        call_all(&calls, &quick, 2, Effort::of(1), &[person]);
        assert_eq!(order(&calls, Effort::Quick, 1)[0], quick);
        assert_eq!(order(&calls, Effort::Deep, 2), [deep, quick]);
        assert_eq!([1, 2, 3].map(Effort::of), [Effort::Quick; 3]);
        assert_eq!([4, 5].map(Effort::of), [Effort::Deep; 2]);
    }

    #[test]
    fn a_call_is_answered_once_at_a_time() {
        let (table, seat, people) = (TableId::random(), Seat::from_index(0), [somebody(1)]);
        let calls = Calls::default();
        let push = || calls.push(&table, seat, Effort::Deep, &people);
        push();
        push();
        assert_eq!(calls.next(Effort::Deep), Some((table.clone(), seat)));
        push();
        assert!(calls.queues().pop(Effort::Deep).is_none(), "it is being answered");
        calls.done(&table, seat);
        push();
        assert_eq!(calls.next(Effort::Deep), Some((table.clone(), seat)));
        calls.close();
        assert_eq!(calls.next(Effort::Deep), None);
    }
}
