//! The list of public tables: nobody fills it, and what nobody waits at leaves it.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use server::config::{Clock, Limits};

use crate::player::{Player, foxy, started};
use crate::support::{Home, Running, on_both};

on_both!(one_address_does_not_fill_the_lobby, a_public_table_that_nobody_waits_at_leaves_the_list,);

const START: i64 = 1_700_000_000_000;
const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

/// Tries to open that many public tables; gives those that were opened, and what was said.
async fn open_public(player: &Player, count: usize) -> (Vec<String>, BTreeSet<String>) {
    let (mut opened, mut refused) = (Vec::new(), BTreeSet::new());
    for _ in 0..count {
        let answer = player.post("/api/tables", foxy(2)).await;
        if answer.status.is_success() {
            opened.push(answer.ok()["table"].as_str().unwrap().to_owned());
        } else {
            refused.insert(answer.error(422));
        }
    }
    (opened, refused)
}

async fn one_address_does_not_fill_the_lobby(home: Home) {
    let running = home
        .serve_with(|config| {
            let Limits { public_tables_per_person, public_tables_per_address, .. } =
                Limits::default();
            config.limits.public_tables_per_person = public_tables_per_person;
            config.limits.public_tables_per_address = public_tables_per_address;
        })
        .await;
    let one = running.player().await;
    let (tables, refused) = open_public(&one, 8).await;
    assert_eq!(tables.len(), 5, "for one person");
    let sentence = "you have 5 public tables that wait for players, which is the most: begin a game \
                    there, or open a table without listing it";
    assert_eq!(refused, [sentence.to_owned()].into());
    let mut everyone = tables.len();
    for _ in 0..10 {
        everyone += open_public(&running.player().await, 3).await.0.len();
    }
    assert_eq!(everyone, 20, "from one address");
    // What is found by its link only is nobody's concern, and others have places of their own.
    let mut unlisted = foxy(2);
    unlisted["public"] = json!(false);
    one.open_as(unlisted).await;
    assert_eq!(open_public(&running.player_from(2).await, 3).await.0.len(), 3);
    // A game that begins makes room.
    let other = running.player().await;
    for player in [&one, &other] {
        player.join(&tables[0]).await;
    }
    one.does(&tables[0], json!({"do": "start"})).await.ok();
    assert_eq!(open_public(&one, 2).await.0.len(), 1);
    running.stop().await;
}

async fn listed(player: &Player) -> BTreeSet<String> {
    let tables = player.get("/api/tables").await.ok();
    let id = |view: &Value| view["id"].as_str().unwrap().to_owned();
    tables.as_array().unwrap().iter().map(id).collect()
}

/// Waits until exactly those tables are listed.
async fn until_listed(player: &Player, expected: &[&String]) {
    let expected: BTreeSet<String> = expected.iter().map(|&id| id.clone()).collect();
    while listed(player).await != expected {
        tokio::task::yield_now().await;
    }
}

async fn serve(home: &Home, clock: &Clock) -> Running {
    home.serve_with(|config| config.clock = clock.clone()).await
}

async fn a_public_table_that_nobody_waits_at_leaves_the_list(home: Home) {
    let clock = Clock::by_hand(START);
    let running = serve(&home, &clock).await;
    let (one, other) = (running.player().await, running.player().await);
    let (empty, taken, watched) = (one.open(2).await, one.open(2).await, one.open(2).await);
    one.join(&taken).await;
    let begun = started(&one, &other).await;
    let mut live = other.live().await;
    live.subscribe(&watched, 0).await;
    live.hear_of("presence").await;
    let mut lobby = Player::new(&running.address).live().await;
    lobby.say(json!({"type": "look-around"})).await;
    lobby.hear_of("lists").await;
    // Nobody sits at the first, nor has it open.
    clock.set(START + 20 * MINUTE);
    assert_eq!(lobby.hear_of("lists").await["open"], true);
    until_listed(&one, &[&taken, &watched, &begun]).await;
    clock.set(START + 2 * DAY);
    until_listed(&one, &[&watched, &begun]).await;
    live.say(json!({"type": "unsubscribe", "table": watched})).await;
    while people_watching(&running, &watched).await > 0 {}
    clock.set(START + 4 * DAY);
    until_listed(&one, &[&begun]).await;
    // Whoever has the link can still play.
    other.join(&taken).await;
    one.does(&taken, json!({"do": "start"})).await.ok();
    other.join(&empty).await;
    running.stop().await;
}

/// How many watch a table besides the one who looks, who is nobody.
async fn people_watching(running: &Running, table: &str) -> u64 {
    let mut live = Player::new(&running.address).live().await;
    live.subscribe(table, 0).await;
    live.hear_of("presence").await["spectators"].as_u64().unwrap() - 1
}
