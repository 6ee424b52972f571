//! Two servers on one PostgreSQL database.

use serde_json::json;

use crate::postgres;
use crate::process::{Player, Process};

#[tokio::test]
async fn two_programs_play_one_table_from_both_ends_and_one_may_die() {
    let (here, there) = (Process::start(postgres::address()), Process::start(postgres::address()));
    let (one, other) = (Player::hello(&here.address).await, Player::hello(&there.address).await);
    let seats =
        [json!({"for": "person"}), json!({"for": "person"}), json!({"for": "bot", "level": 1})];
    let table = one.open(json!({"game": "foxy-and-wooly", "seats": seats})).await.unwrap();
    for player in [&one, &other] {
        let join = json!({"do": "join", "contribution": "5a".repeat(32)});
        player.does(&table, join).await.unwrap();
    }
    one.does(&table, json!({"do": "start"})).await.unwrap();
    let mut players = [one, other];
    let (mut acted, mut here) = (0, Some(here));
    loop {
        let legal = players[acted % 2].legal(&table).await.unwrap();
        let Some((seat, action)) = legal.into_iter().next() else { break };
        // The bot acts by itself, at either server.
        if seat > 2 {
            continue;
        }
        let act = json!({"do": "act", "seat": seat, "action": action});
        players[seat as usize - 1].does(&table, act).await.unwrap();
        acted += 1;
        if acted == 6 {
            // One server is killed; its players continue at the other.
            here.take().unwrap().crash();
            players[0] = players[0].at(&there);
        }
    }
    assert!(acted > 6);
    let log = players[0].log(&table).await;
    let by_people = log.iter().filter(|entry| entry["seat"] == 1 || entry["seat"] == 2).count();
    assert_eq!(by_people, acted);
    assert_eq!(log.last().unwrap()["kind"], "ended");
    assert!(players[1].ask(&format!("tables/{table}/fairness"), None).await.is_some());
}
