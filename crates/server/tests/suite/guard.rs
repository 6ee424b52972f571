//! What the server does not let through.

use std::num::NonZeroU32;

use reqwest::Method;
use serde_json::json;

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
