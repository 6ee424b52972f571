//! NUL is in no text: PostgreSQL could not keep it.

use reqwest::Method;
use serde_json::{Value, json};

use crate::nonsense::Endpoint;
use crate::player::started;
use crate::support::{Home, on_both};

on_both!(nul_is_refused_with_a_sentence_wherever_it_stands);

const SECRET: &str = "abababababababababababababababababababababababababababababababab";

async fn nul_is_refused_with_a_sentence_wherever_it_stands(home: Home) {
    let running = home.serve_with(|config| config.admin = SECRET.parse().ok()).await;
    let (one, other) = (running.player().await, running.player().await);
    let operator = one.with_token(SECRET);
    let table = started(&one, &other).await;
    let me = one.id().await;
    for path in [
        "/api/today?game=%00".to_owned(),
        format!("/api/people/{me}/history?game=%00&players=2"),
        format!("/api/people/{me}/history?game=tipperary%00&players=2"),
        "/api/admin/people?name=%00".to_owned(),
        "/api/tables/%00".to_owned(),
        "/%00".to_owned(),
    ] {
        let error = operator.get(&path).await.error(400);
        assert!(error.contains("NUL"), "{path}: {error}");
    }
    let json = [("content-type", "application/json")];
    for endpoint in Endpoint::all() {
        let path = endpoint.path(&table);
        let who = if endpoint.is_for_operator() { &operator } else { &one };
        let address = format!("{path}?x=%00");
        let error = who.ask(endpoint.method.clone(), &address, &[], None).await.error(400);
        assert!(error.contains("NUL"), "{address}: {error}");
        for right in &endpoint.bodies {
            let mut body = right.clone();
            *first_text(&mut body).expect("it has a text") = json!("a\u{0}b");
            let body = body.to_string();
            let answer = who.ask_text(endpoint.method.clone(), &path, &json, body.clone()).await;
            let error = answer.error(400);
            assert!(error.contains("NUL"), "{path} {body}: {error}");
        }
    }
    // Nothing that is said on the socket gets to the database with it.
    let mut live = one.live().await;
    for message in [
        json!({"type": "say", "table": table, "id": "a", "text": "a\u{0}b"}),
        json!({"type": "command", "table": table, "id": "b",
            "command": {"do": "act", "seat": 1, "action": "take\u{0}"}}),
    ] {
        live.say(message).await;
        let refused = live.hear_of("refused").await;
        assert_ne!(refused["again"], true, "{refused}");
    }
    let text = json!({"id": "c", "text": "\\u0000 is how it is written"});
    one.ask(Method::POST, &format!("/api/tables/{table}/chat"), &[], Some(text)).await.ok();
    running.stop().await;
}

/// Some text in a body.
fn first_text(body: &mut Value) -> Option<&mut Value> {
    match body {
        Value::String(_) => Some(body),
        Value::Array(items) => items.iter_mut().find_map(first_text),
        Value::Object(fields) => fields.values_mut().find_map(first_text),
        _ => None,
    }
}
