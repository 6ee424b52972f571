//! Guests, names, passwords, sessions.

use reqwest::Method;
use serde_json::json;

use crate::player::{Player, credentials, foxy, started, started_as};
use crate::support::{Home, on_both};

on_both!(
    a_guest_is_called_what_they_like,
    a_guest_stays_the_same_person,
    a_guest_claims_a_name_and_signs_in_elsewhere,
    wrong_passwords_are_refused_without_a_hint,
    signing_out_everywhere_closes_every_session,
    an_account_can_be_deleted,
    whoever_is_gone_for_good_keeps_nobody_waiting,
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
    let credentials = credentials("Aoife");
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
    aoife.claim("Aoife").await;
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
    let credentials = credentials("Aoife");
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
    let (aoife, other) = (running.player().await, running.player().await);
    aoife.claim("Aoife").await;
    let (cookie, table) = (aoife.cookie(), started(&aoife, &other).await);
    aoife.ask(Method::DELETE, "/api/me", &[], Some(json!({}))).await.error(422);
    aoife.delete_account().await;
    aoife.set_cookie(cookie);
    aoife.get("/api/me").await.error(401);
    aoife.post("/api/sign-in", credentials("Aoife")).await.error(422);
    let view = other.view(&table).await;
    let names: Vec<_> = view["names"].as_object().unwrap().values().collect();
    assert!(names.len() == 2 && names.contains(&&json!("Somebody")), "{names:?}");
    running.stop().await;
}

async fn whoever_is_gone_for_good_keeps_nobody_waiting(home: Home) {
    let secret = "ab".repeat(32);
    let running = home.serve_with(|config| config.admin = secret.parse().ok()).await;
    let (one, other) = (running.player().await, running.player().await);
    let (aoife, brigid) = (running.player().await, running.player().await);
    aoife.claim("Aoife").await;
    let (revoked, program) = (aoife.program("Woolbot").await, aoife.program("Fleece").await);
    let gathering = one.open(3).await;
    aoife.join(&gathering).await;
    let for_three = started_as(foxy(3), &[&one, &aoife, &other]).await;
    let mut for_two = Vec::new();
    for leaving in [&revoked, &program, &aoife, &brigid] {
        for_two.push(started(&one, leaving).await);
    }
    let stage = async |table: &str| one.view(table).await["stage"].clone();
    let path = format!("/api/me/programs/{}", revoked.id().await);
    aoife.ask(Method::DELETE, &path, &[], None).await.ok();
    assert_eq!(
        (stage(&for_two[0]).await, stage(&for_two[1]).await),
        (json!("ended"), json!("playing"))
    );
    aoife.delete_account().await;
    assert_eq!(
        (stage(&for_two[1]).await, stage(&for_two[2]).await),
        (json!("ended"), json!("ended"))
    );
    let ban = format!("/api/admin/people/{}/ban", brigid.id().await);
    Player::new(&running.address).with_token(&secret).post(&ban, ()).await.ok();
    assert_eq!(stage(&for_two[3]).await, "ended");
    assert_eq!(one.view(&for_three).await["bots"], json!([null, 3, null]), "a bot plays on");
    assert_eq!(one.view(&gathering).await["seated"], json!([null, null, null]));
    running.stop().await;
}

async fn a_guest_is_called_what_they_like(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let called = |name: &str| json!({"name": name});
    for player in [&one, &other] {
        let renamed = player.put("/api/me/name", called("Aoife")).await.ok();
        assert_eq!(renamed["name"], "Aoife (guest)", "two guests may have one name");
        assert_eq!(player.get("/api/me").await.ok(), renamed);
        assert_eq!(renamed["guest"], true);
    }
    let bad = one.put("/api/me/name", called("<b>")).await.error(422);
    assert_eq!(bad, "a name is made of letters, digits, spaces and - _ ' .");
    let table = one.open(2).await;
    one.join(&table).await;
    assert_eq!(one.view(&table).await["names"][one.id().await], "Aoife (guest)");
    one.claim("Aoife").await;
    let refused = one.put("/api/me/name", called("Brigid")).await.error(422);
    assert_eq!(refused, "you have a name of your own already");
    assert_eq!(one.view(&table).await["names"][one.id().await], "Aoife");
    running.stop().await;
}
