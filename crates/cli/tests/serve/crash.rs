//! Crash recovery: every acknowledged action is stored exactly once after a crash, and every table
//! can be continued. `cargo xtask crash-test` does this for longer.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use wire::id::random_bytes;

use crate::postgres;
use crate::process::{BOT, Player, Process};

/// The number of tables that are played at the same time.
const TABLES: usize = 6;

/// A client that plays one game after the other.
struct Guest {
    player: Player,
    with_bots: bool,
    /// The last one may be in progress.
    tables: Vec<Known>,
}

/// A client's knowledge of a table.
#[derive(Default)]
struct Known {
    table: String,
    /// The acknowledged actions, by the number of their entry.
    acknowledged: BTreeMap<u64, String>,
    /// The request without an answer, if there is one.
    open: Option<Value>,
    over: bool,
}

/// Counts acknowledged actions and notifies when there are enough.
struct Counter {
    left: AtomicU64,
    enough: Notify,
}

impl Counter {
    fn count(&self) {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.enough.notify_one();
        }
    }
}

impl Guest {
    /// Plays until the server is gone.
    async fn play(mut self, counter: Arc<Counter>) -> Self {
        loop {
            if self.tables.last().is_none_or(|known| known.over) {
                let Some(table) = self.player.table(self.with_bots).await else { return self };
                self.tables.push(Known { table, ..Known::default() });
            }
            let known = self.tables.last_mut().unwrap();
            if known.play(&self.player, &counter).await.is_none() {
                return self;
            }
        }
    }
}

impl Known {
    /// Plays to the end; `None` if the server is gone before.
    async fn play(&mut self, player: &Player, counter: &Counter) -> Option<()> {
        loop {
            let legal = player.legal(&self.table).await?;
            self.over = legal.is_empty();
            if self.over {
                return Some(());
            }
            let Some((seat, action)) = legal.into_iter().find(|(seat, _)| *seat < BOT) else {
                continue;
            };
            let command = json!({"do": "act", "seat": seat, "action": action});
            let id = format!("a{}", self.acknowledged.len());
            self.open = Some(json!({"id": id, "command": command}));
            self.send_open(player).await?;
            counter.count();
        }
    }

    /// Sends the request without an answer again.
    async fn send_open(&mut self, player: &Player) -> Option<()> {
        let Some(order) = self.open.clone() else { return Some(()) };
        let path = format!("tables/{}/commands", self.table);
        let done = player.ask(&path, Some(order.clone())).await?;
        let action = order["command"]["action"].as_str()?.to_owned();
        self.acknowledged.insert(done["seq"].as_u64()?, action);
        self.open = None;
        Some(())
    }

    /// Checks that the log contains every acknowledged action at its number, and every repeated
    /// request once.
    async fn check(&mut self, player: &Player) {
        self.send_open(player).await.expect("the server is back");
        let log = player.log(&self.table).await;
        let acted = log.iter().filter_map(|entry| {
            let seat = entry["seat"].as_u64().filter(|_| entry["kind"] == "acted")?;
            let action = entry["action"].as_str()?.to_owned();
            (seat < BOT).then_some((entry["seq"].as_u64()?, action))
        });
        assert_eq!(acted.collect::<BTreeMap<u64, String>>(), self.acknowledged);
    }
}

/// Kills the server repeatedly while games are played.
async fn crash_and_check(database: impl AsRef<OsStr>) {
    let crashes = std::env::var("BELLWETHER_CRASHES").map_or(3, |text| text.parse().unwrap());
    let mut server = Process::start(&database);
    let mut guests = Vec::new();
    for number in 0..TABLES {
        let player = Player::hello(&server.address).await;
        guests.push(Guest { player, with_bots: number % 2 == 1, tables: Vec::new() });
    }
    for crash in 0..crashes {
        let left = AtomicU64::new(20 + u64::from(random_bytes::<1>()[0]) % 100);
        let counter = Arc::new(Counter { left, enough: Notify::new() });
        let mut playing = JoinSet::new();
        for guest in guests.drain(..) {
            playing.spawn(guest.play(counter.clone()));
        }
        counter.enough.notified().await;
        server.crash();
        guests = playing.join_all().await;
        server = Process::start(&database);
        let mut actions = 0;
        for guest in &mut guests {
            guest.player = guest.player.at(&server);
            for known in &mut guest.tables {
                known.check(&guest.player).await;
                actions += known.acknowledged.len();
            }
        }
        assert!(actions >= 20, "{actions}");
        println!("crash {}: all {actions} acknowledged actions are there, once", crash + 1);
    }
    // Every table is played to its end.
    let counter = Counter { left: AtomicU64::new(u64::MAX), enough: Notify::new() };
    for guest in &mut guests {
        let known = guest.tables.last_mut().expect("everyone has played");
        known.play(&guest.player, &counter).await.expect("the server is there");
        known.check(&guest.player).await;
    }
}

#[tokio::test]
async fn after_a_crash_every_acknowledged_action_is_there_once_in_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    crash_and_check(folder.path().join("bellwether.db")).await;
}

#[tokio::test]
async fn after_a_crash_every_acknowledged_action_is_there_once_in_postgres() {
    crash_and_check(postgres::address()).await;
}
