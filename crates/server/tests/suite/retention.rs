//! What is forgotten, and what stays.

use serde_json::{Value, json};
use server::config::{Clock, Retention};
use server::id::TableId;
use server::store::{Database, Write};
use sqlx::AnyConnection;

use crate::player::{Player, foxy, started};
use crate::results::profile;
use crate::support::{Home, on_both};

on_both!(
    what_nobody_uses_is_forgotten_and_everything_else_stays,
    nothing_is_forgotten_where_days_are_0,
    a_table_that_is_forgotten_does_not_come_back,
    a_rematch_that_was_forgotten_is_opened_again,
);

const DAY: i64 = 24 * 60 * 60 * 1000;

async fn count(connection: &mut AnyConnection, sql: &'static str, id: &str) -> i64 {
    sqlx::query_scalar(sql).bind(id).fetch_one(connection).await.unwrap()
}

async fn is_kept(connection: &mut AnyConnection, person: &str) -> bool {
    count(connection, "SELECT COUNT(*) FROM people WHERE id = $1", person).await == 1
}

fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.unwrap().as_millis() as i64
}

async fn forgotten(player: &Player, what: &str) -> u64 {
    let metrics = player.get("/metrics").await.text;
    let name = format!("bellwether_{what}_forgotten_total ");
    let line = metrics.lines().find_map(|line| line.strip_prefix(name.as_str()));
    line.expect("it is counted").parse().unwrap()
}

async fn what_nobody_uses_is_forgotten_and_everything_else_stays(home: Home) {
    let running = home.serve().await;
    let (named, one, other) =
        (running.player().await, running.player().await, running.player().await);
    let (unused, sits, talks, visits) = (
        running.player().await,
        running.player().await,
        running.player().await,
        running.player().await,
    );
    named.claim("Aoife").await;
    let ended = started(&one, &other).await;
    one.does(&ended, json!({"do": "resign", "seat": 1})).await.ok();
    profile(&one, 1).await;
    let playing = started(&named, &sits).await;
    let abandoned = named.open(2).await;
    unused.put("/api/me/webhook", json!({"url": "http://127.0.0.1:1/"})).await.ok();
    let (mut talk, mut quiet) = (foxy(2), foxy(2));
    (talk["open_chat"], quiet["open_chat"]) = (json!(true), json!(true));
    let (talked, said_long_ago) = (named.open_as(talk).await, named.open_as(quiet).await);
    let say = |table: &str| format!("/api/tables/{table}/chat");
    talks.post(&say(&talked), json!({"text": "hello"})).await.ok();
    named.post(&say(&said_long_ago), json!({"text": "hello"})).await.ok();
    let mut ids = Vec::new();
    for player in [&named, &one, &other, &unused, &sits, &talks, &visits] {
        ids.push(player.id().await);
    }
    let [named_id, one_id, other_id, unused_id, sits_id, talks_id, visits_id] =
        ids.try_into().unwrap();
    running.stop().await;
    // A hundred days pass, in which the last one comes by and somebody talks.
    let mut connection = home.connect().await;
    let past = now() - 100 * DAY;
    for sql in [
        "UPDATE people SET created_at = $1",
        "UPDATE sessions SET created_at = $1, used_at = NULL",
        "UPDATE tables SET changed_at = $1",
    ] {
        sqlx::query(sql).bind(past).execute(&mut connection).await.unwrap();
    }
    let query = sqlx::query("UPDATE sessions SET used_at = $1 WHERE person = $2");
    query.bind(now()).bind(&visits_id).execute(&mut connection).await.unwrap();
    let query = sqlx::query("UPDATE sessions SET created_at = $1 WHERE person = $2");
    query.bind(now() - 401 * DAY).bind(&named_id).execute(&mut connection).await.unwrap();
    let query = sqlx::query("UPDATE chat SET at = $1 WHERE table_id = $2");
    query.bind(past).bind(&said_long_ago).execute(&mut connection).await.unwrap();
    let running = home.serve().await;
    let nobody = Player::new(&running.address);
    while forgotten(&nobody, "guests").await < 1 {}
    assert_eq!(forgotten(&nobody, "guests").await, 1);
    assert_eq!(forgotten(&nobody, "sessions").await, 1);
    assert_eq!(forgotten(&nobody, "tables").await, 2);
    for (kept, id, who) in [
        (false, &unused_id, "a guest who has done nothing"),
        (true, &named_id, "somebody with a name"),
        (true, &one_id, "a guest with a result"),
        (true, &other_id, "another"),
        (true, &sits_id, "a guest at a table"),
        (true, &talks_id, "a guest who has said something"),
        (true, &visits_id, "a guest who comes by"),
    ] {
        assert_eq!(is_kept(&mut connection, id).await, kept, "{who}");
    }
    for table in [&abandoned, &said_long_ago] {
        nobody.get(&format!("/api/tables/{table}")).await.error(404);
        for sql in [
            "SELECT COUNT(*) FROM entries WHERE table_id = $1",
            "SELECT COUNT(*) FROM chat WHERE table_id = $1",
        ] {
            assert_eq!(count(&mut connection, sql, table).await, 0);
        }
    }
    for table in [&ended, &playing, &talked] {
        assert!(!nobody.log(table, 0).await.is_empty());
    }
    visits.at(&running.address).get("/api/me").await.ok();
    named.at(&running.address).get("/api/me").await.error(401);
    running.stop().await;
}

async fn nothing_is_forgotten_where_days_are_0(home: Home) {
    let clock = Clock::by_hand(now());
    let hand = clock.clone();
    let for_ever = Retention { guest_days: 0, unstarted_table_days: 0 };
    let running = home
        .serve_with(|config| {
            config.clock = clock;
            config.retention = for_ever;
        })
        .await;
    let (one, guest) = (running.player().await, running.player().await);
    let (table, id) = (one.open(2).await, guest.id().await);
    // Sessions that have run out go at the same look, after everything else.
    let mut connection = home.connect().await;
    let sql = "UPDATE sessions SET created_at = 0 WHERE person = $1";
    sqlx::query(sql).bind(&id).execute(&mut connection).await.unwrap();
    hand.set(now() + 1000 * DAY);
    while forgotten(&one, "sessions").await < 1 {}
    hand.set(now() + 2000 * DAY);
    assert!(is_kept(&mut connection, &id).await);
    one.view(&table).await;
    assert_eq!((forgotten(&one, "guests").await, forgotten(&one, "tables").await), (0, 0));
    running.stop().await;
}

async fn a_table_that_is_forgotten_does_not_come_back(home: Home) {
    let clock = Clock::by_hand(now());
    let hand = clock.clone();
    let running = home.serve_with(|config| config.clock = clock).await;
    // Another node of the same server, where there can be one.
    let shared = matches!(home.database, Database::Postgres(_));
    let elsewhere = if shared { Some(home.serve().await) } else { None };
    let (one, other) = (running.player().await, running.player().await);
    // Unlisted: the list notes that somebody has a public table open, which keeps it.
    let mut spec = foxy(2);
    spec["public"] = json!(false);
    let table = one.open_as(spec).await;
    one.join(&table).await;
    let far = elsewhere.as_ref().map(|node| other.at(&node.address));
    let mut watching = far.as_ref().unwrap_or(&other).live().await;
    watching.subscribe(&table, 0).await;
    watching.entries_up_to(2).await;
    hand.set(now() + 31 * DAY);
    let told = loop {
        let told = watching.hear().await;
        if told["type"] == "failed" {
            break told;
        }
    };
    assert_eq!(told["error"], "there is no such table");
    for player in [Some(&other), far.as_ref()].into_iter().flatten() {
        player.get(&format!("/api/tables/{table}")).await.error(404);
        player
            .does(&table, json!({"do": "join", "contribution": "5a".repeat(32)}))
            .await
            .error(404);
    }
    assert_eq!(one.get("/api/me/tables").await.ok(), json!([]));
    assert_eq!(one.get("/api/tables").await.ok(), json!([]));
    running.stop().await;
    if let Some(node) = elsewhere {
        node.stop().await;
    }
}

async fn a_rematch_that_was_forgotten_is_opened_again(home: Home) {
    let clock = Clock::by_hand(now());
    let hand = clock.clone();
    let running = home.serve_with(|config| config.clock = clock).await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    one.does(&table, json!({"do": "resign", "seat": 1})).await.ok();
    let rematch = async |player: &Player| -> Value {
        player.post(&format!("/api/tables/{table}/rematch"), ()).await.ok()["table"].clone()
    };
    let first = rematch(&one).await;
    hand.set(now() + 31 * DAY);
    while forgotten(&one, "tables").await < 1 {}
    assert_eq!(rematch(&other).await, first);
    assert_eq!(other.view(first.as_str().unwrap()).await["stage"], "gathering");
    running.stop().await;
}

/// Two who look at the same time forget each thing once.
#[tokio::test]
async fn two_nodes_forget_a_table_once() {
    let home = Home::postgres().await;
    let running = home.serve().await;
    let one = running.player().await;
    let table: TableId = one.open(2).await.parse().unwrap();
    running.stop().await;
    let (here, there) = (home.store().await, home.store().await);
    let forget = || Write::ForgetTable { table: table.clone(), untouched_since: i64::MAX };
    let (first, second) = tokio::join!(here.write(forget()), there.write(forget()));
    assert_eq!(first.unwrap() + second.unwrap(), 1);
}
