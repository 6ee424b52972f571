//! Two servers on one PostgreSQL.

use serde_json::{Value, json};

use crate::clocks::{TimeOfDay, left, started_with};
use crate::player::{started, take_turn};
use crate::support::Home;

#[tokio::test]
async fn two_servers_play_one_table_from_both_ends() {
    let home = Home::postgres().await;
    let (here, there) = (home.serve().await, home.serve().await);
    let (one, other) = (here.player().await, here.player().await);
    let table = started(&one, &other).await;
    // The same cookie is good at both: nothing ties a person to a server.
    let other = other.at(&there.address);
    let (mut near, mut far) = (one.live().await, other.live().await);
    near.subscribe(&table, 0).await;
    far.subscribe(&table, 0).await;
    let start = one.view(&table).await["seq"].as_u64().unwrap();
    let (mut seen_here, mut seen_there) =
        (near.entries_up_to(start).await, far.entries_up_to(start).await);
    while let Some(seq) = take_turn(&table, &[&one, &other]).await {
        let last = other.view(&table).await["seq"].as_u64().unwrap();
        assert!(last >= seq);
        seen_here.extend(near.entries_up_to(last).await);
        seen_there.extend(far.entries_up_to(last).await);
    }
    assert_eq!(seen_here, seen_there);
    assert_eq!(seen_here, (1..=seen_here.len() as u64).collect::<Vec<_>>());
    assert_eq!(other.get(&format!("/api/tables/{table}/fairness")).await.ok()["draws"], 21);
    here.stop().await;
    there.stop().await;
}

#[tokio::test]
async fn what_is_sent_to_two_servers_at_once_is_done_once() {
    let home = Home::postgres().await;
    let (here, there) = (home.serve().await, home.serve().await);
    let (one, other) = (here.player().await, here.player().await);
    let table = started(&one, &other).await;
    for id in 0..10 {
        let (seat, action) = one.next_action(&table).await.unwrap();
        let player = if seat == 1 { &one } else { &other };
        let command = json!({"do": "act", "seat": seat, "action": action});
        let order = json!({"id": format!("m{id}"), "command": command});
        let elsewhere = player.at(&there.address);
        let (near, far) =
            tokio::join!(player.order(&table, order.clone()), elsewhere.order(&table, order));
        assert_eq!(near.ok(), far.ok());
    }
    let log = one.log(&table, 0).await;
    let acted = log.iter().filter(|entry| entry["kind"] == "acted" && entry["seat"] != "*");
    assert_eq!(acted.count(), 10);
    here.stop().await;
    there.stop().await;
}

#[tokio::test]
async fn two_servers_never_both_write_one_entry() {
    let home = Home::postgres().await;
    let (here, there) = (home.serve().await, home.serve().await);
    let (one, other) = (here.player().await, here.player().await);
    let table = one.open(4).await;
    let there_other = other.at(&there.address);
    for _ in 0..10 {
        // Both sit down and stand up at the same time, each at another server.
        tokio::join!(one.join(&table), there_other.join(&table));
        let leave = json!({"do": "leave"});
        let (a, b) =
            tokio::join!(one.does(&table, leave.clone()), there_other.does(&table, leave.clone()));
        a.ok();
        b.ok();
    }
    let seqs: Vec<_> =
        other.log(&table, 0).await.iter().map(|entry| entry["seq"].clone()).collect();
    assert_eq!(seqs, (1..=41).map(|seq| json!(seq)).collect::<Vec<_>>());
    here.stop().await;
    there.stop().await;
}

#[tokio::test]
async fn two_servers_have_each_bot_act_once() {
    let home = Home::postgres().await;
    let (here, there) = (home.serve().await, home.serve().await);
    let one = here.player().await;
    let seats = [json!({"for": "person"}), json!({"for": "bot", "level": 1})];
    let table = one.open_as(json!({"game": "foxy-and-wooly", "seats": seats})).await;
    one.begin(&table).await;
    // The person acts now here and now there, and both have the bot think about its answer.
    let there_too = one.at(&there.address);
    let mut live = one.live().await;
    live.subscribe(&table, 0).await;
    let mut log: Vec<Value> = Vec::new();
    while log.last().is_none_or(|entry| entry["kind"] != "ended") {
        let message = live.hear_of("entries").await;
        log.extend(message["entries"].as_array().unwrap().clone());
        for player in [&one, &there_too] {
            player.act_first(&table, 1).await;
        }
    }
    let seqs: Vec<u64> = log.iter().map(|entry| entry["seq"].as_u64().unwrap()).collect();
    assert_eq!(seqs, (1..=seqs.len() as u64).collect::<Vec<_>>());
    one.get(&format!("/api/tables/{table}/fairness")).await.ok();
    here.stop().await;
    there.stop().await;
}

#[tokio::test]
async fn what_changes_at_one_server_is_told_in_the_lobby_of_the_other() {
    let home = Home::postgres().await;
    let (here, there) = (home.serve().await, home.serve().await);
    let (one, other) = (here.player().await, here.player().await);
    let table = started(&one, &other).await;
    let far = [&one, &other].map(|player| player.at(&there.address));
    let seq = |list: &Value| list.as_array().unwrap()[0]["seq"].as_u64().unwrap();
    // Both servers know the table before the next move.
    let before = seq(&far[0].get("/api/me/tables").await.ok());
    let mut looking = far[0].live().await;
    looking.say(json!({"type": "look-around"})).await;
    take_turn(&table, &[&one, &other]).await.unwrap();
    loop {
        // What came before the move may still be told.
        assert_eq!(looking.hear_of("lists").await["mine"], true);
        if seq(&far[0].get("/api/me/tables").await.ok()) > before {
            break;
        }
    }
    let public = one.open(2).await;
    loop {
        looking.hear_of("lists").await;
        let listed = far[1].get("/api/tables").await.ok();
        if listed.as_array().unwrap().iter().any(|view| view["id"] == public.as_str()) {
            break;
        }
    }
    here.stop().await;
    there.stop().await;
}

#[tokio::test]
async fn a_server_whose_time_of_day_is_wrong_costs_nobody_the_game() {
    const MINUTE: i64 = 60_000;
    let home = Home::postgres().await;
    let here = home.serve().await;
    let (one, other) = (here.player().await, here.player().await);
    let table = started_with(600, &one, &other).await;
    for wrong in [60 * MINUTE, -60 * MINUTE] {
        let time_of_day = TimeOfDay::default();
        time_of_day.jump(wrong);
        let there = home.serve_with(|config| config.clock = time_of_day.clock()).await;
        let far = [&one, &other].map(|player| player.at(&there.address));
        for _ in 0..3 {
            take_turn(&table, &[&far[0], &far[1]]).await.unwrap();
            take_turn(&table, &[&one, &other]).await.unwrap();
        }
        for player in [&one, &far[0]] {
            let left = left(player, &table).await;
            assert!((5 * MINUTE..=10 * MINUTE).contains(&left), "{left}");
        }
        there.stop().await;
    }
    here.stop().await;
}
