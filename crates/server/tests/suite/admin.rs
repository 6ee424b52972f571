//! What whoever runs the server sees and does.

use reqwest::Method;
use serde_json::json;

use crate::player::Player;
use crate::support::{Home, Running, on_both};

on_both!(
    without_a_secret_there_is_no_such_thing,
    the_operator_sees_the_server_at_a_glance,
    an_account_is_closed_and_opened_again,
);

const SECRET: &str = "abababababababababababababababababababababababababababababababab";

async fn serve(home: &Home) -> (Running, Player) {
    let running = home.serve_with(|config| config.admin = SECRET.parse().ok()).await;
    let operator = Player::new(&running.address).with_token(SECRET);
    (running, operator)
}

async fn without_a_secret_there_is_no_such_thing(home: Home) {
    let running = home.serve().await;
    Player::new(&running.address).with_token(SECRET).get("/api/admin").await.error(404);
    running.stop().await;
    let (running, _) = serve(&home).await;
    let stranger = running.player().await;
    let wrong = "cd".repeat(32);
    for other in [stranger.with_token(&wrong), stranger.with_token("nonsense"), stranger] {
        other.get("/api/admin").await.error(401);
        other.get("/api/admin/people").await.error(401);
        other.post("/api/admin/people/0000000000000000/ban", ()).await.error(401);
    }
    running.stop().await;
}

async fn the_operator_sees_the_server_at_a_glance(home: Home) {
    let (running, operator) = serve(&home).await;
    let (one, _other) = (running.player().await, running.player().await);
    one.claim("Aoife").await;
    one.program("Woolbot").await;
    let table = one.open(2).await;
    let _live = one.live().await;
    let overview = operator.get("/api/admin").await.ok();
    let seen = ["people", "guests", "programs", "banned", "gathering", "playing", "sockets"];
    let seen = seen.map(|field| overview[field].as_i64().unwrap());
    assert_eq!(seen, [1, 1, 1, 0, 1, 0, 1], "{overview}");
    let found = operator.get("/api/admin/people?name=AOI").await.ok();
    assert_eq!((&found[0]["name"], found.as_array().unwrap().len()), (&json!("Aoife"), 1));
    assert_eq!(operator.get("/api/admin/people").await.ok().as_array().unwrap().len(), 3);
    assert_eq!(one.get("/api/tables").await.ok().as_array().unwrap().len(), 1);
    operator.post(&format!("/api/admin/tables/{table}/hide"), ()).await.ok();
    assert_eq!(one.get("/api/tables").await.ok(), json!([]));
    one.view(&table).await;
    running.stop().await;
}

async fn an_account_is_closed_and_opened_again(home: Home) {
    let (running, operator) = serve(&home).await;
    let one = running.player().await;
    let credentials = json!({"name": "Aoife", "password": "correct horse"});
    one.post("/api/me/claim", &credentials).await.ok();
    let program = one.program("Woolbot").await;
    let ban = format!("/api/admin/people/{}/ban", one.id().await);
    operator.post(&ban, ()).await.ok();
    one.get("/api/me").await.error(401);
    program.get("/api/me").await.error(401);
    let refused = one.post("/api/sign-in", &credentials).await.error(422);
    assert_eq!(refused, "this account was closed by whoever runs the server");
    let wrong = json!({"name": "Aoife", "password": "wrong horse"});
    let hint = one.post("/api/sign-in", wrong).await.error(422);
    assert_eq!(hint, "there is nobody of that name with that password");
    operator.ask(Method::DELETE, &ban, &[], None).await.ok();
    one.post("/api/sign-in", &credentials).await.ok();
    one.get("/api/me").await.ok();
    operator.ask(Method::DELETE, &ban, &[], None).await.error(404);
    operator.post("/api/admin/people/0000000000000000/ban", ()).await.error(404);
    running.stop().await;
}
