//! The courier: notes down whom to tell, and tells them.

use std::time::Duration;

use tokio::sync::{Notify, mpsc};
use tokio::task::{Id, JoinSet};
use tokio::time::timeout;

use super::Webhooks;
use super::post::{Answer, Post};
use crate::clock::now;
use crate::id::SessionId;
use crate::live::Presence;
use crate::store::{Delivery, Store, StoreError, Write};
use crate::tables::{TableError, Tables, Turned};
use crate::wire::Notice;

/// How often somebody looks for what is due, and for new webhooks.
const LOOK: Duration = Duration::from_secs(5);
/// How many messages are under way at once.
const AT_ONCE: usize = 64;
/// And how many of them to one person.
const AT_ONCE_EACH: u32 = 2;
/// How much of what is due is looked at: whatever is under way may be among it, and as much again
/// for those to whom no more is sent at the moment.
const MOST_LOOKED_AT: u32 = 3 * AT_ONCE as u32;
/// How often a message is tried.
const MOST_TRIES: u32 = 8;
/// Each break is so many times as long as the one before.
const LONGER: u32 = 4;

/// Tells webhooks what they are to be told.
#[derive(Clone, Debug)]
pub(crate) struct Courier {
    store: Store,
    webhooks: Webhooks,
    tables: Tables,
    presence: Presence,
    post: Post,
}

impl Courier {
    pub(crate) fn new(webhooks: Webhooks, tables: Tables, presence: Presence) -> Self {
        let post = Post::new(webhooks.rules.to_private_addresses);
        Self { store: webhooks.store.clone(), webhooks, tables, presence, post }
    }

    /// Works until it is stopped, which is harmless at any moment.
    pub(crate) async fn run(self, turns: mpsc::Receiver<Turned>) {
        let noted = Notify::new();
        tokio::join!(self.take_notes(turns, &noted), self.deliver(&noted));
    }

    async fn take_notes(&self, mut turns: mpsc::Receiver<Turned>, noted: &Notify) {
        while let Some(turned) = turns.recv().await {
            match self.note(turned).await {
                Ok(true) => noted.notify_one(),
                Ok(false) => {}
                Err(error) => tracing::warn!(%error, "a webhook is not told"),
            }
        }
    }

    /// Notes down whom to tell, if anybody: not those who have the table open.
    async fn note(&self, Turned { table, mut people }: Turned) -> Result<bool, StoreError> {
        people.retain(|person| self.webhooks.may_have(person));
        if people.is_empty() {
            return Ok(false);
        }
        let here = self.presence.crowd(&table).people;
        let mut noted = 0;
        for person in people.into_iter().filter(|person| !here.contains(person)) {
            let (id, table) = (SessionId::random().to_string(), table.clone());
            let delivery = Delivery { id, person, table, tries: 0, next_at: now() };
            noted += self.store.write(Write::AddDelivery(delivery)).await?;
        }
        Ok(noted > 0)
    }

    async fn deliver(&self, noted: &Notify) {
        let look = LOOK.min(self.webhooks.rules.first_break);
        let mut under_way = UnderWay::default();
        self.learn().await;
        loop {
            if let Err(error) = self.begin_due(&mut under_way).await {
                tracing::warn!(%error, "webhooks are not told");
            }
            tokio::select! {
                () = under_way.finish_one(), if !under_way.is_empty() => {}
                // Either way something may be due.
                _ = timeout(look, noted.notified()) => self.learn().await,
            }
        }
    }

    async fn learn(&self) {
        if let Err(error) = self.webhooks.learn().await {
            tracing::warn!(%error, "who has a webhook cannot be read");
        }
    }

    /// Begins with what is due, as far as there is room. Whoever has as many under way as one
    /// person may have is passed over.
    async fn begin_due(&self, under_way: &mut UnderWay) -> Result<(), StoreError> {
        if under_way.is_full() {
            return Ok(());
        }
        for delivery in self.store.deliveries(now(), AT_ONCE_EACH, MOST_LOOKED_AT).await? {
            if under_way.has_room_for(&delivery) {
                let (this, taken) = (self.clone(), delivery.clone());
                under_way.begin(delivery, async move { this.try_one(taken).await });
            }
        }
        Ok(())
    }

    async fn try_one(&self, mut delivery: Delivery) -> Result<(), TableError> {
        let again_at = now() + self.break_after(delivery.tries).as_millis() as i64;
        let take_on = Write::TakeOn { delivery: delivery.clone(), again_at };
        if self.store.write(take_on).await? == 0 {
            return Ok(());
        }
        delivery.next_at = again_at;
        let webhook = self.store.webhook(&delivery.person).await?;
        let notice = self.notice(&delivery).await?;
        let (Some(webhook), Some(notice)) = (webhook, notice) else {
            return self.forget(delivery).await;
        };
        match self.post.tell(&webhook, &notice).await {
            Answer::Heard => self.forget(delivery).await,
            Answer::Gone => Ok(self.webhooks.remove(delivery.person).await?),
            Answer::Failed(_) if delivery.tries + 1 < MOST_TRIES => Ok(()),
            Answer::Failed(reason) => {
                tracing::info!(reason, "a webhook does not answer, and is told no more of this");
                self.forget(delivery).await
            }
        }
    }

    /// Unless it has become the person's turn again meanwhile.
    async fn forget(&self, delivery: Delivery) -> Result<(), TableError> {
        self.store.write(Write::DropDelivery(delivery)).await?;
        Ok(())
    }

    /// What to tell; nothing if it is not the person's turn any more.
    async fn notice(&self, delivery: &Delivery) -> Result<Option<Notice>, TableError> {
        let notice = self.tables.read(&delivery.table, |table, _| {
            table.to_act().contains(&&delivery.person).then(|| Notice::YourTurn {
                table: table.id().clone(),
                game: table.spec().game.clone(),
                seq: table.seq(),
            })
        });
        match notice.await {
            // Nobody can play where nothing can be read.
            Err(error) if error.is_damage() => Ok(None),
            notice => notice,
        }
    }

    fn break_after(&self, tries: u32) -> Duration {
        self.webhooks.rules.first_break * LONGER.pow(tries.min(MOST_TRIES))
    }
}

/// The messages that are under way.
#[derive(Debug, Default)]
struct UnderWay {
    tasks: JoinSet<Result<(), TableError>>,
    deliveries: Vec<(Id, Delivery)>,
}

impl UnderWay {
    fn is_empty(&self) -> bool {
        self.deliveries.is_empty()
    }

    fn is_full(&self) -> bool {
        self.deliveries.len() >= AT_ONCE
    }

    fn has_room_for(&self, delivery: &Delivery) -> bool {
        let known = self.deliveries.iter().map(|(_, known)| known);
        let own: Vec<_> = known.filter(|known| known.person == delivery.person).collect();
        let is_new = own.iter().all(|known| known.id != delivery.id);
        !self.is_full() && is_new && own.len() < AT_ONCE_EACH as usize
    }

    fn begin(
        &mut self,
        delivery: Delivery,
        task: impl Future<Output = Result<(), TableError>> + Send + 'static,
    ) {
        let id = self.tasks.spawn(task).id();
        self.deliveries.push((id, delivery));
    }

    /// Waits until one is done.
    async fn finish_one(&mut self) {
        let (id, done) = match self.tasks.join_next_with_id().await {
            Some(Ok((id, done))) => (id, done),
            Some(Err(error)) => (error.id(), Ok(())),
            None => return,
        };
        self.deliveries.retain(|(known, _)| *known != id);
        if let Err(error) = done {
            tracing::warn!(%error, "a webhook is not told");
        }
    }
}
