//! The day's deal.

use serde_json::{Value, json};
use shelf::{AnyGame, Fairness, Shelf};

use crate::player::{Player, play_to_the_end, take_turn};
use crate::support::{Home, on_both};

on_both!(everyone_gets_the_same_draws_and_one_attempt, the_day_has_its_own_way_in);

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
    let game = AnyGame::load(&Shelf::new(), &record).unwrap();
    assert!(matches!(game.fairness(), Ok(Fairness::Shown(draws)) if draws > 0), "{record}");
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
