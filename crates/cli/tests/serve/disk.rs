//! Durability: the server waits for the disk before it acknowledges a command. A killed process alone
//! would not show that, because the system still has its data.

use std::path::Path;

use tokio::task::JoinSet;

use crate::process::{Player, Process};

/// The number of players at the same time.
const PLAYERS: usize = 12;

/// A step of the server's execution.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Deed {
    /// It listens.
    Listens,
    /// It has waited for the disk.
    Waited,
    /// It has acknowledged a command.
    Answered,
}

/// The server's steps in order, once it has exited.
fn deeds(trace: &Path) -> Vec<Deed> {
    loop {
        let text = std::fs::read_to_string(trace).unwrap();
        // The last line is the exit of the whole process.
        if text.lines().next_back().is_some_and(|line| line.contains("+++ exited")) {
            return text.lines().filter_map(deed).collect();
        }
        std::thread::yield_now();
    }
}

fn deed(line: &str) -> Option<Deed> {
    // An interrupted call has two lines and ends with the second.
    let is_over = line.ends_with("= 0");
    match line {
        line if line.contains("sync(") || line.contains("sync resumed") => {
            is_over.then_some(Deed::Waited)
        }
        line if line.contains("Bellwether listens on") => Some(Deed::Listens),
        line if line.contains(r#"{\"seq\":"#) => Some(Deed::Answered),
        _ => None,
    }
}

fn count(deeds: &[Deed], what: Deed) -> usize {
    deeds.iter().filter(|deed| **deed == what).count()
}

/// Plays a game from its beginning; returns the number of commands.
async fn play(player: Player) -> usize {
    let table = player.table(false).await.unwrap();
    // Joining and starting.
    let mut commands = 2;
    while player.act(&table).await.is_some() {
        commands += 1;
    }
    commands
}

/// The server's count of commits.
async fn commits(player: &Player) -> usize {
    let text = player.get("metrics").await.text().await.unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("bellwether_commits_total "));
    line.expect("commits are counted").parse().unwrap()
}

#[tokio::test]
async fn every_answer_has_waited_for_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("trace");
    let mut server = Process::start_traced(folder.path().join("bellwether.db"), &trace);
    let commands = play(Player::hello(&server.address).await).await;
    server.stop();
    let deeds = deeds(&trace);
    let answers = count(&deeds, Deed::Answered);
    assert_eq!(answers, commands, "every answer was seen");
    // With one player there is one command at a time, so each has its own wait.
    let since_start = deeds.iter().skip_while(|deed| **deed != Deed::Listens);
    let mut waits = 0;
    for deed in since_start {
        match deed {
            Deed::Listens => {}
            Deed::Waited => waits += 1,
            Deed::Answered => {
                assert!(waits > 0, "an answer came before the disk");
                waits = 0;
            }
        }
    }
    println!(
        "{} waits for the disk, {answers} answers, one after the other",
        count(&deeds, Deed::Waited)
    );
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
    let commands: usize = playing.join_all().await.into_iter().sum();
    let commits = commits(&player).await;
    server.stop();
    let deeds = deeds(&trace);
    let (waits, answers) = (count(&deeds, Deed::Waited), count(&deeds, Deed::Answered));
    println!("{waits} waits for the disk, {commits} commits, {answers} answers in {PLAYERS} games");
    assert_eq!(answers, commands, "every answer was seen");
    assert!(commits < answers, "{commits} commits, {answers} answers");
    assert!(commits <= waits, "{commits} commits, {waits} waits");
}
