//! All tables: who wants something there is let in one after the other, what is decided is made
//! durable, and then everyone who watches hears of it.
//!
//! Nothing is kept only in memory. A table that is loaded is a copy of its log; if another node
//! has written in the meantime, the store refuses the next write, and the copy is brought up to
//! date before the command is decided again.

mod append;
mod attempts;
mod farewell;
mod forget;
mod lists;
mod lobby;
mod news;
mod plans;
mod quotas;
mod rematch;
mod replays;
mod sent;
mod today;
mod turns;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex as StdMutex, OnceLock, PoisonError, Weak};

use registry::Registry;
use rules::Refusal;
use thiserror::Error;
use tokio::sync::{Mutex, MutexGuard, Notify, mpsc};

use append::append_of;
use attempts::Attempt;
pub(crate) use turns::Turned;

use crate::attend::Attention;
use crate::clock::Clock;
use crate::config::Limits;
use crate::id::{ClientId, PersonId, TableId};
use crate::live::{Bell, Lobby, Stir, Topic};
use crate::metrics::Metrics;
use crate::networks::Networks;
use crate::page::{Page, PageSize};
use crate::secret::Secret;
use crate::store::{Change, NewTable, Store, StoreError, StoredEntry, Summary, Write};
use crate::table::{
    Call, Checked, Command, Draft, Entry, LogError, Stage, Stamped, Table, TableSpec, UnfairError,
};

pub use news::News;
use news::Told;
use quotas::Quota;
use replays::{ENTRIES_A_PART, Replays};
use sent::Sent;
pub(crate) use sent::USED_ID;

/// More tables than this are not kept in memory unless somebody watches them.
const MOST_IDLE: usize = 1024;
/// How often a command is decided again because another node was first.
const MOST_TRIES: usize = 20;

/// Why something cannot be done at a table.
#[derive(Debug, Error)]
pub enum TableError {
    /// There is no such table.
    #[error("there is no such table")]
    NotFound,
    /// It is not allowed, and this is why.
    #[error("{0}")]
    Refused(Refusal),
    /// Too much is under way that takes long.
    #[error("the server has too much to do: try again in a moment")]
    Busy,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The log is damaged.
    #[error(transparent)]
    Damaged(#[from] LogError),
}

impl TableError {
    /// Whether this one table cannot be read, while the database works.
    pub(crate) const fn is_damage(&self) -> bool {
        matches!(self, Self::Damaged(_) | Self::Store(StoreError::Damaged(_)))
    }
}

impl From<Refusal> for TableError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// A table in memory: a copy of its log, and what follows from it.
#[derive(Debug)]
struct Loaded {
    table: Table,
    log: Vec<Stamped>,
    /// What people have called what they sent, and the entry it became.
    sent: BTreeMap<String, u64>,
    seed: Secret,
    /// What everyone who watches was told last.
    told: Option<Told>,
    /// Whether something may be planned here, as far as this node knows.
    planned: bool,
    /// What the store knows of the table without its log, as far as this node knows.
    summary: Option<Summary>,
    /// What checking the draws has shown, once the game has ended and somebody has asked.
    checked: Option<Box<Result<Checked, UnfairError>>>,
}

impl Loaded {
    /// Adds part of the log; what of it is there already is left out.
    fn add_part(&mut self, part: Vec<StoredEntry>) -> Result<(), LogError> {
        let known = self.table.seq();
        let mut new = part.into_iter().skip_while(|entry| entry.stamped.seq <= known);
        new.try_for_each(|entry| self.add(entry))
    }

    fn add(&mut self, stored: StoredEntry) -> Result<(), LogError> {
        self.table.fold(&stored.stamped)?;
        if let Some(key) = stored.client_key {
            self.sent.insert(key, stored.stamped.seq);
        }
        self.log.push(stored.stamped);
        Ok(())
    }

    fn after(&self, seq: u64) -> &[Stamped] {
        &self.log[self.log.partition_point(|stamped| stamped.seq <= seq)..]
    }
}

/// The place of a table in memory.
#[derive(Debug, Default)]
struct Slot {
    loaded: Mutex<Option<Loaded>>,
    watchers: StdMutex<Vec<Weak<Bell>>>,
    /// Whose attempt at which day's deal it is, once that is known.
    attempt: OnceLock<Option<Attempt>>,
}

impl Slot {
    fn watchers(&self) -> std::sync::MutexGuard<'_, Vec<Weak<Bell>>> {
        self.watchers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_watched(&self) -> bool {
        self.watchers().iter().any(|bell| bell.strong_count() > 0)
    }

    fn ring(&self, table: &TableId, topic: Topic) {
        self.watchers().retain(|bell| bell.upgrade().map(|bell| bell.ring(table, topic)).is_some());
    }
}

/// All tables. Clones share them.
#[derive(Clone, Debug)]
pub struct Tables(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    registry: Registry,
    metrics: Metrics,
    clock: Clock,
    attention: Attention,
    lobby: Lobby,
    public: Quota,
    with_bots: Quota,
    /// A game has ended.
    ended: Notify,
    turns: OnceLock<mpsc::Sender<Turned>>,
    slots: StdMutex<BTreeMap<TableId, Arc<Slot>>>,
    replays: Replays,
}

impl Tables {
    /// The tables in that store.
    pub fn new(
        store: Store,
        registry: Registry,
        metrics: Metrics,
        clock: Clock,
        limits: &Limits,
    ) -> Self {
        Self(Arc::new(Inner {
            store,
            registry,
            metrics,
            clock,
            attention: Attention::default(),
            lobby: Lobby::default(),
            public: Quota::public(limits),
            with_bots: Quota::with_bots(limits),
            ended: Notify::new(),
            turns: OnceLock::new(),
            slots: StdMutex::default(),
            replays: Replays::default(),
        }))
    }

    /// The time that tables go by.
    pub fn clock(&self) -> &Clock {
        &self.0.clock
    }

    /// What needs attention next.
    pub(crate) fn attention(&self) -> &Attention {
        &self.0.attention
    }

    /// Where people are.
    pub(crate) fn networks(&self) -> &Networks {
        &self.0.attention.networks
    }

    /// Those who look at lists of tables.
    pub(crate) fn lobby(&self) -> &Lobby {
        &self.0.lobby
    }

    /// The games that can be played.
    pub fn registry(&self) -> &Registry {
        &self.0.registry
    }

    /// Opens a table.
    ///
    /// # Errors
    /// If it cannot be opened this way.
    pub async fn open(&self, by: &PersonId, spec: TableSpec) -> Result<TableId, TableError> {
        spec.check(&self.0.registry)?;
        let id = TableId::random();
        self.open_as(id.clone(), by, spec).await?;
        Ok(id)
    }

    async fn open_as(&self, id: TableId, by: &PersonId, spec: TableSpec) -> Result<(), TableError> {
        let _admission = if spec.public { Some(self.admit_public(&id, by).await?) } else { None };
        let seed = Secret::random();
        let (game, public) = (spec.game.clone(), spec.public);
        let spec = Box::new(spec);
        let entry = Entry::Opened { by: by.clone(), spec, commit: seed.commitment() };
        let opened = Stamped { seq: 1, at: self.0.clock.now(), entry };
        let table = NewTable { id, game, public, seed, opened };
        self.0.store.write(Write::OpenTable(table)).await?;
        self.0.metrics.tables_opened.inc();
        self.tell_lobby(&Stir::opened(public));
        Ok(())
    }

    /// Lists have changed. Where nodes share a store, this one hears of it as the others do.
    fn tell_lobby(&self, stir: &Stir) {
        if !self.0.store.is_shared() {
            self.0.lobby.stir(stir);
        }
    }

    /// Waits until a game has ended.
    pub async fn ended(&self) {
        self.0.ended.notified().await;
    }

    /// Does what somebody wants at a table, and gives the number of the entry it became. When this
    /// returns, it is durable. What was sent before under the same id is not done again.
    ///
    /// # Errors
    /// If it is not allowed, or could not be made durable.
    pub async fn command(
        &self,
        table: &TableId,
        person: &PersonId,
        id: Option<&ClientId>,
        command: Command,
    ) -> Result<u64, TableError> {
        let _admission = match command {
            Command::Start => self.admit_start(table, person).await?,
            _ => None,
        };
        let sent = id.map(|id| Sent { key: id.key(person), command: Some(command.clone()) });
        let person = person.clone();
        let decide =
            move |loaded: &Loaded, at| loaded.table.decide(&person, &command, &loaded.seed, at);
        self.write(table.clone(), sent, decide).await
    }

    /// Makes a bot's action durable.
    ///
    /// # Errors
    /// If it comes too late, or could not be made durable.
    pub(crate) async fn answer(
        &self,
        table: &TableId,
        call: Call,
        action: String,
    ) -> Result<(), TableError> {
        let decide =
            move |loaded: &Loaded, at| loaded.table.decide_call(call, &action, &loaded.seed, at);
        self.write(table.clone(), None, decide).await?;
        self.0.metrics.bot_actions.inc();
        Ok(())
    }

    /// Does what time asks for at a table: bots take over for those who are late, and act.
    pub(crate) async fn wake(&self, table: &TableId) {
        let decide = |loaded: &Loaded, at| loaded.table.decide_time(at);
        match self.write(table.clone(), None, decide).await {
            Ok(_) => {}
            Err(TableError::Refused(_)) => self.look_at(table).await,
            Err(error) => tracing::warn!(%table, %error, "a table could not be looked after"),
        }
    }

    /// Notes what a table needs next.
    pub(crate) async fn look_at(&self, table: &TableId) {
        let looked = self.read(table, |table, _| self.note(table)).await;
        if let Err(error) = looked {
            tracing::warn!(%table, %error, "a table could not be looked at");
        }
    }

    fn note(&self, table: &Table) {
        self.0.attention.note(table, self.0.clock.now());
    }

    /// The tables that have to be looked at by then, and when each has to be.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn due(&self, by: i64) -> Result<Vec<(TableId, i64)>, StoreError> {
        self.0.store.due(by).await
    }

    /// Lets somebody see a table and its log, as they are now.
    ///
    /// # Errors
    /// If there is no such table, or the database fails.
    pub async fn read<T>(
        &self,
        id: &TableId,
        see: impl FnOnce(&Table, &[Stamped]) -> T,
    ) -> Result<T, TableError> {
        let slot = self.slot(id);
        let mut place = slot.loaded.lock().await;
        let loaded = self.load(id, &slot, &mut place).await?;
        Ok(see(&loaded.table, &loaded.log))
    }

    /// The entries of a table after that number, in order, as far as they fit.
    ///
    /// # Errors
    /// If there is no such table, or the database fails.
    pub async fn entries(
        &self,
        id: &TableId,
        after: u64,
        size: PageSize,
    ) -> Result<Page<Stamped>, TableError> {
        let slot = self.slot(id);
        let mut place = slot.loaded.lock().await;
        let loaded = self.load(id, &slot, &mut place).await?;
        Ok(Page::of(loaded.after(after), size))
    }

    /// Rings that bell whenever something happens at the table, as long as the bell exists.
    pub fn watch(&self, id: &TableId, bell: &Arc<Bell>) {
        self.slot(id).watchers().push(Arc::downgrade(bell));
    }

    /// Rings that bell no more.
    pub fn unwatch(&self, id: &TableId, bell: &Arc<Bell>) {
        self.slot(id).watchers().retain(|known| !Weak::ptr_eq(known, &Arc::downgrade(bell)));
    }

    /// Rings the bells of those who watch a table: there is news.
    pub fn ring(&self, id: &TableId, topic: Topic) {
        self.slot(id).ring(id, topic);
    }

    /// What those people are called.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn names(
        &self,
        people: &BTreeSet<PersonId>,
    ) -> Result<BTreeMap<PersonId, String>, StoreError> {
        self.0.store.names(people).await
    }

    /// Brings the tables in memory up to date after another node has written.
    pub async fn hear(&self, change: Change) {
        if let Change::Gone(table) = &change {
            return self.drop_copy(table).await;
        }
        let slots: Vec<(TableId, Arc<Slot>)> = {
            let slots = self.slots();
            let changed = |id: &TableId| match &change {
                Change::Table(table, _) => table == id,
                Change::Anything => true,
                Change::Chat(_) | Change::Gone(_) | Change::Presence(_) => false,
            };
            slots
                .iter()
                .filter(|(id, _)| changed(id))
                .map(|(id, s)| (id.clone(), s.clone()))
                .collect()
        };
        for (id, slot) in slots {
            if change == Change::Anything {
                slot.ring(&id, Topic::Chat);
            }
            let mut place = slot.loaded.lock().await;
            let has_begun = |loaded: &Loaded| loaded.table.stage() != Stage::Gathering;
            if change == Change::Anything && !place.as_ref().is_some_and(has_begun) {
                // It may have been forgotten.
                *place = None;
            }
            if let Err(error) = self.catch_up(&id, &slot, &mut place).await {
                tracing::warn!(table = %id, %error, "a table could not be brought up to date");
                // Whoever needs it next reads it anew.
                *place = None;
            }
            let planned = place.as_ref().is_some_and(|loaded| loaded.planned);
            drop(place);
            // Something may have been planned here while the other node wrote.
            if planned && let Err(error) = self.carry_out(&id).await {
                tracing::warn!(table = %id, %error, "what was planned could not be done");
            }
        }
        // Whoever looks again now finds what was written there.
        match &change {
            Change::Table(_, stir) => self.0.lobby.stir(stir),
            Change::Anything => self.0.lobby.stir_everyone(),
            Change::Chat(_) | Change::Gone(_) | Change::Presence(_) => {}
        }
    }

    /// Decides something and makes it durable. It is not given up halfway if the one who asked
    /// goes away.
    async fn write(
        &self,
        id: TableId,
        sent: Option<Sent>,
        decide: impl Fn(&Loaded, i64) -> Result<Draft, Refusal> + Send + 'static,
    ) -> Result<u64, TableError> {
        let this = self.clone();
        let task = tokio::spawn(async move {
            let slot = this.slot(&id);
            let mut place = slot.loaded.lock().await;
            let written = this.write_in(&id, &slot, &mut place, sent, decide).await;
            if matches!(written, Err(TableError::Store(_) | TableError::Damaged(_))) {
                // Whether it was written is not known: the log will tell.
                *place = None;
            }
            written
        });
        task.await.map_err(|_| StoreError::Closed)?
    }

    async fn write_in(
        &self,
        id: &TableId,
        slot: &Slot,
        place: &mut MutexGuard<'_, Option<Loaded>>,
        sent: Option<Sent>,
        decide: impl Fn(&Loaded, i64) -> Result<Draft, Refusal>,
    ) -> Result<u64, TableError> {
        for _ in 0..MOST_TRIES {
            let loaded = self.load(id, slot, place).await?;
            if let Some(seq) = sent.as_ref().map(|sent| loaded.became(sent)).transpose()?.flatten()
            {
                return Ok(seq);
            }
            let key = sent.as_ref().map(|sent| sent.key.clone());
            let last = loaded.log.last().map_or(0, |stamped| stamped.at);
            let mut draft = decide(loaded, self.0.clock.now().max(last))?;
            let over = self.add_planned(loaded, &mut draft).await?;
            let append = append_of(loaded, &draft, key.clone(), over);
            let (stir, summary) = (append.stir.clone(), append.summary);
            match self.0.store.write(Write::Append(append)).await {
                Ok(_) => {
                    loaded.summary = summary.or(loaded.summary);
                    let own = self.written(id, slot, loaded, draft, key);
                    self.tell_lobby(&stir);
                    return Ok(own);
                }
                Err(StoreError::Conflict) => self.0.metrics.conflicts.inc(),
                Err(error @ StoreError::Gone) => {
                    return Err(Refusal::from(error.to_string()).into());
                }
                Err(error) => return Err(error.into()),
            };
            self.catch_up(id, slot, place).await?;
        }
        Err(StoreError::Conflict.into())
    }

    /// The entries are durable: now everyone may know.
    fn written(
        &self,
        id: &TableId,
        slot: &Slot,
        loaded: &mut Loaded,
        draft: Draft,
        key: Option<String>,
    ) -> u64 {
        self.0.metrics.entries.inc_by(draft.entries.len() as u64);
        self.tell_turn(&loaded.table, &draft.table);
        loaded.table = draft.table;
        loaded.log.extend(draft.entries);
        loaded.sent.extend(key.map(|key| (key, draft.own)));
        self.note(&loaded.table);
        slot.ring(id, Topic::Log);
        if matches!(loaded.table.stage(), Stage::Ended(_)) {
            self.0.ended.notify_one();
        }
        draft.own
    }

    /// The table, read from the store if need be. Where other nodes write, it is brought up to
    /// date each time.
    async fn load<'a>(
        &self,
        id: &TableId,
        slot: &Slot,
        place: &'a mut MutexGuard<'_, Option<Loaded>>,
    ) -> Result<&'a mut Loaded, TableError> {
        if place.is_none() {
            **place = Some(self.read_whole(id).await?);
        } else if self.0.store.is_shared() {
            self.catch_up(id, slot, place).await?;
        }
        place.as_mut().ok_or(TableError::NotFound)
    }

    /// Reads what is new, and rings the bells if there is anything.
    async fn catch_up(
        &self,
        id: &TableId,
        slot: &Slot,
        place: &mut MutexGuard<'_, Option<Loaded>>,
    ) -> Result<(), TableError> {
        let Some(loaded) = place.as_mut() else {
            // Nothing to bring up to date, but those who watch will want to read.
            slot.ring(id, Topic::Log);
            return Ok(());
        };
        let news = self.0.store.entries(id, loaded.table.seq(), ENTRIES_A_PART).await?;
        if news.is_empty() {
            return Ok(());
        }
        loaded.summary = None;
        slot.ring(id, Topic::Log);
        // Should it fail, whoever needs the table next reads it anew.
        if let Some(loaded) = place.take() {
            **place = Some(self.add_parts(loaded, news).await?);
        }
        Ok(())
    }

    fn slots(&self) -> std::sync::MutexGuard<'_, BTreeMap<TableId, Arc<Slot>>> {
        self.0.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn slot(&self, id: &TableId) -> Arc<Slot> {
        let mut slots = self.slots();
        if slots.len() >= MOST_IDLE && !slots.contains_key(id) {
            slots.retain(|_, slot| Arc::strong_count(slot) > 1 || slot.is_watched());
        }
        slots.entry(id.clone()).or_default().clone()
    }
}
