//! Nonsense from outside, at every endpoint and on the socket: it is answered with a sentence, and
//! the other tables do not notice.

use std::fmt::Debug;
use std::num::NonZeroU32;

use proptest::prelude::*;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::nonsense::{Endpoint, Nonsense, client_messages};
use crate::player::{Answer, Player, play_to_the_end, started, take_turn};
use crate::support::Home;

const SECRET: &str = "abababababababababababababababababababababababababababababababab";

/// An answer to nonsense: nothing breaks, and whoever is wrong is told why.
fn check(answer: &Answer, sent: &dyn Debug) {
    let told = format!("{sent:?}: {} {}", answer.status, answer.text);
    assert!(!answer.status.is_server_error(), "{told}");
    if answer.status.is_client_error() {
        let problem: Value = serde_json::from_str(&answer.text).expect(&told);
        assert!(!problem["error"].as_str().unwrap().is_empty(), "{told}");
    }
}

#[tokio::test]
async fn every_endpoint_answers_nonsense_with_a_sentence() {
    let home = Home::sqlite();
    let running = home.serve_with(|config| config.admin = SECRET.parse().ok()).await;
    let (one, other) = (running.player().await, running.player().await);
    let operator = one.with_token(SECRET);
    let table = started(&one, &other).await;
    let before = one.log(&table, 0).await;
    let mut nonsense = Nonsense::new();
    let endpoints = Endpoint::all();
    assert!(endpoints.len() > 35, "{}", endpoints.len());
    for endpoint in &endpoints {
        for round in 0..8 {
            // Somebody new each time: some of them delete themselves.
            let stranger = running.player().await;
            let who = if endpoint.is_for_operator() { &operator } else { &stranger };
            let address = endpoint.address(&mut nonsense, &table, &stranger.id().await);
            let body = match (endpoint.bodies.is_empty(), round % 4) {
                (true, _) => None,
                (false, 0) => Some(nonsense.json()),
                (false, _) => Some(nonsense.spoiled(&endpoint.bodies)),
            };
            let answer = who.ask(endpoint.method.clone(), &address, &[], body.clone()).await;
            check(&answer, &(&endpoint.method, address, body));
        }
    }
    assert_eq!(one.log(&table, 0).await, before, "nobody has touched the table");
    play_to_the_end(&table, &[&one, &other]).await;
    running.stop().await;
}

#[tokio::test]
async fn every_endpoint_refuses_bodies_that_are_cut_off_or_too_large() {
    let home = Home::sqlite();
    let running = home.serve().await;
    let one = running.player().await;
    let (me, table) = (one.get("/api/me").await.ok(), one.open(2).await);
    let json = [("content-type", "application/json")];
    let mut nonsense = Nonsense::new();
    for endpoint in Endpoint::all().iter().filter(|endpoint| !endpoint.bodies.is_empty()) {
        let address = endpoint.path(&table);
        let right = nonsense.one_of(&endpoint.bodies).to_string();
        let cut = &right[..nonsense.pick(&(0..right.len()))];
        let large = format!("{right}{}", " ".repeat(70_000));
        for body in [cut.to_owned(), "[".repeat(30_000), "\"\u{0}".to_owned()] {
            let answer = one.ask_text(endpoint.method.clone(), &address, &json, body).await;
            let told = format!("{} {address}: {}", endpoint.method, answer.text);
            assert!(!answer.error(400).is_empty(), "{told}");
        }
        one.ask_text(endpoint.method.clone(), &address, &json, large).await.error(413);
        one.ask_text(endpoint.method.clone(), &address, &[], right).await.error(415);
    }
    assert_eq!((one.get("/api/me").await.ok(), one.log(&table, 0).await.len()), (me, 1));
    running.stop().await;
}

#[tokio::test]
async fn bodies_of_another_shape_are_refused() {
    let home = Home::sqlite();
    let running = home.serve().await;
    let one = running.player().await;
    let table = one.open(2).await;
    let commands = format!("/api/tables/{table}/commands");
    let (game, person) = ("foxy-and-wooly", json!({"for": "person"}));
    for (path, body) in [
        ("/api/today", json!([null, null])),
        ("/api/me/claim", json!(["Aoife", "correct horse"])),
        ("/api/tables", json!({"game": game, "seats": [["person"], ["bot", 1]]})),
        ("/api/tables", json!({"game": game, "seats": [person, person], "clock": ["none"]})),
        (&commands, json!([null, {"do": "leave"}])),
        (&commands, json!({"command": ["leave"]})),
        (&commands, json!({"command": {"do": "leave", "seat": 1}})),
        (&commands, json!({"command": {"do": "ask-replacement", "seat": 1, "by": {"for": 0}}})),
    ] {
        let answer = one.post(path, &body).await;
        assert_eq!(answer.status, 400, "{path} {body}: {}", answer.text);
    }
    assert_eq!(one.get("/api/me").await.ok()["guest"], true);
    running.stop().await;
}

#[tokio::test]
async fn numbers_that_no_database_holds_are_refused() {
    let home = Home::sqlite();
    let running = home.serve().await;
    let one = running.player().await;
    let table = one.open(2).await;
    for part in ["log", "chat"] {
        let path = |after: u64| format!("/api/tables/{table}/{part}?after={after}");
        one.get(&path(i64::MAX as u64)).await.ok();
        let told = one.get(&path(1 << 63)).await.error(400);
        assert!(told.contains("too large"), "{told}");
    }
    let history = format!("/api/people/{}/history?game=tipperary&players=", one.id().await);
    one.get(&format!("{history}5")).await.ok();
    one.get(&format!("{history}6")).await.error(400);
    let mut live = one.live().await;
    live.subscribe(&table, 1 << 63).await;
    assert!(live.hear_of("failed").await["error"].as_str().unwrap().contains("too large"));
    running.stop().await;
}

#[tokio::test]
async fn what_cannot_be_asked_is_said_in_a_sentence() {
    let home = Home::sqlite();
    let running = home.serve().await;
    let one = running.player().await;
    let table = one.open(2).await;
    for endpoint in Endpoint::all() {
        let answer = one.ask(Method::PATCH, &endpoint.path(&table), &[], None).await;
        assert!(answer.headers.contains_key("allow"), "{}", endpoint.path(&table));
        assert!(answer.error(405).contains("/api/openapi.json"));
    }
    one.post("/api/nonsense", ()).await.error(404);
    one.post("/nonsense", ()).await.error(405);
    one.post("/healthz", ()).await.error(405);
    one.get("/api/people/%ff").await.error(404);
    running.stop().await;
}

#[tokio::test]
async fn the_socket_answers_nonsense_and_stays_open() {
    let home = Home::sqlite();
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    let before = one.log(&table, 0).await;
    let mut nonsense = Nonsense::new();
    let messages = client_messages(&table);
    for _ in 0..6 {
        let mut live = running.player().await.live().await;
        for round in 0..60 {
            let whole = round % 3 == 0;
            live.say(if whole { nonsense.json() } else { nonsense.spoiled(&messages) }).await;
        }
        // It is still there, and answers in order.
        let last = json!({"type": "say", "table": table, "id": "last", "text": ""});
        live.say(last).await;
        while live.hear_of("refused").await["id"] != "last" {}
    }
    assert_eq!(one.log(&table, 0).await, before, "nobody has touched the table");
    running.stop().await;
}

#[tokio::test]
async fn messages_that_are_cut_off_are_answered() {
    let home = Home::sqlite();
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    let before = one.log(&table, 0).await;
    for message in client_messages(&table) {
        let (mut live, text) = (one.live().await, message.to_string());
        for length in (0..text.len()).step_by(5) {
            assert!(live.try_say(&text[..length]).await);
            let answer = live.hear().await;
            let error = answer["error"].as_str().unwrap_or_default();
            assert!(error.starts_with("this message is not understood"), "{length}: {answer}");
        }
        live.break_off().await;
    }
    // Those who hung up in the middle of a word are gone.
    let sockets = async || one.get("/metrics").await.text.contains("bellwether_sockets 0\n");
    while !sockets().await {}
    assert_eq!(one.log(&table, 0).await, before, "nobody has touched the table");
    play_to_the_end(&table, &[&one, &other]).await;
    running.stop().await;
}

#[tokio::test]
async fn anybody_may_try_anything_and_the_log_stays_whole() {
    let home = Home::sqlite();
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let stranger = running.player().await;
    let table = started(&one, &other).await;
    let mut nonsense = Nonsense::new();
    let command = prop_oneof![
        (1..4_u8).prop_map(|seat| json!({"do": "act", "seat": seat, "action": "take"})),
        (1..4_u8).prop_map(|seat| json!({"do": "undo", "seat": seat})),
        (0..60_u64).prop_map(|to| json!({"do": "ask-undo", "to": to})),
        any::<bool>().prop_map(|yes| json!({"do": "answer-undo", "yes": yes})),
        Just(json!({"do": "leave"})),
        Just(json!({"do": "start"})),
        Just(json!({"do": "decline-end"})),
        Just(json!({"do": "join", "contribution": "00".repeat(32)})),
    ];
    for round in 0..150 {
        let player = [&one, &other, &stranger][nonsense.pick(&(0..3_usize))];
        // Ids come again, from the same and from others.
        let order = json!({"id": format!("r{}", round % 40), "command": nonsense.pick(&command)});
        let answer = player.order(&table, order).await;
        assert!(matches!(answer.status.as_u16(), 200 | 422), "{} {}", answer.status, answer.text);
        if round % 3 == 0 {
            take_turn(&table, &[&one, &other]).await;
        }
    }
    let log = one.log(&table, 0).await;
    let numbers: Vec<u64> = log.iter().map(|entry| entry["seq"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=log.len() as u64).collect::<Vec<_>>());
    let touched = |entry: &Value| entry["person"] == json!(null) || entry["kind"] != "joined";
    assert!(log.iter().skip(3).all(touched), "the stranger has not sat down");
    play_to_the_end(&table, &[&one, &other]).await;
    one.get(&format!("/api/tables/{table}/fairness")).await.ok();
    running.stop().await;
}

#[tokio::test]
async fn who_floods_the_socket_is_sent_away_and_others_play_on() {
    let home = Home::sqlite();
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    let mut live = running.player().await.live().await;
    let flood = async {
        let message = json!({"type": "subscribe", "table": table, "after": 0}).to_string();
        for _ in 0..10_000 {
            if !live.try_say(&message).await {
                break;
            }
        }
        loop {
            match live.next().await {
                Some(Message::Close(frame)) => return frame,
                Some(_) => {}
                None => return None,
            }
        }
    };
    let players = [&one, &other];
    let (dismissed, ()) = tokio::join!(flood, play_to_the_end(&table, &players));
    // The farewell may be lost if the line was cut while we were still shouting.
    if let Some(frame) = dismissed {
        assert_eq!((u16::from(frame.code), frame.reason.as_str()), (1008, "too many messages"));
    }
    assert_eq!(one.view(&table).await["stage"], "ended");
    running.stop().await;
}

#[tokio::test]
async fn one_address_has_only_so_many_sockets() {
    let home = Home::sqlite();
    let few = NonZeroU32::new(3).unwrap();
    let running = home.serve_with(|config| config.limits.sockets_per_address = few).await;
    let one = running.player().await;
    let mut lives = vec![one.live().await, one.live().await, one.live().await];
    assert!(one.connect(&[]).await.is_err_and(|error| error.contains("429")));
    drop(lives.pop());
    // The server learns of it in a moment.
    while one.connect(&[]).await.is_err() {}
    running.stop().await;
}

/// What the server says to these bytes, until it hangs up or has answered.
async fn raw(address: &str, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // It may hang up before it has read everything.
    let _ = stream.write_all(bytes).await;
    let _ = stream.shutdown().await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn requests_that_are_cut_off_or_too_large_are_let_go() {
    let home = Home::sqlite();
    let running = home.serve().await;
    let one = running.player().await;
    let whole = format!(
        "POST /api/tables HTTP/1.1\r\nhost: x\r\ncookie: {}\r\ncontent-type: application/json\r\n\
         content-length: 40\r\nconnection: close\r\n\r\n{{\"game\": \"tipperary\", \"seats\": []}}     ",
        one.cookie().unwrap()
    );
    for length in (0..whole.len()).step_by(17) {
        let answer = raw(&running.address, &whole.as_bytes()[..length]).await;
        let calm = answer.is_empty() || answer.starts_with("HTTP/1.1 4");
        assert!(calm, "{length}: {answer}");
    }
    let long_head = format!("GET / HTTP/1.1\r\nhost: x\r\nx: {}\r\n\r\n", "x".repeat(100_000));
    let answer = raw(&running.address, long_head.as_bytes()).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
    assert_eq!(Player::new(&running.address).get("/healthz").await.text, "ok");
    running.stop().await;
}
