//! What the server does not let through.

use std::num::NonZeroU32;

use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::player::Player;
use crate::support::Home;

#[tokio::test]
async fn other_peoples_pages_change_nothing_and_hear_nothing() {
    let home = Home::sqlite();
    let running = home.serve().await;
    let one = running.player().await;
    let evil = [("origin", "http://evil.example")];
    let refused = one.ask(Method::POST, "/api/sign-out", &evil, Some(json!(null))).await;
    assert_eq!(refused.error(403), "this comes from a page of somebody else");
    let site = [("sec-fetch-site", "cross-site")];
    one.ask(Method::POST, "/api/sign-out", &site, None).await.error(403);
    assert!(one.connect(&evil).await.is_err_and(|error| error.contains("403")));
    let own = format!("http://{}", running.address);
    assert!(one.connect(&[("origin", &own)]).await.is_ok());
    one.ask(Method::POST, "/api/me", &[("origin", &own)], Some(json!(null))).await.ok();
    running.stop().await;
}

#[tokio::test]
async fn a_configured_origin_is_the_only_one() {
    let home = Home::sqlite();
    let origin = "https://play.example";
    let running = home.serve_with(|config| config.origin = origin.parse().ok()).await;
    let one = Player::new(&running.address);
    let local = format!("http://{}", running.address);
    let hello = async |from: &str| {
        one.ask(Method::POST, "/api/me", &[("origin", from)], Some(json!(null))).await
    };
    hello(&local).await.error(403);
    let answer = hello(origin).await;
    assert!(answer.headers["set-cookie"].to_str().unwrap().contains("Secure"));
    running.stop().await;
}

#[tokio::test]
async fn cookies_of_a_secure_server_belong_to_its_host_alone() {
    let home = Home::sqlite();
    let before = home.serve().await;
    let one = before.player().await;
    let (id, earlier) = (one.id().await, one.cookie().unwrap());
    assert!(earlier.starts_with("bellwether="), "{earlier}");
    before.stop().await;
    let origin = "https://play.example";
    let running = home.serve_with(|config| config.origin = origin.parse().ok()).await;
    let one = one.at(&running.address);
    let answer = one.ask(Method::POST, "/api/me", &[("origin", origin)], Some(json!(null))).await;
    let cookies = answer.headers.get_all("set-cookie").iter();
    let cookies: Vec<String> = cookies.map(|cookie| cookie.to_str().unwrap().to_owned()).collect();
    let renewed = cookies.iter().find(|cookie| cookie.starts_with("__Host-bellwether="));
    let renewed = renewed.unwrap_or_else(|| panic!("{cookies:?}"));
    assert!(renewed.contains("Secure") && renewed.contains("Path=/"), "{renewed}");
    assert!(!renewed.contains("Domain"), "{renewed}");
    assert!(cookies.iter().any(|cookie| cookie.starts_with("bellwether=;")), "{cookies:?}");
    assert_eq!(answer.ok()["id"], id.as_str(), "an earlier cookie is understood");
    // The one that only the host itself can have set comes first.
    let stranger = Player::new(&running.address);
    stranger.ask(Method::POST, "/api/me", &[("origin", origin)], Some(json!(null))).await.ok();
    let own = stranger.cookie().unwrap();
    assert!(own.starts_with("__Host-bellwether="), "{own}");
    one.set_cookie(Some(format!("{earlier}; {own}")));
    assert_eq!(one.id().await, stranger.id().await);
    running.stop().await;
}

#[tokio::test]
async fn too_many_requests_are_held_back() {
    let home = Home::sqlite();
    let few = NonZeroU32::new(2).unwrap();
    let running = home.serve_with(|config| config.limits.guests_per_minute = few).await;
    let hello = async || Player::new(&running.address).post("/api/me", ()).await;
    hello().await.ok();
    hello().await.ok();
    let answer = hello().await;
    assert_eq!(answer.headers["retry-after"], "2");
    answer.error(429);
    running.stop().await;
}

#[tokio::test]
async fn a_server_that_stops_is_not_ready_and_finishes_what_it_has_begun() {
    let home = Home::sqlite();
    let running = home.serve().await;
    let one = running.player().await;
    let (body, address) = (r#"{"name": "Aoife"}"#, running.address.clone());
    let head = format!(
        "PUT /api/me/name HTTP/1.1\r\nhost: x\r\ncookie: {}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\nexpect: 100-continue\r\n\r\n",
        one.cookie().unwrap(),
        body.len()
    );
    // Somebody is in the middle of a sentence, and the server listens to it.
    let mut slow = TcpStream::connect(&address).await.unwrap();
    slow.write_all(head.as_bytes()).await.unwrap();
    let mut go_on = [0; 25];
    slow.read_exact(&mut go_on).await.unwrap();
    assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");
    let mut live = one.live().await;
    let stopped = tokio::spawn(running.stop());
    let Some(Message::Close(Some(farewell))) = live.next().await else { panic!("a farewell") };
    assert_eq!(u16::from(farewell.code), 1012);
    let ready = Player::new(&address).get("/readyz").await;
    assert_eq!((ready.status.as_u16(), ready.text.as_str()), (503, "stopping"));
    assert_eq!(Player::new(&address).get("/healthz").await.text, "ok");
    assert!(one.connect(&[]).await.is_err_and(|error| error.contains("503")), "come back later");
    slow.write_all(body.as_bytes()).await.unwrap();
    let mut answer = String::new();
    slow.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("Aoife (guest)"), "{answer}");
    stopped.await.unwrap();
    assert!(TcpStream::connect(&address).await.is_err());
}

#[tokio::test]
async fn browsers_are_told_to_be_careful() {
    let home = Home::sqlite();
    let running = home.serve().await;
    let answer = running.player().await.get("/api/games").await;
    let policy = answer.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval';"));
    assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"));
    assert_eq!(answer.headers["x-content-type-options"], "nosniff");
    assert_eq!(answer.headers["cache-control"], "no-store");
    assert_eq!(answer.headers["x-request-id"].len(), 16);
    running.stop().await;
}

#[tokio::test]
async fn whoever_runs_it_can_see_how_it_is() {
    let home = Home::sqlite();
    let running = home.serve().await;
    let one = running.player().await;
    one.open(2).await;
    assert_eq!(one.get("/healthz").await.text, "ok");
    assert_eq!(one.get("/readyz").await.text, "ready");
    let metrics = one.get("/metrics").await.text;
    assert!(metrics.contains("bellwether_tables_opened_total 1"), "{metrics}");
    assert!(metrics.contains(r#"route="/api/tables",status="201""#), "{metrics}");
    running.stop().await;
}
