//! The server does not publish seeds and secrets before the end of a game.

use std::ffi::OsStr;
use std::fs;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use crate::postgres;
use crate::process::{Player, Process};

/// The forms in which a program might write 32 bytes, given as hexadecimal digits.
fn forms(seed: &str) -> Vec<Vec<u8>> {
    let byte = |place: usize| u8::from_str_radix(&seed[place..place + 2], 16).unwrap();
    let bytes: Vec<u8> = (0..seed.len()).step_by(2).map(byte).collect();
    let separated = |by: &str| bytes.iter().map(u8::to_string).collect::<Vec<_>>().join(by);
    let texts = [seed.to_owned(), seed.to_uppercase(), separated(","), separated(", ")];
    // Half of the digits would also reveal the seed.
    let half = seed[..seed.len() / 2].to_owned();
    texts.into_iter().chain([half]).map(String::into_bytes).chain([bytes.clone()]).collect()
}

fn says(text: &[u8], form: &[u8]) -> bool {
    text.windows(form.len()).any(|part| part == form)
}

/// All public responses about a table, its game and the server.
async fn everything(player: &Player, table: &str) -> String {
    let mut all = String::new();
    for path in ["", "/legal", "/log", "/log.json", "/record", "/fairness", "/chat", "/plans/1"] {
        all += &player.get(&format!("api/tables/{table}{path}")).await.text().await.unwrap();
    }
    for path in ["api/me", "api/me/tables", "api/tables", "metrics"] {
        all += &player.get(path).await.text().await.unwrap();
    }
    all
}

/// All messages of a socket about a table, up to that entry.
async fn told(player: &Player, table: &str, last: u64) -> String {
    let (mut socket, _) = connect_async(format!("ws://{}/api/live", player.address)).await.unwrap();
    let subscribe = json!({"type": "subscribe", "table": table, "after": 0});
    socket.send(Message::text(subscribe.to_string())).await.unwrap();
    let (mut all, last) = (String::new(), format!("\"seq\":{last},"));
    while !all.contains(&last) {
        all += socket.next().await.unwrap().unwrap().to_text().unwrap();
    }
    all
}

async fn the_seed_is_told_at_the_end_and_not_before(database: impl AsRef<OsStr>) {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut server = Process::start_logged(&database, "trace", &log);
    let mut player = Player::hello(&server.address).await;
    let table = player.table(true).await.unwrap();
    for _ in 0..4 {
        player.act(&table).await.unwrap();
    }
    // It is also read from the database again.
    server.stop();
    let server = Process::start_logged(&database, "trace", &log);
    player = player.at(&server);
    let (mut said, mut logged) = (String::new(), 0);
    loop {
        let entries = player.log(&table).await;
        if entries.last().unwrap()["kind"] == "ended" {
            break;
        }
        let readable = everything(&player, &table).await;
        let heard = told(&player, &table, entries.len() as u64).await;
        // What was said while the game may have ended says nothing of the time before.
        if player.log(&table).await.last().unwrap()["kind"] != "ended" {
            said += &(readable + &heard);
            logged = fs::metadata(&log).unwrap().len();
        }
        player.act(&table).await;
    }
    let ended = player.log(&table).await.pop().unwrap();
    let seed = ended["seed"].as_str().unwrap();
    let log = fs::read(&log).unwrap();
    let before = &log[..usize::try_from(logged).unwrap()];
    assert!(says(before, b"\"level\":\"TRACE\""), "the log is as long as can be");
    assert!(says(before, b"/api/tables/{id}/commands") && said.contains(&table));
    for form in forms(seed) {
        let shown = String::from_utf8_lossy(&form).into_owned();
        assert!(!says(before, &form), "the log has {shown}");
        assert!(!says(said.as_bytes(), &form), "somebody was told {shown}");
    }
    assert!(everything(&player, &table).await.contains(seed), "now everyone may know");
}

#[tokio::test]
async fn the_seed_is_told_at_the_end_and_not_before_with_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    the_seed_is_told_at_the_end_and_not_before(folder.path().join("bellwether.db")).await;
}

#[tokio::test]
async fn the_seed_is_told_at_the_end_and_not_before_with_postgres() {
    the_seed_is_told_at_the_end_and_not_before(postgres::address()).await;
}

#[tokio::test]
async fn what_is_logged_of_a_request_has_its_id() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut server =
        Process::start_logged(folder.path().join("bellwether.db"), "server=debug", &log);
    let player = Player::hello(&server.address).await;
    let table = player.table(false).await.unwrap();
    let answer = player.get(&format!("api/tables/{table}")).await;
    let id = answer.headers()["x-request-id"].to_str().unwrap().to_owned();
    server.stop();
    let text = fs::read_to_string(&log).unwrap();
    assert!(!text.contains(&table), "a table's id is known only to those who were given it");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let own: Vec<&Value> = lines.iter().filter(|line| line["span"]["id"] == id.as_str()).collect();
    assert_eq!(own.len(), 1, "{text}");
    assert_eq!(own[0]["span"]["route"], "/api/tables/{id}");
    assert_eq!(
        (&own[0]["fields"]["message"], &own[0]["fields"]["status"]),
        (&json!("answered"), &json!(200))
    );
    let requests = lines.iter().filter(|line| line["fields"]["message"] == "answered");
    let mut ids: Vec<&str> = requests.map(|line| line["span"]["id"].as_str().unwrap()).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert!(all >= 5 && ids.len() == all, "every request has an id of its own");
}
