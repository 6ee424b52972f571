//! The draws of a server are verified by another program.

use std::path::Path;
use std::process::Command;

use serde_json::json;

use crate::process::{Player, Process};

/// The result of `bellwether verify` for a text.
fn verify(folder: &Path, name: &str, text: &str) -> (bool, String) {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_bellwether"));
    let output = command.arg("verify").arg(&path).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).unwrap())
}

async fn record_and_log(player: &Player, table: &str) -> (String, String) {
    let text = async |what: &str| {
        player.get(&format!("api/tables/{table}/{what}")).await.text().await.unwrap()
    };
    (text("record").await, text("log.json").await)
}

#[tokio::test]
async fn a_finished_table_is_checked_from_its_record_and_from_its_log() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path().join("bellwether.db"));
    let player = Player::hello(&server.address).await;
    for game in ["foxy-and-wooly", "tipperary", "glen-more"] {
        let table = player.table_of(game, false).await.unwrap();
        let (record, log) = record_and_log(&player, &table).await;
        for (name, text) in [("a.bwr", &record), ("a.json", &log)] {
            let (valid, said) = verify(folder.path(), name, text);
            assert!(valid && said.contains("its seed is not revealed yet"), "{said}");
        }
        while player.act(&table).await.is_some() {}
        let (record, log) = record_and_log(&player, &table).await;
        for (name, text) in [("b.bwr", &record), ("b.json", &log)] {
            let (valid, said) = verify(folder.path(), name, text);
            assert!(valid && said.contains("draws follow from the seed"), "{game} {said}");
        }
        // The same log with another contribution.
        let contribution = "5a".repeat(32);
        for (name, text) in [("c.bwr", &record), ("c.json", &log)] {
            let (valid, said) =
                verify(folder.path(), name, &text.replace(&contribution, &"5b".repeat(32)));
            assert!(!valid && said.contains("does not follow from the seed"), "{game} {said}");
        }
    }
}

#[tokio::test]
async fn draws_that_were_taken_back_are_checked_from_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path().join("bellwether.db"));
    let player = Player::hello(&server.address).await;
    let table = player.table_of("tipperary", false).await.unwrap();
    let first = player.act(&table).await.unwrap();
    let draws = async || {
        let log = player.log(&table).await;
        log.iter().filter(|entry| entry["seat"] == "*").count()
    };
    let before = draws().await;
    while draws().await == before {
        player.act(&table).await.unwrap();
    }
    player.does(&table, json!({"do": "ask-undo", "to": first})).await.unwrap();
    while player.act(&table).await.is_some() {}
    let (record, log) = record_and_log(&player, &table).await;
    let (valid, said) = verify(folder.path(), "record.bwr", &record);
    assert!(valid && !said.contains("draws follow"), "a record has only what counts: {said}");
    let (valid, said) = verify(folder.path(), "log.json", &log);
    assert!(valid && said.contains("of them taken back"), "{said}");
    let checked = player.ask(&format!("tables/{table}/fairness"), None).await.unwrap();
    assert!(checked["taken_back"].as_u64().unwrap() > 0, "{checked}");
}
