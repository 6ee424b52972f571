//! Answers given in advance.

use registry::Registry;
use reqwest::Method;
use serde_json::{Value, json};
use server::config::{Clock, Limits};
use server::store::Write;
use server::tables::Tables;

use crate::player::{Answer, Player, started};
use crate::support::{Home, Running, on_both};

on_both!(
    a_plan_is_played_while_nobody_is_there,
    nobody_else_sees_a_plan,
    nothing_is_planned_in_real_time,
    a_plan_for_now_is_played_at_once,
    two_plans_answer_each_other,
    a_plan_is_over_when_its_wolf_is_taken,
    a_plan_can_be_taken_back,
    what_is_taken_back_is_not_planned_any_more,
    whoever_leaves_for_good_plans_no_more,
    a_plan_survives_a_restart,
    a_plan_that_a_server_has_left_undone_is_played_at_the_start,
);

/// Two people at a table; the first is to act.
struct Pair {
    table: String,
    first: Player,
    second: Player,
    seats: (u64, u64),
}

impl Pair {
    async fn at(running: &Running) -> Self {
        let (one, other) = (running.player().await, running.player().await);
        let table = started(&one, &other).await;
        match one.view(&table).await["turn"][0].as_u64() {
            Some(1) => Self { table, first: one, second: other, seats: (1, 2) },
            _ => Self { table, first: other, second: one, seats: (2, 1) },
        }
    }

    fn path(&self, seat: u64) -> String {
        format!("/api/tables/{}/plans/{seat}", self.table)
    }

    async fn plan(&self, who: &Player, seat: u64, plan: &str) -> Answer {
        who.ask(Method::PUT, &self.path(seat), &[], Some(json!({"plan": plan}))).await
    }

    async fn second_plans(&self, plan: &str) {
        let made = self.plan(&self.second, self.seats.1, plan).await.ok();
        assert_eq!(made, json!({"plan": plan}));
    }

    async fn second_has_planned(&self) -> Value {
        self.second.get(&self.path(self.seats.1)).await.ok()["plan"].clone()
    }

    async fn first_acts(&self, action: &str) {
        let act = json!({"do": "act", "seat": self.seats.0, "action": action});
        self.first.does(&self.table, act).await.ok();
    }

    /// Who has acted, and how.
    async fn acted(&self) -> Vec<(u64, String)> {
        let log = self.first.log(&self.table, 0).await;
        let acted = log.iter().filter(|entry| entry["kind"] == "acted");
        let acted = acted.filter_map(|entry| {
            Some((entry["seat"].as_u64()?, entry["action"].as_str()?.to_owned()))
        });
        acted.collect()
    }

    async fn is_to_act(&self) -> Value {
        self.first.view(&self.table).await["turn"][0].clone()
    }
}

async fn a_plan_is_played_while_nobody_is_there(home: Home) {
    let running = home.serve().await;
    let pair = Pair::at(&running).await;
    pair.second_plans("chase 1 below 3").await;
    pair.first_acts("chase").await;
    let (first, second) = pair.seats;
    let chased = |seat| (seat, "chase".to_owned());
    assert_eq!(pair.acted().await, [chased(first), chased(second)]);
    pair.first_acts("chase").await;
    assert_eq!(pair.is_to_act().await, second, "three cubes are too many");
    assert_eq!(pair.second_has_planned().await, "chase 1 below 3", "they may become fewer");
    running.stop().await;
}

async fn nobody_else_sees_a_plan(home: Home) {
    let running = home.serve().await;
    let pair = Pair::at(&running).await;
    pair.second_plans("chase 2 below 3").await;
    let (stranger, path) = (running.player().await, pair.path(pair.seats.1));
    let not_yours = format!("seat {} is not yours", pair.seats.1);
    for method in [Method::GET, Method::PUT, Method::DELETE] {
        let body = (method == Method::PUT).then(|| json!({"plan": "chase 2 below 9"}));
        let other = pair.first.ask(method.clone(), &path, &[], body.clone()).await;
        assert_eq!(other.error(422), not_yours);
        let stranger = stranger.ask(method.clone(), &path, &[], body.clone()).await;
        assert_eq!(stranger.error(422), "you do not sit at this table");
        Player::new(&running.address).ask(method, &path, &[], body).await.error(401);
    }
    assert_eq!(pair.second_has_planned().await, "chase 2 below 3", "nothing has changed");
    let log = Value::from(pair.first.log(&pair.table, 0).await).to_string();
    assert!(!log.contains("below"), "{log}");
    let wrong = pair.plan(&pair.second, pair.seats.1, "chase 4 below 3").await.error(422);
    assert!(wrong.ends_with("only wolves are chased"), "{wrong}");
    running.stop().await;
}

async fn nothing_is_planned_in_real_time(home: Home) {
    let running = home.serve().await;
    let one = running.player().await;
    let seats = [json!({"for": "person"}), json!({"for": "bot", "level": 1})];
    let clock = json!({"kind": "real-time", "base": 600, "increment": 5});
    let spec = json!({"game": "foxy-and-wooly", "seats": seats, "clock": clock});
    let table = one.open_as(spec).await;
    one.begin(&table).await;
    let path = format!("/api/tables/{table}/plans/1");
    let plan = Some(json!({"plan": "chase 1 below 3"}));
    let refused = one.ask(Method::PUT, &path, &[], plan).await.error(422);
    assert!(refused.starts_with("this table is played in real time"), "{refused}");
    assert_eq!(one.get(&path).await.ok(), Value::Null);
    running.stop().await;
}

async fn a_plan_for_now_is_played_at_once(home: Home) {
    let running = home.serve().await;
    let pair = Pair::at(&running).await;
    pair.plan(&pair.first, pair.seats.0, "chase 1 below 1").await.ok();
    assert_eq!(pair.acted().await, [(pair.seats.0, "chase".to_owned())]);
    running.stop().await;
}

async fn two_plans_answer_each_other(home: Home) {
    let running = home.serve().await;
    let pair = Pair::at(&running).await;
    pair.second_plans("chase 1 below 6").await;
    pair.plan(&pair.first, pair.seats.0, "chase 1 below 36").await.ok();
    let acted = pair.acted().await;
    assert_eq!(acted.len(), 7, "the seventh cube is one too many: {acted:?}");
    assert_eq!(pair.is_to_act().await, pair.seats.1);
    running.stop().await;
}

async fn a_plan_is_over_when_its_wolf_is_taken(home: Home) {
    let running = home.serve().await;
    let pair = Pair::at(&running).await;
    pair.second_plans("chase 1 below 9").await;
    pair.first_acts("take").await;
    assert_eq!(pair.acted().await, [(pair.seats.0, "take".to_owned())]);
    assert_eq!(pair.second_has_planned().await, Value::Null);
    let gone = pair.plan(&pair.second, pair.seats.1, "chase 1 below 9").await.error(422);
    assert!(gone.ends_with("is gone"), "{gone}");
    running.stop().await;
}

async fn a_plan_can_be_taken_back(home: Home) {
    let running = home.serve().await;
    let pair = Pair::at(&running).await;
    pair.second_plans("chase 1 below 9").await;
    pair.second_plans("chase 1 below 8").await;
    let path = pair.path(pair.seats.1);
    for _ in 0..2 {
        let answer = pair.second.ask(Method::DELETE, &path, &[], None).await;
        assert_eq!(answer.status.as_u16(), 204);
    }
    pair.first_acts("chase").await;
    assert_eq!(pair.acted().await.len(), 1);
    running.stop().await;
}

async fn what_is_taken_back_is_not_planned_any_more(home: Home) {
    let running = home.serve().await;
    let pair = Pair::at(&running).await;
    pair.second_plans("chase 1 below 9").await;
    pair.first_acts("chase").await;
    let undo = json!({"do": "undo", "seat": pair.seats.1});
    pair.second.does(&pair.table, undo).await.ok();
    assert_eq!(pair.is_to_act().await, pair.seats.1);
    assert_eq!(pair.second_has_planned().await, Value::Null);
    running.stop().await;
}

async fn whoever_leaves_for_good_plans_no_more(home: Home) {
    let running = home.serve().await;
    let pair = Pair::at(&running).await;
    pair.second_plans("chase 1 below 9").await;
    pair.second.delete_account().await;
    let act = json!({"do": "act", "seat": pair.seats.0, "action": "chase"});
    assert_eq!(pair.first.does(&pair.table, act).await.error(422), "the game has ended");
    assert_eq!(pair.acted().await, []);
    running.stop().await;
    let planned = home.store().await.planned_tables().await.unwrap();
    assert_eq!(planned, [], "nothing is kept of it");
}

async fn a_plan_survives_a_restart(home: Home) {
    let running = home.serve().await;
    let mut pair = Pair::at(&running).await;
    pair.second_plans("chase 1 below 3").await;
    running.stop().await;
    let running = home.serve().await;
    pair.first = pair.first.at(&running.address);
    pair.second = pair.second.at(&running.address);
    assert_eq!(pair.second_has_planned().await, "chase 1 below 3");
    pair.first_acts("chase").await;
    assert_eq!(pair.acted().await.len(), 2);
    running.stop().await;
}

async fn a_plan_that_a_server_has_left_undone_is_played_at_the_start(home: Home) {
    let running = home.serve().await;
    let mut pair = Pair::at(&running).await;
    let me = pair.first.id().await.parse().unwrap();
    running.stop().await;
    // The plan is written down, and then the server falls over.
    let store = home.store().await;
    let table = pair.table.parse().unwrap();
    let tables = Tables::new(
        store.clone(),
        Registry::new(),
        server::Metrics::new(&store),
        Clock::default(),
        &Limits::default(),
    );
    let seat = rules::Seat::from_number(pair.seats.0).unwrap();
    let plan = tables.read(&table, |table, _| table.check_plan(&me, seat, "chase 1 below 1"));
    let plan = plan.await.unwrap().unwrap();
    store.write(Write::SetPlan { table, plan, now: 0 }).await.unwrap();
    store.close().await;
    let running = home.serve().await;
    pair.first = pair.first.at(&running.address);
    let mut live = pair.first.live().await;
    live.subscribe(&pair.table, 0).await;
    live.entries_until(|entry| entry["action"] == "chase").await;
    running.stop().await;
}

#[tokio::test]
async fn a_plan_made_at_one_server_is_played_by_another() {
    let home = Home::postgres().await;
    let (here, there) = (home.serve().await, home.serve().await);
    let mut pair = Pair::at(&here).await;
    pair.second = pair.second.at(&there.address);
    pair.second_plans("chase 1 below 3").await;
    pair.first_acts("chase").await;
    assert_eq!(pair.acted().await.len(), 2);
    here.stop().await;
    there.stop().await;
}

/// Whichever comes first, the plan or what it answers: it is answered.
#[tokio::test]
async fn a_plan_made_while_another_server_writes_is_played() {
    let home = Home::postgres().await;
    let (here, there) = (home.serve().await, home.serve().await);
    for _ in 0..10 {
        let mut pair = Pair::at(&here).await;
        pair.second = pair.second.at(&there.address);
        let mut live = pair.second.live().await;
        live.subscribe(&pair.table, 0).await;
        tokio::join!(pair.second_plans("chase 1 below 3"), pair.first_acts("chase"));
        let second = pair.seats.1;
        live.entries_until(|entry| entry["kind"] == "acted" && entry["seat"] == second).await;
    }
    here.stop().await;
    there.stop().await;
}
