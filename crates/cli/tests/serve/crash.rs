//! Whatever was acknowledged is there after a crash, once. `cargo xtask crash-test` does this for
//! longer.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio::task::JoinSet;

use crate::process::{Player, Process};

/// How many tables are played at the same time.
const TABLES: usize = 6;

/// What a player knows of a table.
#[derive(Default)]
struct Known {
    table: String,
    /// The actions that were acknowledged, by the number of their entry.
    acknowledged: BTreeMap<u64, String>,
    /// What was sent and not answered, if anything.
    open: Option<Value>,
}

/// Counts acknowledged actions and says when there are enough.
struct Counter {
    left: AtomicU64,
    enough: Notify,
}

/// Plays until the server is gone, and says what it knows then.
async fn play(player: Player, counter: Arc<Counter>) -> Vec<Known> {
    let mut tables = Vec::new();
    loop {
        let Some(table) = player.table().await else { return tables };
        tables.push(Known { table, ..Known::default() });
        let known = tables.last_mut().unwrap();
        while let Some(legal) = player.ask(&format!("tables/{}/legal", known.table), None).await {
            let Some(first) = legal.get(0) else { break };
            let (seat, action) = (&first["seat"], first["actions"][0].as_str().unwrap());
            let command = json!({"do": "act", "seat": seat, "action": action});
            let id = format!("a{}", known.acknowledged.len());
            known.open = Some(json!({"id": id, "command": command}));
            let path = format!("tables/{}/commands", known.table);
            let Some(done) = player.ask(&path, known.open.clone()).await else { return tables };
            known.acknowledged.insert(done["seq"].as_u64().unwrap(), action.to_owned());
            known.open = None;
            if counter.left.fetch_sub(1, Ordering::Relaxed) == 1 {
                counter.enough.notify_one();
            }
        }
    }
}

/// The log holds every acknowledged action where it was said to be, and what was sent again once.
async fn check(player: &Player, known: &mut Known) {
    let path = format!("tables/{}", known.table);
    if let Some(order) = known.open.take() {
        let done = player.ask(&format!("{path}/commands"), Some(order.clone())).await.unwrap();
        let action = order["command"]["action"].as_str().unwrap().to_owned();
        known.acknowledged.insert(done["seq"].as_u64().unwrap(), action);
    }
    let log = player.ask(&format!("{path}/log"), None).await.unwrap();
    let entries = log["entries"].as_array().unwrap();
    let seqs: Vec<u64> = entries.iter().map(|entry| entry["seq"].as_u64().unwrap()).collect();
    assert_eq!(seqs, (1..=seqs.len() as u64).collect::<Vec<_>>());
    let acted = entries.iter().filter(|entry| entry["kind"] == "acted" && entry["seat"] != "*");
    let acted: BTreeMap<u64, String> = acted
        .map(|entry| (entry["seq"].as_u64().unwrap(), entry["action"].as_str().unwrap().to_owned()))
        .collect();
    assert_eq!(acted, known.acknowledged);
}

#[tokio::test]
async fn after_a_crash_every_acknowledged_action_is_there_once() {
    let crashes = std::env::var("BELLWETHER_CRASHES").map_or(3, |text| text.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("bellwether.db");
    let mut server = Process::start(&database);
    for crash in 0..crashes {
        let left = AtomicU64::new(40 + crash * 17 % 60);
        let counter = Arc::new(Counter { left, enough: Notify::new() });
        let mut playing = JoinSet::new();
        let mut players = Vec::new();
        for _ in 0..TABLES {
            let player = Player::hello(&server.address).await;
            players.push(player.clone());
            let counter = counter.clone();
            let number = players.len() - 1;
            playing.spawn(async move { (number, play(player, counter).await) });
        }
        counter.enough.notified().await;
        server.crash();
        let known = playing.join_all().await;
        server = Process::start(&database);
        let mut actions = 0;
        for (number, tables) in known {
            let player = Player { address: server.address.clone(), ..players[number].clone() };
            for mut table in tables {
                check(&player, &mut table).await;
                actions += table.acknowledged.len();
            }
        }
        assert!(actions >= 40, "{actions}");
    }
}
