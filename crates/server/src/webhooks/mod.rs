//! Webhooks: telling people's own servers that it is their turn.
//!
//! What is to be told is noted down first and told afterwards, by whichever node comes first, again
//! and again with longer and longer breaks. None of it is on the way of an action: a table only
//! says whose turn it has become.

mod address;
mod post;

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::timeout;

pub(crate) use address::check;

use crate::clock::now;
use crate::config::WebhookRules;
use crate::id::SessionId;
use crate::live::Presence;
use crate::store::{Delivery, Store, StoreError, Write};
use crate::tables::{TableError, Tables, Turned};
use crate::wire::Notice;
use post::{Answer, Post};

/// How often somebody looks for what is due.
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
    tables: Tables,
    presence: Presence,
    post: Post,
    first_break: Duration,
}

impl Courier {
    pub(crate) fn new(
        store: Store,
        tables: Tables,
        presence: Presence,
        rules: WebhookRules,
    ) -> Self {
        let post = Post::new(rules.to_private_addresses);
        Self { store, tables, presence, post, first_break: rules.first_break }
    }

    /// Works until it is stopped, which is harmless at any moment.
    pub(crate) async fn run(self, mut turns: mpsc::Receiver<Turned>) {
        let look = LOOK.min(self.first_break);
        loop {
            match timeout(look, turns.recv()).await {
                Ok(Some(turned)) => self.note(turned).await,
                Ok(None) => return,
                Err(_) => {}
            }
            if let Err(error) = self.deliver_all().await {
                tracing::warn!(%error, "webhooks are not told");
            }
        }
    }

    /// Notes down whom to tell: not those who have the table open.
    async fn note(&self, Turned { table, people }: Turned) {
        let here = self.presence.crowd(&table).people;
        for person in people.into_iter().filter(|person| !here.contains(person)) {
            let id = SessionId::random().to_string();
            let delivery = Delivery { id, person, table: table.clone(), tries: 0, next_at: now() };
            if let Err(error) = self.store.write(Write::AddDelivery(delivery)).await {
                tracing::warn!(%error, "a webhook is not told");
            }
        }
    }

    async fn deliver_all(&self) -> Result<(), StoreError> {
        loop {
            let due = self.store.deliveries(now(), AT_ONCE).await?;
            if due.is_empty() {
                return Ok(());
            }
            let mut under_way = JoinSet::new();
            for delivery in due {
                let this = self.clone();
                under_way.spawn(async move { this.deliver(delivery).await });
            }
            while let Some(done) = under_way.join_next().await {
                if let Ok(Err(error)) = done {
                    tracing::warn!(%error, "a webhook is not told");
                }
            }
        }
    }

    async fn deliver(&self, delivery: Delivery) -> Result<(), TableError> {
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
            Answer::Gone => {
                self.store.write(Write::RemoveWebhook(delivery.person)).await?;
                Ok(())
            }
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
        notice.await
    }

    fn break_after(&self, tries: u32) -> Duration {
        self.first_break * LONGER.pow(tries.min(MOST_TRIES))
    }
}
