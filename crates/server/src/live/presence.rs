//! Who is at which table: those who have it open on a page, here and at the other nodes.
//!
//! This is the one thing that lies in memory only. Nodes tell each other when it changes and once
//! in a while; what a node has not repeated for long is forgotten with it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::time::{Instant, sleep};

use super::{Bell, Topic};
use crate::id::{PersonId, SessionId, TableId};
use crate::store::Store;

/// How long news of coming and going is gathered before it is told.
const SETTLES: Duration = Duration::from_millis(200);
/// How long another node's word is believed.
const BELIEVED: Duration = Duration::from_secs(150);
/// How many people a node tells the others of by name: a notice has 8,000 bytes at most.
const MOST_NAMED: usize = 300;

/// Those who watch a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Crowd {
    /// By who they are.
    pub(crate) people: BTreeSet<PersonId>,
    /// How many are nobody.
    pub(crate) nameless: u32,
}

impl Crowd {
    fn add(&mut self, person: Option<&PersonId>) {
        match person {
            Some(person) => drop(self.people.insert(person.clone())),
            None => self.nameless += 1,
        }
    }

    fn join(&mut self, other: &Self) {
        self.people.extend(other.people.iter().cloned());
        self.nameless += other.nameless;
    }

    /// As it fits into a notice.
    fn shortened(mut self) -> Self {
        while self.people.len() > MOST_NAMED && self.people.pop_last().is_some() {
            self.nameless += 1;
        }
        self
    }
}

/// What one node tells the others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Announcement {
    node: String,
    table: TableId,
    crowd: Crowd,
}

/// Everyone who watches one table.
#[derive(Debug, Default)]
struct Room {
    here: Vec<(Option<PersonId>, Weak<Bell>)>,
    elsewhere: BTreeMap<String, (Crowd, Instant)>,
    /// Whether the news will be told in a moment.
    is_settling: bool,
}

impl Room {
    fn crowd_here(&self) -> Crowd {
        let mut crowd = Crowd::default();
        self.here.iter().for_each(|(person, _)| crowd.add(person.as_ref()));
        crowd
    }

    fn crowd(&self) -> Crowd {
        let mut crowd = self.crowd_here();
        self.elsewhere.values().for_each(|(other, _)| crowd.join(other));
        crowd
    }

    fn ring(&self, table: &TableId) {
        let bells = self.here.iter().filter_map(|(_, bell)| bell.upgrade());
        bells.for_each(|bell| bell.ring(table, Topic::Presence));
    }
}

/// Who is at which table. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Presence(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    /// What the other nodes know this one by.
    node: String,
    rooms: Mutex<BTreeMap<TableId, Room>>,
}

impl Presence {
    pub(crate) fn new(store: Store) -> Self {
        let node = SessionId::random().to_string();
        Self(Arc::new(Inner { store, node, rooms: Mutex::default() }))
    }

    fn rooms(&self) -> MutexGuard<'_, BTreeMap<TableId, Room>> {
        self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody has opened a table.
    pub(crate) fn enter(&self, table: &TableId, person: Option<PersonId>, bell: &Arc<Bell>) {
        let mut rooms = self.rooms();
        let room = rooms.entry(table.clone()).or_default();
        room.here.push((person, Arc::downgrade(bell)));
        self.tell_soon(table, room);
    }

    /// Somebody has closed it.
    pub(crate) fn leave(&self, table: &TableId, bell: &Arc<Bell>) {
        if let Some(room) = self.rooms().get_mut(table) {
            room.here.retain(|(_, known)| !Weak::ptr_eq(known, &Arc::downgrade(bell)));
            self.tell_soon(table, room);
        }
    }

    /// Those who watch a table, wherever they are connected.
    pub(crate) fn crowd(&self, table: &TableId) -> Crowd {
        self.rooms().get(table).map(Room::crowd).unwrap_or_default()
    }

    fn tell_soon(&self, table: &TableId, room: &mut Room) {
        if !std::mem::replace(&mut room.is_settling, true) {
            let (this, table) = (self.clone(), table.clone());
            tokio::spawn(async move {
                sleep(SETTLES).await;
                this.tell(&table).await;
            });
        }
    }

    async fn tell(&self, table: &TableId) {
        let crowd = {
            let mut rooms = self.rooms();
            let Some(room) = rooms.get_mut(table) else { return };
            room.is_settling = false;
            room.here.retain(|(_, bell)| bell.strong_count() > 0);
            room.ring(table);
            let crowd = room.crowd_here();
            if room.here.is_empty() {
                rooms.remove(table);
            }
            crowd.shortened()
        };
        let announcement = Announcement { node: self.0.node.clone(), table: table.clone(), crowd };
        if let Err(error) = self.0.store.announce(&announcement).await {
            tracing::debug!(%error, "the other nodes do not hear who is here");
        }
    }

    /// Another node, or this one, has told who is there.
    pub(crate) fn hear(&self, Announcement { node, table, crowd }: Announcement) {
        let mut rooms = self.rooms();
        // Where nobody watches here, nobody needs to know.
        let Some(room) = rooms.get_mut(&table).filter(|_| node != self.0.node) else { return };
        let known = room.elsewhere.insert(node, (crowd, Instant::now()));
        room.ring(&table);
        if known.is_none() {
            // It has just come, and does not know who is here.
            self.tell_soon(&table, room);
        }
    }

    /// Repeats to the other nodes who is here, and forgets those that have fallen silent.
    pub(crate) async fn repeat(&self) {
        let tables: Vec<TableId> = {
            let mut rooms = self.rooms();
            for room in rooms.values_mut() {
                room.elsewhere.retain(|_, (_, heard)| heard.elapsed() < BELIEVED);
            }
            rooms.keys().cloned().collect()
        };
        if self.0.store.is_shared() {
            for table in tables {
                self.tell(&table).await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crowd_fits_into_a_notice() {
        let mut crowd = Crowd::default();
        (0..1000).for_each(|_| crowd.add(Some(&PersonId::random())));
        crowd.add(None);
        let crowd = crowd.shortened();
        assert_eq!((crowd.people.len(), crowd.nameless), (MOST_NAMED, 701));
        assert!(serde_json::to_string(&crowd).unwrap().len() < 7000);
    }
}
