//! Clocks, with a time that the tests set.

use serde_json::{Value, json};
use server::config::Clock;

use crate::player::{Player, foxy, play_to_the_end, started_as};
use crate::results::profile;
use crate::support::{Home, Running, on_both};

on_both!(
    a_bot_takes_over_when_time_is_up_and_gives_back,
    whoever_was_late_is_rated_as_left,
    time_runs_while_no_server_does,
    everyone_sees_the_clocks,
);

const SECOND: i64 = 1000;
const START: i64 = 1_700_000_000_000;

async fn serve(home: &Home, clock: &Clock) -> Running {
    home.serve_with(|config| config.clock = clock.clone()).await
}

/// A game for two with a minute each, which has begun.
async fn started(one: &Player, other: &Player) -> String {
    let mut spec = foxy(2);
    spec["clock"] = json!({"kind": "real-time", "base": 60, "increment": 0});
    spec["stand_in"] = json!(1);
    started_as(spec, &[one, other]).await
}

/// The number of the seat that is to act.
async fn to_act(player: &Player, table: &str) -> u64 {
    player.view(table).await["turn"][0].as_u64().unwrap()
}

fn is_by_bot(entry: &Value, seat: u64) -> bool {
    entry["kind"] == "acted" && entry["seat"] == seat
}

async fn a_bot_takes_over_when_time_is_up_and_gives_back(home: Home) {
    let clock = Clock::by_hand(START);
    let running = serve(&home, &clock).await;
    let players = [running.player().await, running.player().await];
    let table = started(&players[0], &players[1]).await;
    let late = to_act(&players[0], &table).await;
    let mut live = players[0].live().await;
    live.subscribe(&table, 0).await;
    clock.set(START + 59 * SECOND);
    let view = players[0].view(&table).await;
    assert_eq!(view["times"]["seats"][late as usize - 1], json!({"left": 1000, "runs": true}));
    clock.set(START + 60 * SECOND);
    let log = live.entries_until(|entry| is_by_bot(entry, late)).await;
    let out = log.iter().find(|entry| entry["kind"] == "out-of-time").unwrap();
    assert_eq!((&out["seat"], &out["level"]), (&json!(late), &json!(1)));
    let person = &players[late as usize - 1];
    person.does(&table, json!({"do": "return"})).await.ok();
    live.entries_until(|entry| entry["kind"] == "returned").await;
    let view = person.view(&table).await;
    assert_eq!(view["bots"], json!([null, null]));
    running.stop().await;
}

async fn whoever_was_late_is_rated_as_left(home: Home) {
    let clock = Clock::by_hand(START);
    let running = serve(&home, &clock).await;
    let players = [running.player().await, running.player().await];
    let table = started(&players[0], &players[1]).await;
    let late = to_act(&players[0], &table).await as usize - 1;
    let mut live = players[0].live().await;
    live.subscribe(&table, 0).await;
    clock.set(START + 60 * SECOND);
    live.entries_until(|entry| entry["kind"] == "out-of-time").await;
    // Whoever comes back plays on, and may have more points in the end.
    players[late].does(&table, json!({"do": "return"})).await.ok();
    play_to_the_end(&table, &[&players[0], &players[1]]).await;
    let place =
        async |player: usize| profile(&players[player], 1).await["results"][0]["place"].clone();
    assert_eq!((place(late).await, place(1 - late).await), (json!(2), json!(1)));
    running.stop().await;
}

async fn time_runs_while_no_server_does(home: Home) {
    let clock = Clock::by_hand(START);
    let running = serve(&home, &clock).await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    let late = to_act(&one, &table).await;
    running.stop().await;
    clock.set(START + 100 * SECOND);
    let running = serve(&home, &clock).await;
    let mut live = one.at(&running.address).live().await;
    live.subscribe(&table, 0).await;
    let log = live.entries_until(|entry| is_by_bot(entry, late)).await;
    assert!(log.iter().any(|entry| entry["kind"] == "out-of-time"));
    running.stop().await;
}

async fn everyone_sees_the_clocks(home: Home) {
    let clock = Clock::by_hand(START);
    let running = serve(&home, &clock).await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    clock.set(START + 10 * SECOND);
    let mut stranger = Player::new(&running.address).live().await;
    stranger.subscribe(&table, 0).await;
    let times = stranger.hear().await["times"].clone();
    assert_eq!(times["at"], START + 10 * SECOND);
    let mut left: Vec<i64> = times["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| seat["left"].as_i64().unwrap())
        .collect();
    left.sort_unstable();
    assert_eq!(left, [50 * SECOND, 60 * SECOND]);
    running.stop().await;
}
