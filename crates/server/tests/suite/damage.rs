//! A table that cannot be read keeps nobody from the others.

use registry::Registry;
use reqwest::Method;
use serde_json::{Value, json};
use server::config::{Clock, Limits};
use server::store::Write;
use server::tables::Tables;

use crate::player::{Player, play_to_the_end, started};
use crate::support::{Home, on_both};

on_both!(
    a_table_that_cannot_be_read_keeps_nobody_from_the_others,
    what_was_planned_is_done_next_to_a_table_that_cannot_be_read,
);

const SECRET: &str = "abababababababababababababababababababababababababababababababab";

/// Makes the second entry of a table unreadable.
async fn damage(home: &Home, table: &str) {
    let sql = "UPDATE entries SET body = '{\"kind\":' WHERE table_id = $1 AND seq = 2";
    let query = sqlx::query(sql).bind(table.to_owned());
    let changed = query.execute(&mut home.connect().await).await.unwrap();
    assert_eq!(changed.rows_affected(), 1);
}

fn ids(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|view| view["id"].as_str().unwrap()).collect()
}

async fn a_table_that_cannot_be_read_keeps_nobody_from_the_others(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let third = running.player().await;
    let (broken, whole) = (started(&one, &other).await, started(&one, &other).await);
    let ended = started(&one, &third).await;
    running.stop().await;
    damage(&home, &broken).await;
    // As if both had ended and were not counted, the one that cannot be read first.
    let running = home.serve_with(|config| config.admin = SECRET.parse().ok()).await;
    let [one, other, third] = [one, other, third].map(|player| player.at(&running.address));
    assert_eq!(ids(&one.get("/api/tables").await.ok()), [&ended, &whole][..]);
    assert_eq!(ids(&one.get("/api/me/tables").await.ok()), [&ended, &whole][..]);
    for path in ["", "/legal", "/log", "/record", "/fairness", "/chat"] {
        let error = one.get(&format!("/api/tables/{broken}{path}")).await.error(500);
        assert!(error.contains("cannot be read"), "{error}");
    }
    let act = json!({"do": "act", "seat": 1, "action": "take"});
    one.does(&broken, act.clone()).await.error(500);
    let mut live = one.live().await;
    live.say(json!({"type": "command", "table": broken, "id": "a", "command": act})).await;
    let refused = live.hear_of("refused").await;
    assert_ne!(refused["again"], true, "{refused}");
    // A game that ends is counted, although one that cannot be read waits for it as well.
    let sql = "UPDATE tables SET stage = 'ended', changed_at = 0 WHERE id = $1";
    let query = sqlx::query(sql).bind(broken.clone());
    query.execute(&mut home.connect().await).await.unwrap();
    play_to_the_end(&ended, &[&one, &third]).await;
    let profile = format!("/api/people/{}", third.id().await);
    while one.get(&profile).await.ok()["games"] != 1 {}
    // Those who sit there can be sent away, and can go.
    let operator = Player::new(&running.address).with_token(SECRET);
    let ban = format!("/api/admin/people/{}/ban", other.id().await);
    operator.ask(Method::POST, &ban, &[], None).await.ok();
    one.delete_account().await;
    assert_eq!(third.view(&whole).await["stage"], "ended");
    one.get("/api/me").await.error(401);
    other.get("/api/me").await.error(401);
    running.stop().await;
}

async fn what_was_planned_is_done_next_to_a_table_that_cannot_be_read(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let mut tables = [started(&one, &other).await, started(&one, &other).await];
    // The one that cannot be read comes first.
    tables.sort();
    let [broken, whole] = tables;
    let to_act = one.view(&whole).await["turn"][0].as_u64().unwrap();
    let me = if to_act == 1 { one.id().await } else { other.id().await };
    running.stop().await;
    let store = home.store().await;
    let seat = rules::Seat::from_number(to_act).unwrap();
    let tables = Tables::new(
        store.clone(),
        Registry::new(),
        server::Metrics::new(&store),
        Clock::default(),
        &Limits::default(),
    );
    let (id, me) = (whole.parse().unwrap(), me.parse().unwrap());
    let plan = tables.read(&id, |table, _| table.check_plan(&me, seat, "chase 1 below 1"));
    let plan = plan.await.unwrap().unwrap();
    for table in [broken.parse().unwrap(), id] {
        store.write(Write::SetPlan { table, plan: plan.clone(), now: 0 }).await.unwrap();
    }
    store.close().await;
    damage(&home, &broken).await;
    let running = home.serve().await;
    let mut live = one.at(&running.address).live().await;
    live.subscribe(&whole, 0).await;
    live.entries_until(|entry| entry["action"] == "chase").await;
    running.stop().await;
}
