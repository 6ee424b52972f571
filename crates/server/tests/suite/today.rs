//! The day's deal.

use registry::{AnyGame, Fairness, Registry};
use reqwest::Method;
use serde_json::{Value, json};
use server::config::Clock;

use crate::player::{Player, play_to_the_end, take_turn};
use crate::support::{Home, on_both};

on_both!(
    everyone_gets_the_same_draws_and_one_attempt,
    the_day_has_its_own_way_in,
    an_attempt_is_nobody_elses_business_while_the_day_runs,
);

async fn attempt(player: &Player) -> String {
    let opened = player.post("/api/today", json!({})).await.ok();
    opened["table"].as_str().unwrap().to_owned()
}

fn dealt(log: &[Value]) -> Vec<Value> {
    log.iter().filter(|entry| entry["seat"] == "*").map(|entry| entry["action"].clone()).collect()
}

async fn everyone_gets_the_same_draws_and_one_attempt(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let (mine, theirs) = (attempt(&one).await, attempt(&other).await);
    assert_ne!(mine, theirs);
    let (first, second) = (one.log(&mine, 0).await, other.log(&theirs, 0).await);
    assert!(!dealt(&first).is_empty());
    assert_eq!(dealt(&first), dealt(&second));
    play_to_the_end(&mine, &[&one]).await;
    assert_eq!(attempt(&one).await, mine, "there is one attempt");
    let again = one.post(&format!("/api/tables/{mine}/rematch"), ()).await.error(422);
    assert_eq!(again, "the day's deal is played once: there is no rematch");
    let board = loop {
        let board = other.get("/api/today").await.ok();
        if board["played"] == 1 {
            break board;
        }
    };
    let total = board["best"][0]["total"].as_i64().unwrap();
    assert_eq!(board["best"][0]["person"], one.id().await.as_str());
    assert_eq!((&board["best"][0]["place"], &board["mine"]), (&json!(1), &json!(theirs)));
    let record = one.get(&format!("/api/tables/{mine}/record")).await.text;
    assert!(record.contains(&format!("[result \"{total}\"]")), "{record}");
    let game = AnyGame::load(&Registry::new(), &record).unwrap();
    assert!(matches!(game.fairness(), Ok(Fairness::Verified(draws)) if draws > 0), "{record}");
    assert!(one.get(&format!("/api/tables/{mine}/fairness")).await.ok()["draws"].is_u64());
    let nobody = Player::new(&running.address).get("/api/today?day=2020-01-01").await.ok();
    assert_eq!((&nobody["played"], &nobody["mine"]), (&json!(0), &Value::Null));
    running.stop().await;
}

async fn the_day_has_its_own_way_in(home: Home) {
    let running = home.serve().await;
    let one = running.player().await;
    let spec = json!({"game": "tipperary", "seats": [{"for": "person"}], "day": "2026-11-15"});
    let refused = one.post("/api/tables", spec).await.error(422);
    assert_eq!(refused, "the day's deal has its own way in: POST /api/today");
    one.post("/api/today", json!({"day": "2020-01-01"})).await.error(422);
    one.post("/api/today", json!({"game": "glen-more"})).await.error(422);
    one.post("/api/today", json!({"game": "chess"})).await.error(422);
    one.get("/api/today?day=yesterday").await.error(400);
    let table = attempt(&one).await;
    take_turn(&table, &[&one]).await.unwrap();
    let log = one.log(&table, 0).await;
    let own = log.iter().rfind(|entry| entry["seat"] == 1).unwrap()["seq"].clone();
    let refused = one.does(&table, json!({"do": "ask-undo", "to": own})).await.error(422);
    assert_eq!(refused, "the day's deal is played without going back behind a draw");
    running.stop().await;
}

/// Noon of some day, and the next noon.
const NOONS: [i64; 2] = [1_763_208_000_000, 1_763_294_400_000];

async fn an_attempt_is_nobody_elses_business_while_the_day_runs(home: Home) {
    let clock = Clock::by_hand(NOONS[0]);
    let hand = clock.clone();
    let running = home.serve_with(|config| config.clock = clock).await;
    let (one, other) = (running.player().await, running.player().await);
    let nobody = Player::new(&running.address);
    let (table, id) = (attempt(&one).await, one.id().await);
    let base = format!("/api/tables/{table}");
    let read =
        ["", "/legal", "/log", "/record", "/fairness", "/chat"].map(|path| format!("{base}{path}"));
    let told = json!({"type": "subscribe", "table": table, "after": 0});
    let refused = async || {
        for stranger in [&other, &nobody] {
            for path in &read {
                let answer = stranger.get(path).await;
                assert_eq!(answer.status.as_u16(), 404, "{path}: {}", answer.text);
            }
            let mut live = stranger.live().await;
            live.say(told.clone()).await;
            assert_eq!(live.hear().await["error"], "there is no such table");
        }
        other.get(&format!("{base}/plans/1")).await.error(404);
        other.post(&format!("{base}/rematch"), ()).await.error(404);
        other.post(&format!("{base}/chat"), json!({"text": "hello"})).await.error(404);
        other.does(&table, json!({"do": "resign", "seat": 1})).await.error(404);
        other.ask(Method::DELETE, &format!("{base}/plans/1"), &[], None).await.error(404);
        let mut live = other.live().await;
        let say = json!({"type": "say", "table": table, "id": "1", "text": "hello"});
        let resign = json!({"do": "resign", "seat": 1});
        let command = json!({"type": "command", "table": table, "id": "2", "command": resign});
        for message in [say, command] {
            live.say(message).await;
            assert_eq!(live.hear().await["error"], "there is no such table");
        }
    };
    refused().await;
    play_to_the_end(&table, &[&one]).await;
    refused().await;
    let scores = async |player: &Player| loop {
        let board = player.get("/api/today?day=2025-11-15").await.ok();
        if board["played"] == 1 {
            break board["best"][0].clone();
        }
    };
    let result = async |player: &Player| {
        player.get(&format!("/api/people/{id}")).await.ok()["results"][0].clone()
    };
    for stranger in [&other, &nobody] {
        for shown in [scores(stranger).await, result(stranger).await] {
            assert!(shown["total"].is_i64() && shown["table"].is_null(), "{shown}");
        }
    }
    assert_eq!(
        (&scores(&one).await["table"], &result(&one).await["table"]),
        (&json!(table), &json!(table))
    );
    for path in &read {
        assert!(one.get(path).await.status.is_success(), "{path} is her own");
    }
    let mut live = one.live().await;
    live.say(told.clone()).await;
    assert!(live.hear_of("entries").await["entries"].is_array());
    hand.set(NOONS[1]);
    for stranger in [&other, &nobody] {
        for path in &read {
            assert!(stranger.get(path).await.status.is_success(), "{path} is public");
        }
        for shown in [scores(stranger).await, result(stranger).await] {
            assert_eq!(shown["table"], table.as_str());
        }
        let mut live = stranger.live().await;
        live.say(told.clone()).await;
        assert!(live.hear_of("entries").await["entries"].is_array());
    }
    running.stop().await;
}
