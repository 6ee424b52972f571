//! Being told elsewhere that it is one's turn.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use hmac::{Hmac, KeyInit, Mac};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::player::{Player, started, take_turn};
use crate::support::{Home, on_both};

on_both!(
    a_webhook_is_told_whose_turn_it_is,
    a_webhook_that_fails_is_told_again,
    a_webhook_does_not_lead_inside,
    a_slow_webhook_holds_up_its_own_person_only,
);

/// Somebody's own server: it answers with these, then with 200, and passes on what it hears.
struct Hook {
    url: String,
    heard: mpsc::UnboundedReceiver<(HeaderMap, String)>,
}

async fn hook(answers: &[u16]) -> Hook {
    let (tell, heard) = mpsc::unbounded_channel();
    let answers = Arc::new(Mutex::new(answers.to_vec()));
    let answer = async move |headers: HeaderMap, body: String| {
        tell.send((headers, body)).unwrap();
        let mut answers = answers.lock().unwrap();
        let status = if answers.is_empty() { 200 } else { answers.remove(0) };
        (StatusCode::from_u16(status).unwrap(), [("location", "http://127.0.0.1:1/")])
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    let router = Router::new().route("/hook", post(answer));
    tokio::spawn(async move { axum::serve(listener, router).await });
    Hook { url, heard }
}

async fn set(player: &Player, url: &str) -> Value {
    player.ask(Method::PUT, "/api/me/webhook", &[], Some(json!({"url": url}))).await.ok()
}

fn signature(secret: &str, at: &str, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(&hex::decode(secret).unwrap()).unwrap();
    mac.update(format!("{at}.{body}").as_bytes());
    format!("sha256={}", hex::encode(mac.finalize().into_bytes()))
}

/// Plays until it is the other seat's turn.
async fn pass_on(table: &str, players: [&Player; 2], to: u64) {
    while players[0].next_action(table).await.unwrap().0 != to {
        take_turn(table, &players).await.unwrap();
    }
}

async fn a_webhook_is_told_whose_turn_it_is(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let mut hook = hook(&[]).await;
    let set = set(&other, &hook.url).await;
    let table = started(&one, &other).await;
    pass_on(&table, [&one, &other], 2).await;
    let (headers, body) = hook.heard.recv().await.unwrap();
    let header = |name: &str| headers[name].to_str().unwrap().to_owned();
    let secret = set["secret"].as_str().unwrap();
    let expected = signature(secret, &header("x-bellwether-timestamp"), &body);
    assert_eq!(header("x-bellwether-signature"), expected);
    let notice: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((&notice["event"], &notice["table"]), (&json!("your-turn"), &json!(table)));
    assert_eq!(other.get("/api/me/webhook").await.ok(), json!({"url": hook.url}));
    // Who has the table open knows: the next word is of another table.
    let mut live = other.live().await;
    live.subscribe(&table, 0).await;
    live.hear_of("presence").await;
    pass_on(&table, [&one, &other], 1).await;
    pass_on(&table, [&one, &other], 2).await;
    let second = started(&one, &other).await;
    pass_on(&second, [&one, &other], 2).await;
    let (_, body) = hook.heard.recv().await.unwrap();
    assert!(body.contains(&second), "{body}");
    other.ask(Method::DELETE, "/api/me/webhook", &[], None).await.ok();
    assert_eq!(other.get("/api/me/webhook").await.ok(), json!(null));
    running.stop().await;
}

async fn a_webhook_that_fails_is_told_again(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let mut hook = hook(&[500, 302, 410]).await;
    set(&other, &hook.url).await;
    let table = started(&one, &other).await;
    pass_on(&table, [&one, &other], 2).await;
    for _ in 0..3 {
        let (_, body) = hook.heard.recv().await.unwrap();
        assert!(body.contains(&table));
    }
    // 410 says that nobody wants to hear of it any more.
    while other.get("/api/me/webhook").await.ok() != json!(null) {}
    running.stop().await;
}

async fn a_webhook_does_not_lead_inside(home: Home) {
    let running = home.serve_with(|config| config.webhooks.to_private_addresses = false).await;
    let one = running.player().await;
    let put = async |url: &str| {
        one.ask(Method::PUT, "/api/me/webhook", &[], Some(json!({"url": url}))).await
    };
    let inside = put("https://127.0.0.1/hook").await.error(422);
    assert_eq!(inside, "the address lies inside the server's own network");
    assert_eq!(put("http://example.org/").await.error(422), "the address starts with https://");
    put("nonsense").await.error(422);
    put("https://example.org/hook").await.ok();
    running.stop().await;
}

#[tokio::test]
async fn what_was_to_be_told_is_told_after_a_restart() {
    let home = Home::sqlite();
    let slow = |config: &mut server::config::Config| {
        config.webhooks.first_break = Duration::from_millis(50);
    };
    let running = home.serve_with(slow).await;
    let (one, other) = (running.player().await, running.player().await);
    let mut hook = hook(&[500]).await;
    set(&other, &hook.url).await;
    let table = started(&one, &other).await;
    pass_on(&table, [&one, &other], 2).await;
    hook.heard.recv().await.unwrap();
    running.stop().await;
    let running = home.serve_with(slow).await;
    assert!(hook.heard.recv().await.unwrap().1.contains(&table));
    running.stop().await;
}

/// A server that takes connections and never answers.
#[derive(Default)]
struct Tarpit {
    open: AtomicUsize,
    most_open: AtomicUsize,
    accepted: AtomicUsize,
}

impl Tarpit {
    async fn start() -> (Arc<Self>, String) {
        let tarpit = Arc::new(Self::default());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let this = tarpit.clone();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let this = this.clone();
                let open = this.open.fetch_add(1, Ordering::SeqCst) + 1;
                this.most_open.fetch_max(open, Ordering::SeqCst);
                this.accepted.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(async move {
                    let _ = tokio::io::copy(&mut stream, &mut tokio::io::sink()).await;
                    this.open.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        (tarpit, url)
    }
}

/// Begins a game that the player plays alone, and whose first turn is the player's.
async fn alone(player: &Player) -> String {
    let spec = json!({"game": "tipperary", "seats": [{"for": "person"}]});
    let table = player.open_as(spec).await;
    player.begin(&table).await;
    table
}

async fn a_slow_webhook_holds_up_its_own_person_only(home: Home) {
    const TABLES: usize = 60;
    let running = home.serve().await;
    let (slow, other) = (running.player().await, running.player().await);
    let (tarpit, url) = Tarpit::start().await;
    set(&slow, &url).await;
    for _ in 0..TABLES {
        alone(&slow).await;
    }
    while tarpit.accepted.load(Ordering::SeqCst) == 0 {
        tokio::task::yield_now().await;
    }
    let mut hook = hook(&[]).await;
    set(&other, &hook.url).await;
    let table = alone(&other).await;
    assert!(hook.heard.recv().await.unwrap().1.contains(&table));
    let most_open = tarpit.most_open.load(Ordering::SeqCst);
    // One that was given up may not be closed yet.
    assert!(most_open <= 4, "{most_open} at the same time");
    let accepted = tarpit.accepted.load(Ordering::SeqCst);
    assert!(accepted < TABLES / 3, "{accepted} were tried before");
    running.stop().await;
}
