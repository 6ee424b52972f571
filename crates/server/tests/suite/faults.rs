//! A PostgreSQL that does not answer. Programs that go on through such times, with a history of
//! what was acknowledged, are in the tests of the program.

use std::num::NonZeroU32;

use tokio::task::JoinSet;

use crate::player::Player;
use crate::postgres::Cluster;
use crate::support::{Home, on_both};

on_both!(those_who_ask_whether_it_is_ready_share_one_write);

#[tokio::test]
async fn a_frozen_postgres_is_said_and_forgotten() {
    let mut cluster = Cluster::start();
    let home = Home::at(cluster.address());
    let running = home.serve().await;
    let one = running.player().await;
    assert_eq!(one.get("/readyz").await.text, "ready");
    cluster.order("freeze");
    // More than there are connections, so that some wait for one.
    let mut asking = JoinSet::new();
    for round in 0..30 {
        let player = one.at(&running.address);
        asking.spawn(async move {
            // Some read and some write.
            let answer = match round % 2 {
                0 => player.get("/api/me").await,
                _ => Player::new(&player.address).post("/api/me", ()).await,
            };
            assert_eq!(answer.headers["retry-after"], "2");
            answer.error(503)
        });
    }
    while let Some(told) = asking.join_next().await {
        assert_eq!(told.unwrap(), "the server has a problem: try again in a moment");
    }
    let ready = one.get("/readyz").await;
    assert_eq!((ready.status.as_u16(), &*ready.text), (503, "the database takes no writes"));
    assert_eq!(one.get("/healthz").await.text, "ok");
    cluster.order("thaw");
    while one.get("/readyz").await.status.as_u16() != 200 {}
    // A connection that was given up does not come back with an answer to something else.
    while one.get("/api/me").await.status.as_u16() == 503 {}
    one.open(2).await;
    running.stop().await;
}

/// A server that is asked often writes seldom.
async fn those_who_ask_whether_it_is_ready_share_one_write(home: Home) {
    let many = NonZeroU32::new(1_000_000).unwrap();
    let running = home.serve_with(|config| config.limits.requests_per_second = many).await;
    let commits = async || {
        let metrics = Player::new(&running.address).get("/metrics").await.text;
        let count = metrics.lines().find_map(|line| line.strip_prefix("bellwether_commits_total "));
        count.expect("it is counted").parse::<u64>().unwrap()
    };
    let (before, start) = (commits().await, std::time::Instant::now());
    let mut asking = JoinSet::new();
    for _ in 0..500 {
        let player = Player::new(&running.address);
        asking.spawn(async move { player.get("/readyz").await.text });
    }
    assert!(asking.join_all().await.iter().all(|text| text == "ready"));
    // One more may be the clock's, which is written down every ten seconds.
    let most = start.elapsed().as_secs() + 2;
    let writes = commits().await - before;
    assert!((1..=most).contains(&writes), "{writes} writes in {most} s");
    running.stop().await;
}
