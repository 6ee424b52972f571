//! Guests, names, passwords, sessions.

use reqwest::Method;
use serde_json::json;

use crate::player::Player;
use crate::support::{Home, on_both};

on_both!(
    a_guest_is_called_what_they_like,
    a_guest_stays_the_same_person,
    a_guest_claims_a_name_and_signs_in_elsewhere,
    wrong_passwords_are_refused_without_a_hint,
    signing_out_everywhere_closes_every_session,
    an_account_can_be_deleted,
);

async fn a_guest_stays_the_same_person(home: Home) {
    let running = home.serve().await;
    let nobody = Player::new(&running.address);
    nobody.get("/api/me").await.error(401);
    let hello = nobody.post("/api/me", ()).await;
    let cookie = hello.headers["set-cookie"].to_str().unwrap().to_owned();
    for word in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age="] {
        assert!(cookie.contains(word), "{cookie}");
    }
    let me = hello.ok();
    assert_eq!(me["guest"], true);
    assert_eq!(nobody.post("/api/me", ()).await.ok(), me);
    assert_eq!(nobody.get("/api/me").await.ok(), me);
    let forged = nobody.cookie().unwrap().replace('.', ".00");
    nobody.set_cookie(Some(forged));
    nobody.get("/api/me").await.error(401);
    running.stop().await;
}

async fn a_guest_claims_a_name_and_signs_in_elsewhere(home: Home) {
    let running = home.serve().await;
    let (aoife, other) = (running.player().await, running.player().await);
    let credentials = json!({"name": "Aoife", "password": "correct horse"});
    let short = json!({"name": "Aoife", "password": "short"});
    let refused = aoife.post("/api/me/claim", short).await.error(422);
    assert_eq!(refused, "a password has 8 to 200 letters");
    let claimed = aoife.post("/api/me/claim", &credentials).await.ok();
    assert_eq!((&claimed["name"], &claimed["guest"]), (&json!("Aoife"), &json!(false)));
    let taken = json!({"name": "aoife", "password": "another password"});
    assert_eq!(
        other.post("/api/me/claim", taken).await.error(422),
        "somebody else is called aoife"
    );
    let elsewhere = Player::new(&running.address);
    elsewhere.post("/api/sign-in", &credentials).await.ok();
    assert_eq!(elsewhere.id().await, aoife.id().await);
    elsewhere.post("/api/sign-out", ()).await.ok();
    elsewhere.get("/api/me").await.error(401);
    assert_eq!(aoife.get("/api/me").await.ok(), claimed);
    running.stop().await;
}

async fn wrong_passwords_are_refused_without_a_hint(home: Home) {
    let running = home.serve().await;
    let aoife = running.player().await;
    let claim = json!({"name": "Aoife", "password": "correct horse"});
    aoife.post("/api/me/claim", claim).await.ok();
    let sign_in = async |name: &str, password: &str| {
        let stranger = Player::new(&running.address);
        let credentials = json!({"name": name, "password": password});
        stranger.post("/api/sign-in", credentials).await.error(422)
    };
    let wrong = sign_in("Aoife", "incorrect horse").await;
    assert_eq!(wrong, sign_in("Nobody", "correct horse").await);
    assert_eq!(wrong, sign_in("<script>", "").await);
    running.stop().await;
}

async fn signing_out_everywhere_closes_every_session(home: Home) {
    let running = home.serve().await;
    let here = running.player().await;
    let credentials = json!({"name": "Aoife", "password": "correct horse"});
    here.post("/api/me/claim", &credentials).await.ok();
    let there = Player::new(&running.address);
    there.post("/api/sign-in", &credentials).await.ok();
    let mut live = there.live().await;
    let (old, table) = (here.cookie(), here.open(2).await);
    here.post("/api/sign-out-everywhere", ()).await.ok();
    assert_eq!(here.cookie(), None);
    here.set_cookie(old);
    here.get("/api/me").await.error(401);
    there.get("/api/me").await.error(401);
    live.say(json!({"type": "command", "table": table, "id": "1", "command": {"do": "start"}}))
        .await;
    let answer = live.hear().await;
    assert_eq!(answer["error"], "sign in to play: you can only watch");
    running.stop().await;
}

async fn an_account_can_be_deleted(home: Home) {
    let running = home.serve().await;
    let aoife = running.player().await;
    let credentials = json!({"name": "Aoife", "password": "correct horse"});
    aoife.post("/api/me/claim", &credentials).await.ok();
    let (cookie, table) = (aoife.cookie(), aoife.open(2).await);
    aoife.join(&table).await;
    let delete = async |body| aoife.ask(Method::DELETE, "/api/me", &[], Some(body)).await;
    delete(json!({})).await.error(422);
    delete(json!({"password": "correct horse"})).await.ok();
    aoife.set_cookie(cookie);
    aoife.get("/api/me").await.error(401);
    aoife.post("/api/sign-in", &credentials).await.error(422);
    let view = aoife.view(&table).await;
    let names: Vec<_> = view["names"].as_object().unwrap().values().collect();
    assert_eq!(names, ["Somebody"]);
    running.stop().await;
}

async fn a_guest_is_called_what_they_like(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let called = |name: &str| Some(json!({"name": name}));
    for player in [&one, &other] {
        let renamed = player.ask(Method::PUT, "/api/me/name", &[], called("Aoife")).await.ok();
        assert_eq!(renamed["name"], "Aoife (guest)", "two guests may have one name");
        assert_eq!(player.get("/api/me").await.ok(), renamed);
        assert_eq!(renamed["guest"], true);
    }
    let bad = one.ask(Method::PUT, "/api/me/name", &[], called("<b>")).await.error(422);
    assert_eq!(bad, "a name is made of letters, digits, spaces and - _ ' .");
    let table = one.open(2).await;
    one.join(&table).await;
    assert_eq!(one.view(&table).await["names"][one.id().await], "Aoife (guest)");
    one.post("/api/me/claim", json!({"name": "Aoife", "password": "correct horse"})).await.ok();
    let refused = one.ask(Method::PUT, "/api/me/name", &[], called("Brigid")).await.error(422);
    assert_eq!(refused, "you have a name of your own already");
    assert_eq!(one.view(&table).await["names"][one.id().await], "Aoife");
    running.stop().await;
}
