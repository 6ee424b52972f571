//! Webhooks: telling people's own servers that it is their turn.
//!
//! What is to be told is noted down first and told afterwards, by whichever node comes first, again
//! and again with longer and longer breaks. None of it is on the way of an action: a table only
//! says whose turn it has become.

mod address;
mod courier;
mod post;

use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError, RwLock};

pub(crate) use courier::Courier;

use crate::clock::now;
use crate::config::WebhookRules;
use crate::id::PersonId;
use crate::people::PeopleError;
use crate::secret::Secret;
use crate::store::{Store, StoreError, StoredWebhook, Write};
use crate::wire::WebhookSecret;

/// Everyone's webhooks. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Webhooks {
    store: Store,
    rules: WebhookRules,
    /// Who has one, as far as this node knows: most people have none, and need no look-up.
    known: Arc<RwLock<BTreeSet<PersonId>>>,
}

impl Webhooks {
    pub(crate) fn new(store: Store, rules: WebhookRules) -> Self {
        Self { store, rules, known: Arc::default() }
    }

    /// Sets a person's webhook, whatever it was before.
    pub(crate) async fn set(
        &self,
        person: PersonId,
        url: &str,
    ) -> Result<WebhookSecret, PeopleError> {
        let url = address::check(url, self.rules.to_private_addresses)?.to_string();
        let secret = Secret::random();
        let told = WebhookSecret { url: url.clone(), secret: secret.reveal().to_string() };
        let webhook = StoredWebhook { url, secret };
        let set = Write::SetWebhook { person: person.clone(), webhook, now: now() };
        self.store.write(set).await?;
        self.known.write().unwrap_or_else(PoisonError::into_inner).insert(person);
        Ok(told)
    }

    pub(crate) async fn remove(&self, person: PersonId) -> Result<(), StoreError> {
        self.store.write(Write::RemoveWebhook(person)).await.map(drop)
    }

    pub(crate) async fn of(&self, person: &PersonId) -> Result<Option<StoredWebhook>, StoreError> {
        self.store.webhook(person).await
    }

    /// Learns who has one, also from other nodes.
    async fn learn(&self) -> Result<(), StoreError> {
        let people = self.store.people_with_webhooks().await?;
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = people;
        Ok(())
    }

    fn may_have(&self, person: &PersonId) -> bool {
        self.known.read().unwrap_or_else(PoisonError::into_inner).contains(person)
    }
}
