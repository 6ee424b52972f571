//! Nonsense from outside, at every endpoint and on the socket: it is answered with a sentence, and
//! the other tables do not notice.

use std::num::NonZeroU32;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config as Runs, TestRunner};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::player::{Player, play_to_the_end, started};
use crate::support::Home;

/// The same nonsense in every run.
struct Nonsense(TestRunner);

impl Nonsense {
    fn new() -> Self {
        let rng = proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        );
        Self(TestRunner::new_with_rng(Runs::default(), rng))
    }

    fn pick<T: std::fmt::Debug>(&mut self, from: &impl Strategy<Value = T>) -> T {
        from.new_tree(&mut self.0).unwrap().current()
    }
}

/// Any JSON, not too large.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,40}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::hash_map("[a-z_]{1,12}", inner, 0..6)
                .prop_map(|map| map.into_iter().collect::<serde_json::Map<_, _>>().into()),
        ]
    })
}

/// Something that was right before one of its values was changed.
fn spoiled(right: Vec<Value>) -> impl Strategy<Value = Value> {
    (prop::sample::select(right), any::<prop::sample::Index>(), any_json()).prop_map(
        |(mut value, place, wrong)| {
            if let Some(object) = value.as_object_mut().filter(|object| !object.is_empty()) {
                let key = object.keys().nth(place.index(object.len())).unwrap().clone();
                object.insert(key, wrong);
            }
            value
        },
    )
}

fn bodies(table: &str) -> Vec<Value> {
    vec![
        json!({"game": "tipperary", "seats": [{"for": "person"}], "options": {}, "public": true}),
        json!({"id": "a", "command": {"do": "act", "seat": 1, "action": "take"}}),
        json!({"command": {"do": "join", "seat": 2, "contribution": "00".repeat(32)}}),
        json!({"id": "b", "text": "hello"}),
        json!({"name": "Aoife", "password": "correct horse"}),
        json!({"url": "https://example.org/"}),
        json!({"password": "x"}),
        json!({"plan": "chase 1 below 5"}),
        json!({"game": "tipperary", "day": "2026-11-15", "table": table}),
    ]
}

fn messages(table: &str) -> Vec<Value> {
    let command = json!({"do": "act", "seat": 1, "action": "take"});
    vec![
        json!({"type": "subscribe", "table": table, "after": 0, "chat": 0}),
        json!({"type": "unsubscribe", "table": table}),
        json!({"type": "command", "table": table, "id": "a", "command": command}),
        json!({"type": "say", "table": table, "id": "b", "text": "hello"}),
    ]
}

/// Every endpoint that the description names, with a table's id in the path.
fn endpoints(table: &str) -> Vec<(Method, String)> {
    let description = serde_json::to_value(server::description()).unwrap();
    let paths = description["paths"].as_object().unwrap();
    let methods = paths.iter().flat_map(|(path, methods)| {
        let path = path.replace("{id}", table).replace("{other}", table).replace("{seat}", "1");
        let method = |name: &String| name.to_uppercase().parse::<Method>().unwrap();
        methods.as_object().unwrap().keys().map(move |name| (method(name), path.clone()))
    });
    methods.collect()
}

#[tokio::test]
async fn every_endpoint_answers_nonsense_with_a_sentence() {
    let home = Home::sqlite();
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    let before = one.log(&table, 0).await;
    let mut nonsense = Nonsense::new();
    let body = prop_oneof![any_json(), spoiled(bodies(&table))];
    let endpoints = endpoints(&table);
    assert!(endpoints.len() > 25, "{}", endpoints.len());
    for (method, path) in endpoints {
        for _ in 0..8 {
            // Somebody new each time: some of them delete themselves.
            let stranger = running.player().await;
            let sent = (method != Method::GET).then(|| nonsense.pick(&body));
            let query = nonsense.pick(&"(\\?[a-z]{1,8}=[a-z0-9%]{0,12})?");
            let answer =
                stranger.ask(method.clone(), &format!("{path}{query}"), &[], sent.clone()).await;
            let told =
                format!("{method} {path}{query} {sent:?}: {} {}", answer.status, answer.text);
            assert!(!answer.status.is_server_error(), "{told}");
            if answer.status.is_client_error() {
                let problem: Value = serde_json::from_str(&answer.text).expect(&told);
                assert!(!problem["error"].as_str().unwrap().is_empty(), "{told}");
            }
        }
    }
    assert_eq!(one.log(&table, 0).await, before, "nobody has touched the table");
    play_to_the_end(&table, &[&one, &other]).await;
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
    let message = prop_oneof![any_json(), spoiled(messages(&table))];
    for _ in 0..6 {
        let mut live = running.player().await.live().await;
        for _ in 0..60 {
            live.say(nonsense.pick(&message)).await;
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
    for message in messages(&table) {
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
        if let Some((seat, action)) = one.next_action(&table).await.filter(|_| round % 3 == 0) {
            let owner = if seat == 1 { &one } else { &other };
            owner.does(&table, json!({"do": "act", "seat": seat, "action": action})).await.ok();
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
    let long = json!({"text": "x".repeat(1_000_000)});
    let table = one.open(2).await;
    one.post(&format!("/api/tables/{table}/chat"), long).await.error(400);
    let deep = "[".repeat(30_000);
    let headers = [("content-type", "application/json")];
    one.ask_text(Method::POST, "/api/tables", &headers, deep).await.error(400);
    one.ask_text(Method::POST, "/api/tables", &[], "{}".to_owned()).await.error(400);
    assert_eq!(Player::new(&running.address).get("/healthz").await.text, "ok");
    running.stop().await;
}
