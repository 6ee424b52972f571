//! How many tables of some kinds one person, and one network, may have at the same time. Running
//! games are never concerned: only what is opened or begun.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::sync::Arc;

use rules::Refusal;
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::{TableError, Tables};
use crate::config::Limits;
use crate::id::{PersonId, TableId};
use crate::store::{Limited, Store};
use crate::table::{Stage, Table};

/// What of one kind has come from each network, as far as this node knows: what is over may be
/// among it.
type ByNetwork = BTreeMap<IpAddr, BTreeSet<TableId>>;

/// Holds others back until a table is written, so that two cannot both be the last.
pub(super) type Admission = OwnedMutexGuard<ByNetwork>;

/// The limits of one kind, and what counts.
#[derive(Debug)]
pub(super) struct Quota {
    limited: Limited,
    per_person: u32,
    per_network: u32,
    known: Arc<Mutex<ByNetwork>>,
}

impl Quota {
    /// For public tables that wait for players.
    pub(super) fn public(limits: &Limits) -> Self {
        Self {
            limited: Limited::Public,
            per_person: limits.public_tables_per_person.get(),
            per_network: limits.public_tables_per_address.get(),
            known: Arc::default(),
        }
    }

    /// For games with bots.
    pub(super) fn with_bots(limits: &Limits) -> Self {
        Self {
            limited: Limited::WithBots,
            per_person: limits.bot_tables_per_person.get(),
            per_network: limits.bot_tables_per_address.get(),
            known: Arc::default(),
        }
    }

    async fn admit(
        &self,
        store: &Store,
        table: &TableId,
        person: &PersonId,
        network: Option<IpAddr>,
    ) -> Result<Admission, TableError> {
        let mut known = self.known.clone().lock_owned().await;
        if store.count_of(self.limited, person).await? >= self.per_person.into() {
            return Err(self.too_many_of_one().into());
        }
        if let Some(network) = network {
            let tables = known.entry(network).or_default();
            if tables.len() >= self.per_network as usize {
                *tables = store.still(self.limited, tables).await?;
            }
            if tables.len() >= self.per_network as usize {
                return Err(self.too_many_from_there().into());
            }
            tables.insert(table.clone());
        }
        Ok(known)
    }

    fn too_many_of_one(&self) -> Refusal {
        let most = self.per_person;
        Refusal::new(match self.limited {
            Limited::Public => format!(
                "you have {most} public tables that wait for players, which is the most: begin a \
                 game there, or open a table without listing it"
            ),
            Limited::WithBots => format!(
                "you have {most} games with bots under way, which is the most: finish one of them \
                 first"
            ),
        })
    }

    fn too_many_from_there(&self) -> Refusal {
        let most = self.per_network;
        Refusal::new(match self.limited {
            Limited::Public => format!(
                "{most} public tables from your network wait for players, which is the most: join \
                 one of them, or open a table without listing it"
            ),
            Limited::WithBots => format!(
                "{most} games with bots are under way from your network, which is the most: begin \
                 this one when another has ended"
            ),
        })
    }
}

impl Tables {
    /// Whether a person may open another public table.
    pub(super) async fn admit_public(
        &self,
        table: &TableId,
        person: &PersonId,
    ) -> Result<Admission, TableError> {
        let network = self.networks().of(person);
        self.0.public.admit(&self.0.store, table, person, network).await
    }

    /// Whether a person may begin the game at a table, where it matters because of the bots.
    pub(super) async fn admit_start(
        &self,
        table: &TableId,
        person: &PersonId,
    ) -> Result<Option<Admission>, TableError> {
        let begins_with_bots = |table: &Table| {
            table.stage() == Stage::Gathering && table.bots().iter().any(Option::is_some)
        };
        if !self.read(table, |table, _| begins_with_bots(table)).await? {
            return Ok(None);
        }
        let network = self.networks().of(person);
        self.0.with_bots.admit(&self.0.store, table, person, network).await.map(Some)
    }

    /// Forgets the networks from which nobody has come for long.
    pub(crate) fn forget_networks(&self) {
        self.networks().forget();
        let networks = self.networks().all();
        for quota in [&self.0.public, &self.0.with_bots] {
            // While somebody is let in, it can wait.
            if let Ok(mut known) = quota.known.try_lock() {
                known.retain(|network, _| networks.contains(network));
            }
        }
    }
}
