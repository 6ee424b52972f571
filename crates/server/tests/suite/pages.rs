//! Long logs and chats come in pages, in short messages, or in one file that is made while it is
//! read.

use reqwest::Method;
use serde_json::{Value, json};
use server::id::{ClientId, PersonId, TableId};
use server::store::{NewLine, Write};
use server::table::{Entry, Stamped};

use crate::player::{Player, play_to_the_end, started};
use crate::store::append;
use crate::support::{Home, Running, on_both};

on_both!(
    a_long_chat_comes_in_pages,
    a_long_log_comes_in_pages_and_whole_in_a_file,
    a_long_backlog_comes_in_short_messages,
    a_long_log_is_read_back_after_a_restart,
);

/// A table whose game has begun, and a chat of so many lines of 2,000 bytes.
async fn talkative(home: &Home, lines: usize) -> (Running, Player, String) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    let person: PersonId = one.id().await.parse().unwrap();
    let id: TableId = table.parse().unwrap();
    running.stop().await;
    let store = home.store().await;
    for _ in 0..lines {
        let client_key = ClientId::random().key(&person);
        let (table, person, text) = (id.clone(), person.clone(), "🐑".repeat(500));
        let line = NewLine { table, person, client_key, at: 1, text };
        store.write(Write::Say(line)).await.unwrap();
    }
    store.close().await;
    let running = home.serve().await;
    let one = one.at(&running.address);
    (running, one, table)
}

/// A table of one person who says again and again to be ready or not: a log of that many entries
/// at least.
async fn restless(running: &Running, entries: u64) -> (Player, Player, String) {
    let (one, other) = (running.player().await, running.player().await);
    let table = one.open(2).await;
    one.join(&table).await;
    other.join(&table).await;
    for seq in 4..=entries {
        one.does(&table, json!({"do": "ready", "yes": seq % 2 == 0})).await.ok();
    }
    (one, other, table)
}

fn seqs(items: &Value) -> Vec<u64> {
    items.as_array().unwrap().iter().map(|item| item["seq"].as_u64().unwrap()).collect()
}

async fn a_long_chat_comes_in_pages(home: Home) {
    let (running, one, table) = talkative(&home, 150).await;
    let path = format!("/api/tables/{table}/chat");
    let (mut seen, mut pages) = (Vec::new(), 0);
    loop {
        let last = seen.last().copied().unwrap_or(0);
        let answer = one.get(&format!("{path}?after={last}")).await;
        assert!(answer.text.len() < 160 * 1024, "{} bytes", answer.text.len());
        let chat = answer.ok();
        seen.extend(seqs(&chat["lines"]));
        pages += 1;
        assert_eq!(chat["names"].as_object().unwrap().len(), 1);
        if chat["more"] != true {
            break;
        }
    }
    assert_eq!(seen, (1..=150).collect::<Vec<_>>());
    assert!(pages > 2, "{pages} pages");
    let few = one.get(&format!("{path}?after=10&limit=3")).await.ok();
    assert_eq!((seqs(&few["lines"]), &few["more"]), (vec![11, 12, 13], &json!(true)));
    let end = one.get(&format!("{path}?after=149&limit=3")).await.ok();
    assert_eq!((seqs(&end["lines"]), end.get("more")), (vec![150], None));
    one.get(&format!("{path}?limit=0")).await.error(400);
    running.stop().await;
}

async fn a_long_log_comes_in_pages_and_whole_in_a_file(home: Home) {
    let running = home.serve().await;
    let (one, other, table) = restless(&running, 1100).await;
    let first = one.get(&format!("/api/tables/{table}/log")).await.ok();
    assert_eq!((seqs(&first["entries"]).len(), &first["more"]), (1000, &json!(true)));
    let rest = one.get(&format!("/api/tables/{table}/log?after=1000&limit=4000000000")).await.ok();
    assert_eq!((seqs(&rest["entries"]), rest.get("more")), ((1001..=1100).collect(), None));
    let few = one.get(&format!("/api/tables/{table}/log?after=7&limit=2")).await.ok();
    assert_eq!(seqs(&few["entries"]), [8, 9]);
    let file = one.get(&format!("/api/tables/{table}/log.json")).await;
    assert!(file.headers["content-disposition"].to_str().unwrap().contains(&table));
    let file = file.ok();
    assert_eq!(file["entries"].as_array().unwrap(), &one.log(&table, 0).await);
    assert_eq!((&file["table"], file.get("more")), (&json!(table), None));
    for player in [&one, &other] {
        assert!(file["names"].get(player.id().await).is_some());
    }
    one.get("/api/tables/0000000000000000/log.json").await.error(404);
    running.stop().await;
}

async fn a_long_backlog_comes_in_short_messages(home: Home) {
    let (running, one, table) = talkative(&home, 120).await;
    let mut live = one.live().await;
    live.subscribe(&table, 0).await;
    let mut seen = Vec::new();
    while seen.last() != Some(&120) {
        let message = live.hear().await;
        assert!(message.to_string().len() < 40 * 1024, "{} bytes", message.to_string().len());
        if message["type"] == "chat" {
            seen.extend(seqs(&message["lines"]));
        }
    }
    assert_eq!(seen, (1..=120).collect::<Vec<_>>());
    running.stop().await;
}

async fn a_long_log_is_read_back_after_a_restart(home: Home) {
    let running = home.serve().await;
    // Exactly as long as two parts, which is where counting goes wrong.
    let (one, other, table) = restless(&running, 1000).await;
    let log = one.log(&table, 0).await;
    running.stop().await;
    let running = home.serve().await;
    let (one, other) = (one.at(&running.address), other.at(&running.address));
    assert_eq!(one.log(&table, 0).await, log);
    one.does(&table, json!({"do": "start"})).await.ok();
    play_to_the_end(&table, &[&one, &other]).await;
    let path = format!("/api/tables/{table}/fairness");
    let checked = one.get(&path).await.ok();
    assert_eq!(checked["draws"], 21);
    // It is remembered, and stays as it was when something is added after the end.
    one.post(&format!("/api/tables/{table}/rematch"), ()).await.ok();
    assert_eq!(one.get(&path).await.ok(), checked);
    running.stop().await;
}

/// Where two servers share a database, one of them may have to catch up with a long log.
#[tokio::test]
async fn a_server_catches_up_with_a_long_log() {
    let home = Home::postgres().await;
    let (writes, reads) = (home.serve().await, home.serve().await);
    let (one, _, table) = restless(&writes, 4).await;
    assert_eq!(one.at(&reads.address).log(&table, 0).await.len(), 4);
    let (store, person) = (home.store().await, one.id().await.parse::<PersonId>().unwrap());
    let entry = |seq: u64| {
        let entry = Entry::Ready { person: person.clone(), yes: seq % 2 == 1 };
        Stamped { seq, at: 1, entry }
    };
    // One write: the other servers hear of it once.
    let news = append(&table.parse().unwrap(), (5..=1300).map(entry).collect(), None);
    store.write(news).await.unwrap();
    store.close().await;
    assert_eq!(one.at(&reads.address).log(&table, 0).await.len(), 1300);
    for server in [writes, reads] {
        server.stop().await;
    }
}

#[tokio::test]
async fn many_may_ask_for_a_check_at_once() {
    let home = Home::sqlite();
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    let path = format!("/api/tables/{table}/fairness");
    let refused = one.get(&path).await.error(422);
    assert!(refused.contains("has not ended"), "{refused}");
    play_to_the_end(&table, &[&one, &other]).await;
    let ask = || async { Player::new(&running.address).ask(Method::GET, &path, &[], None).await };
    for answer in futures_util::future::join_all((0..60).map(|_| ask())).await {
        match answer.status.as_u16() {
            200 => assert_eq!(answer.ok()["draws"], 21),
            _ => assert!(answer.error(503).contains("too much to do")),
        }
    }
    running.stop().await;
}
