//! Clocks, with a time that the tests set.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use server::config::Clock;

use crate::player::{Player, foxy, play_to_the_end, started_as, take_turn};
use crate::results::profile;
use crate::support::{Home, Running, on_both};

on_both!(
    a_bot_takes_over_when_time_is_up_and_gives_back,
    whoever_was_late_is_rated_as_left,
    time_runs_while_no_server_does,
    everyone_sees_the_clocks,
    a_jump_of_the_time_of_day_costs_and_gives_nobody_time,
    a_deadline_comes_though_the_time_of_day_went_back,
);

const SECOND: i64 = 1000;
const START: i64 = 1_700_000_000_000;

async fn serve(home: &Home, clock: &Clock) -> Running {
    home.serve_with(|config| config.clock = clock.clone()).await
}

/// A game for two with a minute each, which has begun.
async fn started(one: &Player, other: &Player) -> String {
    started_with(60, one, other).await
}

/// A game for two with so many seconds each, which has begun.
pub(crate) async fn started_with(seconds: u32, one: &Player, other: &Player) -> String {
    let mut spec = foxy(2);
    spec["clock"] = json!({"kind": "real-time", "base": seconds, "increment": 0});
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

const HOUR: i64 = 3600 * SECOND;

/// A machine's time of day, which can be set wrong.
#[derive(Clone, Default)]
pub(crate) struct TimeOfDay(Arc<AtomicI64>);

impl TimeOfDay {
    /// From now on it is off by so many milliseconds.
    pub(crate) fn jump(&self, off: i64) {
        self.0.store(off, Ordering::SeqCst);
    }

    /// The clock of a server that starts on this machine.
    pub(crate) fn clock(&self) -> Clock {
        let off = self.0.clone();
        Clock::following(move || {
            let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
            since.as_millis() as i64 + off.load(Ordering::SeqCst)
        })
    }
}

/// What whoever is to act has left, in milliseconds.
pub(crate) async fn left(player: &Player, table: &str) -> i64 {
    let view = player.view(table).await;
    assert_eq!(view["bots"], json!([null, null]), "nobody has run out of time");
    let runs = |seat: &&Value| seat["runs"] == true;
    let seat = view["times"]["seats"].as_array().unwrap().iter().find(runs).unwrap();
    seat["left"].as_i64().unwrap()
}

/// With an hour and a half each, an hour more or less is seen.
const LONG: u32 = 5400;

/// Nobody has lost or won an hour, and time goes on.
async fn goes_on(player: &Player, table: &str) {
    let before = left(player, table).await;
    assert!((80 * 60 * SECOND..=90 * 60 * SECOND).contains(&before), "{before}");
    while left(player, table).await > before - SECOND / 5 {}
}

async fn a_jump_of_the_time_of_day_costs_and_gives_nobody_time(home: Home) {
    for jump in [HOUR, -HOUR] {
        let time_of_day = TimeOfDay::default();
        let running = serve(&home, &time_of_day.clock()).await;
        let (one, other) = (running.player().await, running.player().await);
        let table = started_with(LONG, &one, &other).await;
        time_of_day.jump(jump);
        goes_on(&one, &table).await;
        take_turn(&table, &[&one, &other]).await.unwrap();
        goes_on(&one, &table).await;
        // What has jumped before a restart costs nothing after it.
        running.stop().await;
        let running = serve(&home, &time_of_day.clock()).await;
        let (one, other) = (one.at(&running.address), other.at(&running.address));
        goes_on(&one, &table).await;
        take_turn(&table, &[&one, &other]).await.unwrap();
        goes_on(&one, &table).await;
        let log = one.log(&table, 0).await;
        let at: Vec<i64> = log.iter().map(|entry| entry["at"].as_i64().unwrap()).collect();
        assert!(at.is_sorted() && at[at.len() - 1] - at[0] < HOUR / 6, "{at:?}");
        // Nor does one that happens while no server runs give anybody time, if it goes back.
        running.stop().await;
        time_of_day.jump(jump - HOUR);
        let running = serve(&home, &time_of_day.clock()).await;
        goes_on(&one.at(&running.address), &table).await;
        running.stop().await;
    }
}

async fn a_deadline_comes_though_the_time_of_day_went_back(home: Home) {
    let time_of_day = TimeOfDay::default();
    let running = serve(&home, &time_of_day.clock()).await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started_with(10, &one, &other).await;
    let late = to_act(&one, &table).await;
    let mut live = one.live().await;
    live.subscribe(&table, 0).await;
    time_of_day.jump(-HOUR);
    let log = live.entries_until(|entry| is_by_bot(entry, late)).await;
    assert!(log.iter().any(|entry| entry["kind"] == "out-of-time"));
    running.stop().await;
}
