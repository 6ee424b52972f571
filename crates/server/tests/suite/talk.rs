//! Who is at a table, and what they say to each other.

use std::num::NonZeroU32;

use serde_json::{Value, json};

use crate::player::{Live, Player, started};
use crate::support::{Home, on_both};

on_both!(
    what_is_said_is_heard_by_everyone,
    after_a_break_no_line_is_missing_and_none_comes_twice,
    a_line_sent_twice_is_said_once,
    spectators_talk_only_where_they_may,
    who_is_here_is_told,
    who_is_here_is_told_anew_when_a_seat_changes_hands,
    somebody_who_leaves_for_good_takes_their_words_along,
);

async fn say(live: &mut Live, table: &str, id: &str, text: &str) -> Value {
    live.say(json!({"type": "say", "table": table, "id": id, "text": text})).await;
    loop {
        let message = live.hear().await;
        if message["id"] == id {
            return message;
        }
    }
}

/// Waits until those many sit there with the table open, and so many others watch.
async fn until_here(live: &mut Live, here: usize, spectators: u64) {
    loop {
        let message = live.hear_of("presence").await;
        let count = message["here"].as_array().unwrap().len();
        if (count, message["spectators"].as_u64().unwrap()) == (here, spectators) {
            return;
        }
    }
}

async fn what_is_said_is_heard_by_everyone(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    let mut lives = [one.live().await, Player::new(&running.address).live().await];
    for live in &mut lives {
        live.subscribe(&table, 0).await;
    }
    let path = format!("/api/tables/{table}/chat");
    other.post(&path, json!({"text": " Well met! <b>🐑</b> "})).await.ok();
    for live in &mut lives {
        let chat = live.hear_of("chat").await;
        assert_eq!(chat["lines"][0]["text"], "Well met! <b>🐑</b>");
        let person = other.id().await;
        assert_eq!(chat["lines"][0]["person"], person.as_str());
        assert!(chat["names"][person].as_str().unwrap().starts_with("Guest "));
    }
    let long = json!({"text": "x".repeat(501)});
    assert_eq!(other.post(&path, long).await.error(422), "a line has at most 500 letters");
    assert_eq!(other.get(&path).await.ok()["lines"].as_array().unwrap().len(), 1);
    other.get("/api/tables/0000000000000000/chat").await.error(404);
    running.stop().await;
}

async fn after_a_break_no_line_is_missing_and_none_comes_twice(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    let path = format!("/api/tables/{table}/chat");
    let mut seen = Vec::new();
    for round in 0..5 {
        let mut live = one.live().await;
        let chat = seen.last().copied().unwrap_or(0);
        live.say(json!({"type": "subscribe", "table": table, "after": 0, "chat": chat})).await;
        other.post(&path, json!({"text": format!("line {round}")})).await.ok();
        while seen.last() != Some(&(2 * round + 1)) {
            let lines = live.hear_of("chat").await["lines"].as_array().unwrap().clone();
            seen.extend(lines.iter().map(|line| line["seq"].as_u64().unwrap()));
        }
        drop(live);
        other.post(&path, json!({"text": "nobody listens"})).await.ok();
    }
    assert_eq!(seen, (1..=9).collect::<Vec<_>>());
    running.stop().await;
}

async fn a_line_sent_twice_is_said_once(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    let mut live = one.live().await;
    let first = say(&mut live, &table, "a", "hello").await;
    assert_eq!(first["type"], "done", "{first}");
    assert_eq!(say(&mut live, &table, "a", "hello").await, first);
    let path = format!("/api/tables/{table}/chat");
    let talk = |player: &Player, number: u32| {
        let (player, path) = (player.at(&running.address), path.clone());
        async move { player.post(&path, json!({"text": format!("{number}")})).await.ok() }
    };
    // Both at the same time: each line gets a number of its own.
    for number in 0..5 {
        tokio::join!(talk(&one, number), talk(&other, number));
    }
    let lines = one.get(&path).await.ok()["lines"].as_array().unwrap().clone();
    let seqs: Vec<u64> = lines.iter().map(|line| line["seq"].as_u64().unwrap()).collect();
    assert_eq!(seqs, (1..=11).collect::<Vec<_>>());
    running.stop().await;
}

async fn spectators_talk_only_where_they_may(home: Home) {
    let running = home.serve().await;
    let (one, stranger) = (running.player().await, running.player().await);
    let closed = one.open(2).await;
    let seats = json!([{"for": "person"}, {"for": "person"}]);
    let spec = json!({"game": "foxy-and-wooly", "seats": seats, "open_chat": true});
    let open = one.post("/api/tables", spec).await.ok()["table"].as_str().unwrap().to_owned();
    let mut live = stranger.live().await;
    let refused = say(&mut live, &closed, "a", "psst").await;
    assert_eq!(refused["error"], "only those who sit at this table talk here");
    assert_eq!(say(&mut live, &open, "b", "psst").await["type"], "done");
    let mut nobody = Player::new(&running.address).live().await;
    let refused = say(&mut nobody, &open, "c", "psst").await;
    assert_eq!(refused["error"], "sign in to play: you can only watch");
    running.stop().await;
}

async fn who_is_here_is_told(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    let mut first = one.live().await;
    first.subscribe(&table, 0).await;
    until_here(&mut first, 1, 0).await;
    let mut second = other.live().await;
    second.subscribe(&table, 0).await;
    let mut spectator = Player::new(&running.address).live().await;
    spectator.subscribe(&table, 0).await;
    until_here(&mut first, 2, 1).await;
    // A second page of the same person is still one person.
    let mut again = other.live().await;
    again.subscribe(&table, 0).await;
    drop(spectator);
    until_here(&mut first, 2, 0).await;
    again.say(json!({"type": "unsubscribe", "table": table})).await;
    drop(second);
    until_here(&mut first, 1, 0).await;
    running.stop().await;
}

async fn who_is_here_is_told_anew_when_a_seat_changes_hands(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let stranger = running.player().await;
    let table = started(&one, &other).await;
    let mut lives = [one.live().await, other.live().await, stranger.live().await];
    for live in &mut lives {
        live.subscribe(&table, 0).await;
    }
    until_here(&mut lives[0], 2, 1).await;
    let by = json!({"for": "person"});
    other.does(&table, json!({"do": "ask-replacement", "seat": 2, "by": by})).await.ok();
    one.does(&table, json!({"do": "answer-replacement", "yes": true})).await.ok();
    // Nobody has come or gone, and yet one of them only watches now.
    until_here(&mut lives[0], 1, 2).await;
    stranger.does(&table, json!({"do": "take-over", "seat": 2})).await.ok();
    until_here(&mut lives[0], 2, 1).await;
    running.stop().await;
}

async fn somebody_who_leaves_for_good_takes_their_words_along(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    let path = format!("/api/tables/{table}/chat");
    one.post(&path, json!({"text": "my address is …"})).await.ok();
    one.delete_account().await;
    let lines = other.get(&path).await.ok()["lines"].clone();
    assert_eq!((&lines[0]["seq"], &lines[0]["text"]), (&json!(1), &json!("")));
    running.stop().await;
}

#[tokio::test]
async fn who_talks_too_much_is_held_back() {
    let home = Home::sqlite();
    let few = NonZeroU32::new(2).unwrap();
    let running = home.serve_with(|config| config.limits.lines_per_minute = few).await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    let path = format!("/api/tables/{table}/chat");
    one.post(&path, json!({"text": "1"})).await.ok();
    one.post(&path, json!({"text": "2"})).await.ok();
    one.post(&path, json!({"text": "3"})).await.error(429);
    let refused = say(&mut one.live().await, &table, "a", "3").await;
    assert_eq!((&refused["type"], &refused["again"]), (&json!("refused"), &json!(true)));
    other.post(&path, json!({"text": "4"})).await.ok();
    running.stop().await;
}

#[tokio::test]
async fn two_servers_know_of_each_others_people_and_words() {
    let home = Home::postgres().await;
    let (here, there) = (home.serve().await, home.serve().await);
    let (one, other) = (here.player().await, here.player().await);
    let table = started(&one, &other).await;
    let other = other.at(&there.address);
    let (mut near, mut far) = (one.live().await, other.live().await);
    near.subscribe(&table, 0).await;
    far.subscribe(&table, 0).await;
    until_here(&mut near, 2, 0).await;
    until_here(&mut far, 2, 0).await;
    say(&mut far, &table, "a", "hello over there").await;
    assert_eq!(near.hear_of("chat").await["lines"][0]["text"], "hello over there");
    drop(far);
    until_here(&mut near, 1, 0).await;
    here.stop().await;
    there.stop().await;
}
