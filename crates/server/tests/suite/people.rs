//! Guests, names, passwords, sessions.

use std::num::NonZeroU32;

use reqwest::Method;
use serde_json::{Value, json};
use server::store::Write;
use tokio::task::JoinSet;

use crate::player::{Answer, Player, credentials, foxy, started, started_as};
use crate::support::{Home, on_both};

on_both!(
    a_guest_is_called_what_they_like,
    a_guest_stays_the_same_person,
    a_guest_claims_a_name_and_signs_in_elsewhere,
    wrong_passwords_are_refused_without_a_hint,
    signing_out_everywhere_closes_every_session,
    an_account_can_be_deleted,
    whoever_is_gone_for_good_keeps_nobody_waiting,
    a_guest_or_program_that_signs_out_leaves_every_table,
    programs_that_were_gone_before_leave_with_their_owner,
    an_account_that_is_deleted_while_it_joins_sits_nowhere,
    what_a_crash_has_left_undone_is_done_at_the_start,
    strangers_do_not_lock_the_owner_out,
    another_spelling_of_a_name_has_no_tries_of_its_own,
    a_password_is_hashed_for_a_name_that_nobody_has,
    a_name_begins_with_a_session_of_its_own,
    names_that_look_alike_are_one_name,
    a_name_of_before_still_signs_in,
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

async fn sign_in_from(player: &Player, address: &str, name: &str, password: &str) -> Answer {
    let body = json!({"name": name, "password": password});
    player.ask(Method::POST, "/api/sign-in", &[("x-forwarded-for", address)], Some(body)).await
}

async fn strangers_do_not_lock_the_owner_out(home: Home) {
    let three = NonZeroU32::new(3).unwrap();
    let running = home
        .serve_with(|config| {
            config.behind_proxy = true;
            config.limits.passwords_per_minute = three;
        })
        .await;
    let aoife = running.player().await;
    aoife.claim("Aoife").await;
    let stranger = Player::new(&running.address);
    for _ in 0..3 {
        sign_in_from(&stranger, "10.0.0.2", "Aoife", "a wrong one").await.error(422);
    }
    sign_in_from(&stranger, "10.0.0.2", "Aoife", "a wrong one").await.error(429);
    sign_in_from(&stranger, "10.0.0.2", "Brigid", "a wrong one").await.error(429);
    let elsewhere = Player::new(&running.address);
    for _ in 0..5 {
        // Right passwords are not counted.
        sign_in_from(&elsewhere, "10.0.0.3", "Aoife", "correct horse").await.ok();
    }
    // A browser that has been in this account before has tries of its own.
    sign_in_from(&elsewhere, "10.0.0.2", "Aoife", "correct horse").await.ok();
    for _ in 0..3 {
        sign_in_from(&elsewhere, "10.0.0.4", "Aoife", "a wrong one").await.error(422);
    }
    sign_in_from(&elsewhere, "10.0.0.4", "Aoife", "correct horse").await.error(429);
    // Deleting the account asks for the password as often, whatever strangers have tried.
    let wrong = async || {
        let farewell = json!({"password": "a wrong one"});
        aoife
            .ask(Method::DELETE, "/api/me", &[("x-forwarded-for", "10.0.0.2")], Some(farewell))
            .await
    };
    for _ in 0..3 {
        wrong().await.error(422);
    }
    wrong().await.error(429);
    running.stop().await;
}

async fn another_spelling_of_a_name_has_no_tries_of_its_own(home: Home) {
    let running = home
        .serve_with(|config| {
            config.behind_proxy = true;
            config.limits.passwords_for_a_name_per_minute = NonZeroU32::new(4).unwrap();
        })
        .await;
    let aoife = running.player().await;
    aoife.claim("Aoife").await;
    let spellings = ["Aoife", " Aoife", "AOIFE  ", "\u{ff21}oife"];
    for (place, name) in spellings.into_iter().enumerate() {
        let stranger = Player::new(&running.address);
        let address = format!("10.0.0.{place}");
        sign_in_from(&stranger, &address, name, "a wrong one").await.error(422);
    }
    let elsewhere = Player::new(&running.address);
    sign_in_from(&elsewhere, "10.0.1.1", "\taoife", "a wrong one").await.error(429);
    sign_in_from(&elsewhere, "10.0.1.1", "Brigid", "a wrong one").await.error(422);
    // A browser that has been in this account before is not held back by that.
    sign_in_from(&aoife, "10.0.1.2", "Aoife", "correct horse").await.ok();
    running.stop().await;
}

async fn a_password_is_hashed_for_a_name_that_nobody_has(home: Home) {
    let running = home.serve().await;
    let aoife = running.player().await;
    aoife.claim("Aoife").await;
    let hashes = async || {
        let metrics = aoife.get("/metrics").await.text;
        let line =
            metrics.lines().find_map(|line| line.strip_prefix("bellwether_password_hashes_total "));
        line.expect("hashes are counted").parse::<u64>().unwrap()
    };
    assert_eq!(hashes().await, 1, "the password of the claim");
    for (done, name) in (2..).zip(["Aoife", "Nobody", "<script>", "", "Woolbot (bot)"]) {
        let stranger = Player::new(&running.address);
        stranger.post("/api/sign-in", json!({"name": name, "password": "wrong"})).await.error(422);
        assert_eq!(hashes().await, done, "{name:?} takes as long as the others");
    }
    running.stop().await;
}

async fn a_guest_or_program_that_signs_out_leaves_every_table(home: Home) {
    let running = home.serve().await;
    let (one, guest, aoife) =
        (running.player().await, running.player().await, running.player().await);
    aoife.claim("Aoife").await;
    let program = aoife.program("Woolbot").await;
    let gathering = one.open(3).await;
    guest.join(&gathering).await;
    program.join(&gathering).await;
    let with_guest = started(&one, &guest).await;
    let with_program = started(&one, &program).await;
    let with_aoife = started(&one, &aoife).await;
    let stage = async |table: &str| one.view(table).await["stage"].clone();
    guest.post("/api/sign-out", ()).await.ok();
    assert_eq!(stage(&with_guest).await, "ended");
    program.post("/api/sign-out-everywhere", ()).await.ok();
    assert_eq!(stage(&with_program).await, "ended");
    assert_eq!(one.view(&gathering).await["seated"], json!([null, null, null]));
    aoife.post("/api/sign-out-everywhere", ()).await.ok();
    assert_eq!(stage(&with_aoife).await, "playing", "she comes back with her password");
    // A guest who signs in to an account is not that guest any more.
    let guest = running.player().await;
    let with_guest = started(&one, &guest).await;
    guest.post("/api/sign-in", credentials("Aoife")).await.ok();
    assert_eq!(stage(&with_guest).await, "ended");
    running.stop().await;
}

async fn programs_that_were_gone_before_leave_with_their_owner(home: Home) {
    let running = home.serve().await;
    let (one, aoife) = (running.player().await, running.player().await);
    aoife.claim("Aoife").await;
    let program = aoife.program("Woolbot").await;
    let table = started(&one, &program).await;
    let id = program.id().await;
    running.stop().await;
    // As versions before have left it.
    let sql = "DELETE FROM sessions WHERE person = $1";
    sqlx::query(sql).bind(id).execute(&mut home.connect().await).await.unwrap();
    let running = home.serve().await;
    let (one, aoife) = (one.at(&running.address), aoife.at(&running.address));
    aoife.delete_account().await;
    assert_eq!(one.view(&table).await["stage"], "ended");
    running.stop().await;
}

async fn an_account_that_is_deleted_while_it_joins_sits_nowhere(home: Home) {
    let running = home.serve().await;
    let one = running.player().await;
    let mut tables = Vec::new();
    for _ in 0..60 {
        tables.push(one.open(4).await);
    }
    let mut racing = JoinSet::new();
    for table in &tables {
        for _ in 0..4 {
            let (player, path) = (running.player().await, format!("/api/tables/{table}/commands"));
            let contribution = "5a".repeat(32);
            let join = json!({"command": {"do": "join", "contribution": contribution}});
            racing.spawn(async move {
                let (joined, deleted) = tokio::join!(
                    player.post(&path, join),
                    player.ask(Method::DELETE, "/api/me", &[], Some(json!({})))
                );
                let told = joined.text;
                assert!([200, 401, 422].contains(&joined.status.as_u16()), "{told}");
                deleted.ok();
            });
        }
    }
    racing.join_all().await;
    let mut seated = 0;
    for table in &tables {
        let view = one.view(table).await;
        seated += view["seated"].as_array().unwrap().iter().filter(|seat| !seat.is_null()).count();
    }
    assert_eq!(seated, 0, "of 240 seats some are held by people who are gone");
    running.stop().await;
}

async fn what_a_crash_has_left_undone_is_done_at_the_start(home: Home) {
    let running = home.serve().await;
    let (one, other, third) =
        (running.player().await, running.player().await, running.player().await);
    let (playing, gathering) = (started(&one, &other).await, one.open(2).await);
    third.join(&gathering).await;
    let (deleted, banned) = (other.id().await.parse().unwrap(), third.id().await.parse().unwrap());
    running.stop().await;
    // They are gone, and the server fell over before they had left their tables.
    let store = home.store().await;
    store.write(Write::DeletePerson { person: deleted, now: 9 }).await.unwrap();
    store.write(Write::Ban { person: banned, now: 9 }).await.unwrap();
    store.close().await;
    let running = home.serve().await;
    let one = one.at(&running.address);
    while one.view(&playing).await["stage"] != "ended" {}
    while one.view(&gathering).await["seated"] != json!([null, null]) {}
    running.stop().await;
}

async fn a_name_begins_with_a_session_of_its_own(home: Home) {
    let running = home.serve().await;
    let aoife = running.player().await;
    let before = aoife.cookie();
    aoife.claim("Aoife").await;
    assert_ne!(aoife.cookie(), before, "a session that somebody else may know is not hers");
    let planted = Player::new(&running.address);
    planted.set_cookie(before);
    planted.get("/api/me").await.error(401);
    assert_eq!(aoife.get("/api/me").await.ok()["name"], "Aoife");
    let here = running.player().await;
    let before = here.cookie();
    here.post("/api/sign-in", credentials("Aoife")).await.ok();
    planted.set_cookie(before);
    planted.get("/api/me").await.error(401);
    // Signing in again ends the session that it takes the place of, and no other.
    let first = here.cookie();
    here.post("/api/sign-in", credentials("Aoife")).await.ok();
    planted.set_cookie(first);
    planted.get("/api/me").await.error(401);
    aoife.get("/api/me").await.ok();
    running.stop().await;
}

async fn names_that_look_alike_are_one_name(home: Home) {
    let running = home.serve().await;
    let (aoife, other) = (running.player().await, running.player().await);
    aoife.claim("Aoife").await;
    let claim = async |name: &str| {
        let credentials = json!({"name": name, "password": "correct horse"});
        other.post("/api/me/claim", credentials).await
    };
    for name in [
        "\u{ff21}oife",
        "A\u{43e}ife",
        "Aoife.",
        "A_oife",
        "Ao\u{456}fe",
        "\u{410}\u{43e}\u{456}fe",
    ] {
        let refused = claim(name).await.error(422);
        assert!(!refused.is_empty(), "{name}");
    }
    for name in
        ["Admin", "4dmin istrator".replace('4', "A").as_str(), "level3", "Level 3", "Bellwether"]
    {
        assert!(claim(name).await.error(422).contains("is kept"), "{name}");
    }
    other.put("/api/me/name", json!({"name": "Moderator"})).await.error(422);
    other.put("/api/me/name", json!({"name": "Ao\u{3164}ife"})).await.error(422);
    let program = aoife.post("/api/me/programs", json!({"name": "System"})).await;
    program.error(422);
    let refused = claim("A0ife").await.error(422);
    assert_eq!(refused, "A0ife looks too much like somebody else's name: choose another");
    claim("M\u{e1}ire N\u{ed} Bhriain").await.ok();
    running.stop().await;
}

async fn a_name_of_before_still_signs_in(home: Home) {
    let running = home.serve().await;
    let (aoife, brigid) = (running.player().await, running.player().await);
    aoife.claim("Aoife").await;
    brigid.claim("Brigid").await;
    let id = brigid.id().await;
    running.stop().await;
    // A version before has let this pass.
    let sql = "UPDATE people SET name = $2, name_key = $2, name_shape = NULL WHERE id = $1";
    let query = sqlx::query(sql).bind(&id).bind("aoife.");
    query.execute(&mut home.connect().await).await.unwrap();
    let running = home.serve().await;
    let elsewhere = Player::new(&running.address);
    let signed_in: Value = elsewhere.post("/api/sign-in", credentials("Aoife.")).await.ok();
    assert_eq!(signed_in["id"], id.as_str());
    elsewhere.post("/api/sign-in", credentials("Aoife")).await.ok();
    assert_ne!(elsewhere.id().await, id);
    elsewhere.post("/api/sign-in", credentials("AOIFE.")).await.ok();
    elsewhere.delete_account().await;
    running.stop().await;
}
