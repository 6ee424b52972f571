//! Where people are: the network from which this node has last heard of each of them. It lies in
//! memory only, and only for so long.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::id::PersonId;

/// How long it is remembered where somebody was.
const REMEMBERED: Duration = Duration::from_hours(24);

/// Where people are. Clones share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Networks(Arc<Mutex<BTreeMap<PersonId, (IpAddr, Instant)>>>);

impl Networks {
    fn known(&self) -> MutexGuard<'_, BTreeMap<PersonId, (IpAddr, Instant)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The person is in that network now.
    pub(crate) fn see(&self, person: &PersonId, network: IpAddr) {
        let mut known = self.known();
        let now = (network, Instant::now());
        match known.get_mut(person) {
            Some(place) => *place = now,
            None => drop(known.insert(person.clone(), now)),
        }
    }

    /// Where the person was last.
    pub(crate) fn of(&self, person: &PersonId) -> Option<IpAddr> {
        self.known().get(person).map(|(network, _)| *network)
    }

    /// All networks from which somebody has come.
    pub(crate) fn all(&self) -> BTreeSet<IpAddr> {
        self.known().values().map(|(network, _)| *network).collect()
    }

    /// Forgets whoever was not heard of for long.
    pub(crate) fn forget(&self) {
        self.known().retain(|_, (_, seen)| seen.elapsed() < REMEMBERED);
    }
}
