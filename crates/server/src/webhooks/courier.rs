//! The courier: notes down whom to tell, and tells them.

use std::time::Duration;

use tokio::sync::{Notify, mpsc};
use tokio::task::JoinSet;
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
const AT_ONCE: u32 = 20;
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
        loop {
            if let Err(error) = self.deliver_due().await {
                tracing::warn!(%error, "webhooks are not told");
            }
            // Either way something may be due.
            let _ = timeout(look, noted.notified()).await;
        }
    }

    async fn deliver_due(&self) -> Result<(), StoreError> {
        self.webhooks.learn().await?;
        loop {
            let due = self.store.deliveries(now(), AT_ONCE).await?;
            if due.is_empty() {
                return Ok(());
            }
            let mut under_way = JoinSet::new();
            for delivery in due {
                let this = self.clone();
                under_way.spawn(async move { this.try_one(delivery).await });
            }
            while let Some(done) = under_way.join_next().await {
                if let Ok(Err(error)) = done {
                    tracing::warn!(%error, "a webhook is not told");
                }
            }
        }
    }

    async fn try_one(&self, delivery: Delivery) -> Result<(), TableError> {
        let again_at = now() + self.break_after(delivery.tries).as_millis() as i64;
        let take_on = Write::TakeOn { delivery: delivery.clone(), again_at };
        if self.store.write(take_on).await? == 0 {
            return Ok(());
        }
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
