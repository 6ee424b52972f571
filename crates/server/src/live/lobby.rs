//! Who looks at lists of tables, and when these have changed for them.
//!
//! A page is told to look again, not what has changed: reading a list is cheap and always true.
//! What changes is gathered for a moment, so that a page hears of it a few times a second at most,
//! and what concerns nobody who looks costs next to nothing, however many tables play.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::time::sleep;

use super::{Bell, Lists};
use crate::id::PersonId;
use crate::table::Table;

/// How long changes are gathered before they are told.
const SETTLES: Duration = Duration::from_millis(300);

/// What something that has happened changes in lists of tables.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Stir {
    /// Whether the public tables are not what they were.
    pub open: bool,
    /// Those whose own tables are not.
    pub people: BTreeSet<PersonId>,
}

impl Stir {
    /// A table was opened; nobody sits there yet.
    pub(crate) const fn opened(public: bool) -> Self {
        Self { open: public, people: BTreeSet::new() }
    }

    /// Something has happened at a table. Those who play there see whose turn it is; everyone else
    /// sees who sits there, and how far it has come.
    pub(crate) fn between(before: &Table, after: &Table) -> Self {
        let looks_the_same = before.stage().name() == after.stage().name()
            && before.seated() == after.seated()
            && before.bots() == after.bots()
            && before.open_seats().eq(after.open_seats());
        let people = before.everyone().into_iter().chain(after.everyone());
        Self { open: after.spec().public && !looks_the_same, people: people.cloned().collect() }
    }

    fn concerns(&self, person: Option<&PersonId>) -> Lists {
        let mine = person.is_some_and(|person| self.people.contains(person));
        Lists { open: self.open, mine }
    }
}

/// Those who look at lists of tables, at this node. Clones share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lobby(Arc<Mutex<Inner>>);

#[derive(Debug, Default)]
struct Inner {
    /// The bells of those who look, by who they are.
    lookers: BTreeMap<Option<PersonId>, Vec<Weak<Bell>>>,
    /// What they have not been told yet.
    untold: Stir,
    /// Whether they will be in a moment.
    is_settling: bool,
}

impl Inner {
    /// Notes what concerns somebody here, and says whether anything does.
    fn note(&mut self, stir: &Stir) -> bool {
        let looks = |person: &&PersonId| self.lookers.contains_key(&Some((*person).clone()));
        let concerned: Vec<PersonId> = stir.people.iter().filter(looks).cloned().collect();
        let is_news = (stir.open && !self.lookers.is_empty()) || !concerned.is_empty();
        if is_news {
            self.untold.open |= stir.open;
            self.untold.people.extend(concerned);
        }
        is_news
    }

    fn tell(&mut self) {
        self.is_settling = false;
        let untold = mem::take(&mut self.untold);
        for (person, bells) in &self.lookers {
            let lists = untold.concerns(person.as_ref());
            if lists != Lists::default() {
                bells.iter().filter_map(Weak::upgrade).for_each(|bell| bell.ring_lists(lists));
            }
        }
    }
}

impl Lobby {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody looks from now on, and may have missed something before.
    pub(crate) fn enter(&self, person: Option<PersonId>, bell: &Arc<Bell>) {
        bell.ring_lists(Lists { open: true, mine: person.is_some() });
        self.inner().lookers.entry(person).or_default().push(Arc::downgrade(bell));
    }

    /// Somebody looks no more.
    pub(crate) fn leave(&self, person: Option<&PersonId>, bell: &Arc<Bell>) {
        let mut inner = self.inner();
        let key = person.cloned();
        if let Some(bells) = inner.lookers.get_mut(&key) {
            bells.retain(|known| !Weak::ptr_eq(known, &Arc::downgrade(bell)));
            if bells.is_empty() {
                inner.lookers.remove(&key);
            }
        }
    }

    /// Something has changed; whoever it concerns is told soon.
    pub(crate) fn stir(&self, stir: &Stir) {
        let mut inner = self.inner();
        if inner.note(stir) && !mem::replace(&mut inner.is_settling, true) {
            let this = self.clone();
            tokio::spawn(async move {
                sleep(SETTLES).await;
                this.inner().tell();
            });
        }
    }

    /// Anything may have changed.
    pub(crate) fn stir_everyone(&self) {
        let people = self.inner().lookers.keys().flatten().cloned().collect();
        self.stir(&Stir { open: true, people });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Somebody who looks, and whose first look is behind them.
    fn looker(lobby: &Lobby, person: Option<&PersonId>) -> Arc<Bell> {
        let bell = Arc::default();
        lobby.enter(person.cloned(), &bell);
        assert_eq!(bell.news().lists, Lists { open: true, mine: person.is_some() });
        bell
    }

    #[tokio::test]
    async fn everyone_hears_what_concerns_them_and_once() {
        let (lobby, aoife, brigid) = (Lobby::default(), PersonId::random(), PersonId::random());
        let bells = [Some(&aoife), Some(&brigid), None].map(|person| looker(&lobby, person));
        let move_of = |person: &PersonId| Stir { open: false, people: [person.clone()].into() };
        (0..100).for_each(|_| lobby.stir(&move_of(&aoife)));
        lobby.stir(&move_of(&PersonId::random()));
        assert_eq!(bells[0].heard().await.lists, Lists { open: false, mine: true });
        assert_eq!(bells[1].news().lists, Lists::default(), "another table's move is not hers");
        lobby.stir(&Stir::opened(true));
        lobby.stir(&move_of(&brigid));
        assert_eq!(bells[1].heard().await.lists, Lists { open: true, mine: true });
        assert_eq!(bells[2].heard().await.lists, Lists { open: true, mine: false });
        assert_eq!(bells[0].heard().await.lists, Lists { open: true, mine: false });
        lobby.leave(None, &bells[2]);
        lobby.stir_everyone();
        assert_eq!(bells[0].heard().await.lists, Lists { open: true, mine: true });
        assert_eq!(bells[2].news().lists, Lists::default(), "nobody looks there any more");
    }
}
