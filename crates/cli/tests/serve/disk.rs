//! That a process survives its own death does not show that its data is on the disk. That it waited
//! for the disk before it answered does.

use std::path::Path;

use serde_json::json;
use tokio::task::JoinSet;

use crate::process::{Player, Process};

/// How many play at the same time.
const PLAYERS: usize = 12;

/// How often the server has waited for the disk, once it is gone.
fn waits(trace: &Path) -> usize {
    loop {
        let text = std::fs::read_to_string(trace).unwrap();
        // Its last line is the end of the whole process.
        if text.lines().next_back().is_some_and(|line| line.contains("+++ exited")) {
            return text.lines().filter(|line| line.contains("sync(")).count();
        }
        std::thread::yield_now();
    }
}

/// Plays a game from its beginning, and gives how many answers that took.
async fn play(player: Player) -> usize {
    let table = player.table(false).await.unwrap();
    // Saying hello, opening, joining and starting are four answers.
    let mut answers = 4;
    while let Some((seat, action)) = player.legal(&table).await.unwrap().into_iter().next() {
        let act = json!({"do": "act", "seat": seat, "action": action});
        player.does(&table, act).await.unwrap();
        answers += 1;
    }
    answers
}

/// How often the server says that it has committed something.
async fn commits(player: &Player) -> usize {
    let metrics = player.http.get(format!("http://{}/metrics", player.address)).send().await;
    let text = metrics.unwrap().text().await.unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("bellwether_commits_total "));
    line.expect("commits are counted").parse().unwrap()
}

#[tokio::test]
async fn every_answer_has_waited_for_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("trace");
    let mut server = Process::start_traced(folder.path().join("bellwether.db"), &trace);
    let answers = play(Player::hello(&server.address).await).await;
    server.stop();
    let waits = waits(&trace);
    println!("{waits} waits for the disk, {answers} answers, one after the other");
    assert!(answers > 10 && waits >= answers, "{waits} waits, {answers} answers");
}

#[tokio::test]
async fn answers_that_were_committed_together_have_waited_together() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("trace");
    let mut server = Process::start_traced(folder.path().join("bellwether.db"), &trace);
    let player = Player::hello(&server.address).await;
    let mut playing = JoinSet::new();
    for _ in 0..PLAYERS {
        playing.spawn(play(Player::hello(&server.address).await));
    }
    let answers: usize = playing.join_all().await.into_iter().sum();
    let commits = commits(&player).await;
    server.stop();
    let waits = waits(&trace);
    println!("{waits} waits for the disk, {commits} commits, {answers} answers in {PLAYERS} games");
    assert!(commits < answers, "{commits} commits, {answers} answers");
    assert!(commits <= waits, "{commits} commits, {waits} waits");
}
