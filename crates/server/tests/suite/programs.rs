//! Programs that play with a token.

use reqwest::Method;
use serde_json::{Value, json};

use crate::player::{Player, started};
use crate::support::{Home, on_both};

on_both!(
    a_program_plays_with_its_token,
    a_token_that_was_revoked_is_worthless,
    programs_are_no_people,
);

/// Somebody with a name.
async fn named(player: Player, name: &str) -> Player {
    player.claim(name).await;
    player
}

async fn add(owner: &Player, name: &str) -> Value {
    owner.post("/api/me/programs", json!({"name": name})).await.ok()
}

async fn a_program_plays_with_its_token(home: Home) {
    let running = home.serve().await;
    let (aoife, other) = (named(running.player().await, "Aoife").await, running.player().await);
    let refused = other.post("/api/me/programs", json!({"name": "Wool"})).await.error(422);
    assert_eq!(refused, "claim a name before your programs get some");
    let bot = aoife.program("Woolbot").await;
    let me = bot.get("/api/me").await.ok();
    assert_eq!((&me["name"], &me["bot"]), (&json!("Woolbot (bot)"), &json!(true)));
    let table = started(&bot, &other).await;
    // The same socket, the same messages.
    let mut live = bot.connect(&[]).await.unwrap();
    assert_eq!(live.hear().await["you"], me);
    let resign = json!({"do": "resign", "seat": 1});
    live.say(json!({"type": "command", "table": table, "id": "a", "command": resign})).await;
    assert_eq!(live.hear_of("done").await["id"], "a");
    let path = format!("/api/people/{}", other.id().await);
    let profile = loop {
        let profile = other.get(&path).await.ok();
        if profile["games"] == 1 {
            break profile;
        }
    };
    assert_eq!(profile["ratings"][0]["pool"], "programs", "rated apart");
    running.stop().await;
}

async fn a_token_that_was_revoked_is_worthless(home: Home) {
    let running = home.serve().await;
    let aoife = named(running.player().await, "Aoife").await;
    let brigid = named(running.player().await, "Brigid").await;
    let added = add(&aoife, "Woolbot").await;
    let bot = aoife.with_token(added["token"].as_str().unwrap());
    let mut live = bot.live().await;
    let path = format!("/api/me/programs/{}", added["program"]["id"].as_str().unwrap());
    brigid.ask(Method::DELETE, &path, &[], None).await.error(404);
    let listed = aoife.get("/api/me/programs").await.ok();
    assert_eq!(listed, json!([added["program"]]));
    assert_eq!(brigid.get("/api/me/programs").await.ok(), json!([]));
    aoife.ask(Method::DELETE, &path, &[], None).await.ok();
    assert_eq!(aoife.get("/api/me/programs").await.ok(), json!([]));
    bot.get("/api/me").await.error(401);
    let table = aoife.open(2).await;
    let join = json!({"do": "join", "contribution": "00".repeat(32)});
    live.say(json!({"type": "command", "table": table, "id": "a", "command": join})).await;
    assert_eq!(live.hear_of("refused").await["id"], "a", "also on an open socket");
    // Whoever leaves for good takes the programs along.
    let second = brigid.program("Fleece").await;
    second.get("/api/me").await.ok();
    brigid.delete_account().await;
    second.get("/api/me").await.error(401);
    running.stop().await;
}

async fn programs_are_no_people(home: Home) {
    let running = home.serve().await;
    let aoife = named(running.player().await, "Aoife").await;
    let bot = aoife.program("Woolbot").await;
    let for_people = "this is for people, not for their programs";
    assert_eq!(bot.post("/api/today", json!({})).await.error(403), for_people);
    assert_eq!(bot.post("/api/me/programs", json!({"name": "Lamb"})).await.error(403), for_people);
    let claim = json!({"name": "Ewe", "password": "correct horse"});
    assert_eq!(bot.post("/api/me/claim", claim).await.error(403), for_people);
    assert_eq!(
        bot.ask(Method::DELETE, "/api/me", &[], Some(json!({}))).await.error(403),
        for_people
    );
    let taken = aoife.post("/api/me/programs", json!({"name": "WOOLBOT"})).await.error(422);
    assert_eq!(taken, "another program is called WOOLBOT (bot), or nearly so");
    for number in 1..10 {
        add(&aoife, &format!("Bot {number}")).await;
    }
    let enough = aoife.post("/api/me/programs", json!({"name": "One more"})).await.error(422);
    assert_eq!(enough, "you have 10 programs: revoke one first");
    // A person's cookie is no token, and a made-up token is nobody's.
    let cookie = aoife.cookie().unwrap().replace("bellwether=", "bw_");
    for wrong in [cookie.as_str(), "bw_", "nonsense"] {
        let answer = aoife.with_token(wrong).get("/api/me").await.error(401);
        assert_eq!(answer, "this token is not good, or not any more");
    }
    running.stop().await;
}
