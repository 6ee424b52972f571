//! Moving a whole server to another database.

use serde_json::json;
use server::store::{ArchiveError, Database, archive};

use crate::player::{Player, play_to_the_end, started};
use crate::support::{Home, on_both};

on_both!(
    a_server_moves_to_another_database,
    a_damaged_archive_is_refused_as_a_whole,
    a_database_with_something_in_it_is_left_alone,
);

async fn exported(database: &Database) -> String {
    let mut lines = Vec::new();
    archive::export(database, &mut lines).await.unwrap();
    String::from_utf8(lines).unwrap()
}

/// A server where something has happened, and its people.
async fn lived_in(home: &Home) -> (Player, Player, String) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    one.claim("Aoife").await;
    one.program("Woolbot").await;
    one.ask(
        reqwest::Method::PUT,
        "/api/me/webhook",
        &[],
        Some(json!({"url": "https://a.example/"})),
    )
    .await
    .ok();
    let finished = started(&one, &other).await;
    play_to_the_end(&finished, &[&one, &other]).await;
    while one.get(&format!("/api/people/{}", one.id().await)).await.ok()["games"] != 1 {}
    let table = started(&one, &other).await;
    one.post(&format!("/api/tables/{table}/chat"), json!({"text": "Well met!"})).await.ok();
    let (plan, body) =
        (format!("/api/tables/{table}/plans/1"), json!({"plan": "chase 18 below 5"}));
    one.ask(reqwest::Method::PUT, &plan, &[], Some(body)).await.ok();
    running.stop().await;
    (one, other, table)
}

async fn a_server_moves_to_another_database(home: Home) {
    let (one, other, table) = lived_in(&home).await;
    let lines = exported(&home.database).await;
    for there in [Home::sqlite(), Home::postgres().await] {
        let rows = archive::import(&mut lines.as_bytes(), &there.database).await.unwrap();
        assert_eq!(rows as usize, lines.lines().count() - 2);
        assert_eq!(exported(&there.database).await, lines, "nothing is lost and nothing added");
        // The same cookies, the same tables, the same future.
        let running = there.serve().await;
        let (one, other) = (one.at(&running.address), other.at(&running.address));
        assert_eq!(one.get("/api/me").await.ok()["name"], "Aoife");
        play_to_the_end(&table, &[&one, &other]).await;
        assert!(one.get(&format!("/api/tables/{table}/fairness")).await.ok()["draws"].is_u64());
        running.stop().await;
    }
    let third = Home::postgres().await;
    archive::copy(&home.database, &third.database).await.unwrap();
    assert_eq!(exported(&third.database).await, lines);
}

async fn a_damaged_archive_is_refused_as_a_whole(home: Home) {
    let from = Home::sqlite();
    lived_in(&from).await;
    let lines = exported(&from.database).await;
    let count = lines.lines().count();
    let without = |gone: usize| -> String {
        let kept = lines.lines().enumerate().filter(|(place, _)| *place != gone);
        kept.flat_map(|(_, line)| [line, "\n"]).collect()
    };
    let damaged = [
        (without(0), 1),
        (without(count - 2), count - 1),
        (without(count - 1), count),
        (format!("{lines}{{}}\n"), count + 1),
        (lines.replacen("\"table\":\"people\"", "\"table\":\"peoples\"", 1), 3),
        (lines.replacen("\"created_at\":", "\"created_at\":\"x\",\"y\":", 1), 3),
        (lines.replacen("\"export\"", "\"exprot\"", 1), 1),
        ("nonsense\n".to_owned(), 1),
        (String::new(), 1),
    ];
    for (text, line) in damaged {
        let error = archive::import(&mut text.as_bytes(), &home.database).await.unwrap_err();
        let is_there =
            matches!(error, ArchiveError::Damaged { line: at, .. } if at as usize == line);
        assert!(is_there, "line {line}: {error}");
    }
    // Nothing is left of all that.
    archive::import(&mut lines.as_bytes(), &home.database).await.unwrap();
    assert_eq!(exported(&home.database).await, lines);
}

async fn a_database_with_something_in_it_is_left_alone(home: Home) {
    lived_in(&home).await;
    let before = exported(&home.database).await;
    let error = archive::import(&mut before.as_bytes(), &home.database).await.unwrap_err();
    assert!(matches!(error, ArchiveError::NotEmpty), "{error}");
    assert_eq!(exported(&home.database).await, before);
    let nowhere = Database::Sqlite("/nowhere/at/all.db".into());
    assert!(archive::export(&nowhere, &mut Vec::new()).await.is_err());
}

#[tokio::test]
async fn a_running_server_is_backed_up() {
    let home = Home::sqlite();
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    let there = Home::sqlite();
    let Database::Sqlite(file) = &there.database else { panic!("it is a file") };
    archive::backup(&home.database, file).await.unwrap();
    let error = archive::backup(&home.database, file).await.unwrap_err();
    assert!(matches!(error, ArchiveError::File(_)), "what is there is not overwritten: {error}");
    // The game goes on, and from the backup as well.
    play_to_the_end(&table, &[&one, &other]).await;
    running.stop().await;
    let again = there.serve().await;
    play_to_the_end(&table, &[&one.at(&again.address), &other.at(&again.address)]).await;
    again.stop().await;
    let postgres = Home::postgres().await;
    let error = archive::backup(&postgres.database, file).await.unwrap_err();
    assert!(matches!(error, ArchiveError::NotAFile));
}
