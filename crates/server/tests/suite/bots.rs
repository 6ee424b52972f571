//! Bots at tables.

use std::time::Duration;

use registry::Registry;
use serde_json::{Value, json};
use server::config::{Clock, Limits};
use server::id::PersonId;
use server::store::{NewPerson, Write};
use server::table::{Command, TableSpec};
use server::tables::Tables;

use crate::player::{Live, Player, foxy, play_to_the_end, started, started_as};
use crate::support::{Home, Running, on_both};

on_both!(
    a_person_plays_with_bots,
    bots_act_at_the_same_time_as_people,
    a_bot_plays_on_for_whoever_gives_up,
    a_bots_turn_survives_a_restart,
    people_do_not_wait_for_bots,
    quick_bots_do_not_wait_for_deep_ones,
    networks_take_turns_at_deep_bots,
    nobody_begins_too_many_games_with_bots,
);

fn bots(game: &str, levels: &[u8]) -> Value {
    let mut seats = vec![json!({"for": "person"})];
    seats.extend(levels.iter().map(|level| json!({"for": "bot", "level": level})));
    json!({"game": game, "seats": seats})
}

/// Plays seat 1 whenever it is to act, until the game has ended; gives the log.
async fn play_along(player: &Player, live: &mut Live, table: &str) -> Vec<Value> {
    live.subscribe(table, 0).await;
    let mut log: Vec<Value> = Vec::new();
    while log.last().is_none_or(|entry| entry["kind"] != "ended") {
        let message = live.hear().await;
        if message["type"] == "entries" {
            log.extend(message["entries"].as_array().unwrap().clone());
            while player.act_first(table, 1).await {}
        }
    }
    log
}

fn actions_of(log: &[Value], seat: u64) -> usize {
    log.iter().filter(|entry| entry["kind"] == "acted" && entry["seat"] == seat).count()
}

async fn a_person_plays_with_bots(home: Home) {
    let running = home.serve().await;
    let one = running.player().await;
    let table = one.open_as(bots("foxy-and-wooly", &[1, 2, 1])).await;
    one.begin(&table).await;
    assert_eq!(one.view(&table).await["bots"], json!([null, 1, 2, 1]));
    let log = play_along(&one, &mut one.live().await, &table).await;
    let seqs: Vec<u64> = log.iter().map(|entry| entry["seq"].as_u64().unwrap()).collect();
    assert_eq!(seqs, (1..=seqs.len() as u64).collect::<Vec<_>>());
    assert!((1..=4).all(|seat| actions_of(&log, seat) > 0));
    one.get(&format!("/api/tables/{table}/fairness")).await.ok();
    let record = one.get(&format!("/api/tables/{table}/record")).await.text;
    assert!(record.contains("[played-by 3 \"level2 from 1\"]"), "{record}");
    running.stop().await;
}

async fn bots_act_at_the_same_time_as_people(home: Home) {
    let running = home.serve().await;
    let one = running.player().await;
    let table = one.open_as(bots("tipperary", &[1, 1])).await;
    let mut live = one.live().await;
    live.subscribe(&table, 0).await;
    one.begin(&table).await;
    // They do not wait for the person, who has not acted yet.
    let by = |entry: &Value, seat: u64| entry["kind"] == "acted" && entry["seat"] == seat;
    let log = live.entries_until(|entry| by(entry, 2)).await;
    let log = if log.iter().any(|entry| by(entry, 3)) {
        log
    } else {
        live.entries_until(|entry| by(entry, 3)).await
    };
    assert_eq!(actions_of(&log, 1), 0);
    while one.act_first(&table, 1).await {}
    live.entries_until(|entry| entry["seat"] == "*").await;
    running.stop().await;
}

async fn a_bot_plays_on_for_whoever_gives_up(home: Home) {
    let running = home.serve().await;
    let players = [running.player().await, running.player().await, running.player().await];
    let table = started_as(foxy(3), &players.each_ref()).await;
    for (seat, player) in (2..).zip(&players[1..]) {
        player.does(&table, json!({"do": "resign", "seat": seat})).await.ok();
    }
    let log = play_along(&players[0], &mut players[0].live().await, &table).await;
    assert!(actions_of(&log, 2) > 0 && actions_of(&log, 3) > 0);
    let mine = players[1].get("/api/me/tables").await.ok();
    assert_eq!(mine[0]["id"], table.as_str(), "they can still look it up");
    running.stop().await;
}

/// How many actions bots have made at that server.
async fn bot_actions(running: &Running) -> u64 {
    let metrics = Player::new(&running.address).get("/metrics").await.text;
    let count = metrics.lines().find_map(|line| line.strip_prefix("bellwether_bot_actions_total "));
    count.expect("it is counted").parse().unwrap()
}

/// A server that is gone has left a table at which a bot is to act.
async fn a_bots_turn_survives_a_restart(home: Home) {
    let store = home.store().await;
    let tables = Tables::new(
        store.clone(),
        Registry::new(),
        server::Metrics::new(&store),
        Clock::default(),
        &Limits::default(),
    );
    let person = PersonId::random();
    let (name, session) = ("Aoife".to_owned(), server::id::SessionId::random());
    let newcomer = NewPerson { id: person.clone(), name, session };
    store.write(Write::AddPerson { person: newcomer, now: 0 }).await.unwrap();
    let spec: TableSpec = serde_json::from_value(bots("tipperary", &[1])).unwrap();
    let table = tables.open(&person, spec).await.unwrap();
    let contribution = server::secret::Bytes32::random();
    for command in [Command::Join { seat: None, contribution, ready: false }, Command::Start] {
        tables.command(&table, &person, None, command).await.unwrap();
    }
    store.close().await;
    let running = home.serve().await;
    let mut live = Player::new(&running.address).live().await;
    // It is done without anybody asking for the table. A turn can be several actions.
    while bot_actions(&running).await == 0 {
        tokio::task::yield_now().await;
    }
    live.subscribe(table.as_str(), 0).await;
    live.entries_until(|entry| entry["seat"] == 2).await;
    running.stop().await;
}

async fn people_do_not_wait_for_bots(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    // Strong bots think for seconds each, in the only thread that there is for bots.
    let mut slow = Vec::new();
    for _ in 0..10 {
        let table = one.open_as(bots("tipperary", &[5])).await;
        one.begin(&table).await;
        slow.push(table);
    }
    let quick = started(&one, &other).await;
    play_to_the_end(&quick, &[&one, &other]).await;
    // At the bots' own tables, too.
    let mut still_thinking = 0;
    for table in &slow {
        one.does(table, json!({"do": "offer-end"})).await.ok();
        let log = one.log(table, 0).await;
        assert_eq!(log.last().unwrap()["kind"], "ended");
        still_thinking += usize::from(actions_of(&log, 2) == 0);
    }
    assert!(still_thinking > 0);
    running.stop().await;
}

/// How many tables of deep bots one address has.
const GREEDY_TABLES: usize = 24;

/// Four people at one address who let as many deep bots think as they can.
async fn greedy_tables(running: &Running) -> Vec<(Player, Vec<String>)> {
    let mut all = Vec::new();
    for _ in 0..4 {
        let (player, mut tables) = (running.player().await, Vec::new());
        for _ in 0..GREEDY_TABLES / 4 {
            let table = player.open_as(bots("tipperary", &[5, 5, 5, 5])).await;
            player.begin(&table).await;
            tables.push(table);
        }
        all.push((player, tables));
    }
    all
}

/// How many bots of the greedy have acted between somebody else's start and the answer of that
/// person's bot, which has the given level.
async fn answered_before(running: &Running, level: u8) -> usize {
    let greedy = greedy_tables(running).await;
    let other = running.player_from(2).await;
    let table = other.open_as(bots("tipperary", &[level])).await;
    let mut live = other.live().await;
    live.subscribe(&table, 0).await;
    other.begin(&table).await;
    let log = live.entries_until(|entry| entry["kind"] == "acted" && entry["seat"] == 2).await;
    let at = |entry: &Value| entry["at"].as_i64().unwrap();
    let start = log.iter().find(|entry| entry["kind"] == "started").map(at).unwrap();
    let answer = log.iter().find(|entry| entry["seat"] == 2).map(at).unwrap();
    let mut answered = 0;
    for (player, tables) in &greedy {
        for table in tables {
            let log = player.log(table, 0).await;
            let acted = log.iter().filter(|entry| entry["kind"] == "acted" && entry["seat"] != "*");
            answered += acted.filter(|entry| (start + 1..answer).contains(&at(entry))).count();
        }
    }
    answered
}

async fn quick_bots_do_not_wait_for_deep_ones(home: Home) {
    let running = home.serve_with(|c| c.bots.longest_turn = Duration::from_secs(2)).await;
    let before = answered_before(&running, 1).await;
    assert!(before < GREEDY_TABLES / 3, "{before} deep bots have answered before");
    running.stop().await;
}

async fn networks_take_turns_at_deep_bots(home: Home) {
    let running = home.serve_with(|c| c.bots.longest_turn = Duration::from_millis(200)).await;
    let before = answered_before(&running, 5).await;
    assert!(before < GREEDY_TABLES / 3, "{before} deep bots have answered before");
    running.stop().await;
}

async fn nobody_begins_too_many_games_with_bots(home: Home) {
    let running = home
        .serve_with(|config| {
            config.limits.bot_tables_per_person = 2.try_into().unwrap();
            config.limits.bot_tables_per_address = 3.try_into().unwrap();
        })
        .await;
    let begin = async |player: &Player| {
        let table = player.open_as(bots("tipperary", &[1])).await;
        player.join(&table).await;
        (player.does(&table, json!({"do": "start"})).await, table)
    };
    let (one, other) = (running.player().await, running.player().await);
    let (begun, first) = begin(&one).await;
    begun.ok();
    begin(&one).await.0.ok();
    let refused = begin(&one).await.0.error(422);
    assert_eq!(
        refused,
        "you have 2 games with bots under way, which is the most: finish one of them first"
    );
    begin(&other).await.0.ok();
    let refused = begin(&other).await.0.error(422);
    assert!(refused.starts_with("3 games with bots are under way from your network"), "{refused}");
    begin(&running.player_from(2).await).await.0.ok();
    // A game without bots is as good as ever, and one that ends makes room.
    started(&one, &other).await;
    one.does(&first, json!({"do": "offer-end"})).await.ok();
    begin(&one).await.0.ok();
    running.stop().await;
}
