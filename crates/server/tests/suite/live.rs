//! The live part over real WebSockets.

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::nonsense::every_command;
use crate::player::{Live, Player, started, take_turn};
use crate::support::{Home, on_both};

on_both!(
    what_happens_is_told_to_everyone_who_watches,
    after_a_break_nothing_is_missing_and_nothing_comes_twice,
    a_game_can_be_played_on_the_socket,
    a_spectator_can_act_on_nothing,
    whoever_looks_around_is_told_what_changes,
    what_is_not_understood_is_answered,
    a_stopping_server_says_so,
);

async fn act(live: &mut Live, table: &str, id: &str, (seat, action): (u64, String)) {
    let command = json!({"do": "act", "seat": seat, "action": action});
    live.say(json!({"type": "command", "table": table, "id": id, "command": command})).await;
}

async fn what_happens_is_told_to_everyone_who_watches(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let table = one.open(2).await;
    let stranger = Player::new(&running.address);
    let mut watching = [one.live().await, other.live().await, stranger.live().await];
    for live in &mut watching {
        live.subscribe(&table, 0).await;
        assert_eq!(live.entries_up_to(1).await, [1]);
    }
    one.join(&table).await;
    for live in &mut watching {
        let message = live.hear_of("entries").await;
        assert_eq!(message["entries"][0]["kind"], "joined");
        let name = &message["names"][one.id().await];
        assert!(name.as_str().unwrap().starts_with("Guest "), "{message}");
    }
    watching[0].say(json!({"type": "unsubscribe", "table": table})).await;
    other.join(&table).await;
    assert_eq!(watching[1].entries_up_to(3).await, [3]);
    running.stop().await;
}

async fn after_a_break_nothing_is_missing_and_nothing_comes_twice(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    let mut seen = Vec::new();
    for _ in 0..6 {
        let mut live = one.live().await;
        live.subscribe(&table, seen.last().copied().unwrap_or(0)).await;
        take_turn(&table, &[&one, &other]).await.unwrap();
        let last = one.view(&table).await["seq"].as_u64().unwrap();
        seen.extend(live.entries_up_to(last).await);
        drop(live);
        // Something happens while nobody listens.
        take_turn(&table, &[&one, &other]).await.unwrap();
    }
    let last = *seen.last().unwrap();
    assert_eq!(seen, (1..=last).collect::<Vec<_>>());
    running.stop().await;
}

async fn a_game_can_be_played_on_the_socket(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    let mut lives = [one.live().await, other.live().await];
    for number in 0..10 {
        let Some((seat, action)) = one.next_action(&table).await else { break };
        let live = &mut lives[seat as usize - 1];
        let id = format!("m{number}");
        act(live, &table, &id, (seat, action.clone())).await;
        let done = live.hear_of("done").await;
        assert_eq!(done["id"], id.as_str());
        act(live, &table, &id, (seat, action)).await;
        assert_eq!(live.hear_of("done").await["seq"], done["seq"], "sent twice, done once");
    }
    act(&mut lives[0], &table, "x", (1, "nonsense".to_owned())).await;
    let refused = lives[0].hear_of("refused").await;
    assert_eq!((&refused["id"], &refused["again"]), (&json!("x"), &json!(false)));
    running.stop().await;
}

async fn a_spectator_can_act_on_nothing(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    let before = one.log(&table, 0).await;
    let commands = every_command();
    assert!(commands.len() > 15);
    let stranger = running.player().await;
    let mut guest = stranger.live().await;
    let mut nobody = Player::new(&running.address).live().await;
    for live in [&mut guest, &mut nobody] {
        for command in &commands {
            let id = "1";
            live.say(json!({"type": "command", "table": table, "id": id, "command": command}))
                .await;
            assert_eq!(live.hear().await["type"], "refused", "{command}");
        }
    }
    for command in commands {
        stranger.does(&table, command).await.error(422);
    }
    let at = |what: &str| format!("/api/tables/{table}/{what}");
    stranger.put(&at("plans/1"), json!({"plan": "chase 1 below 3"})).await.error(422);
    stranger.post(&at("chat"), json!({"text": "psst"})).await.error(422);
    assert_eq!(one.log(&table, 0).await, before);
    one.does(&table, json!({"do": "resign", "seat": 1})).await.ok();
    stranger.post(&at("rematch"), ()).await.error(422);
    running.stop().await;
}

async fn whoever_looks_around_is_told_what_changes(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let seats = [json!({"for": "person"}), json!({"for": "person"})];
    let table = one.open_as(json!({"game": "foxy-and-wooly", "seats": seats})).await;
    other.join(&table).await;
    one.begin(&table).await;
    running.stop().await;
    // Another server has nothing left to tell of that.
    let running = home.serve().await;
    let (one, other) = (one.at(&running.address), other.at(&running.address));
    let mut nobody = Player::new(&running.address).live().await;
    let mut looking = one.live().await;
    nobody.say(json!({"type": "look-around"})).await;
    assert_eq!(nobody.hear().await, lists(true, false), "the first comes at once");
    looking.say(json!({"type": "look-around"})).await;
    assert_eq!(looking.hear().await, lists(true, true));
    take_turn(&table, &[&other, &one]).await.unwrap();
    assert_eq!(looking.hear().await, lists(false, true));
    let public = other.open(2).await;
    assert_eq!(nobody.hear().await, lists(true, false), "a move elsewhere is nothing to it");
    assert_eq!(looking.hear().await, lists(true, false));
    nobody.say(json!({"type": "look-away"})).await;
    nobody.say(json!({})).await;
    assert_eq!(nobody.hear().await["type"], "failed");
    other.join(&public).await;
    assert_eq!(looking.hear().await, lists(true, false));
    nobody.say(json!({})).await;
    assert_eq!(nobody.hear().await["type"], "failed", "it looks no more");
    running.stop().await;
}

/// What a page is told when lists have changed.
fn lists(open: bool, mine: bool) -> Value {
    json!({"type": "lists", "open": open, "mine": mine})
}

async fn what_is_not_understood_is_answered(home: Home) {
    let running = home.serve().await;
    let mut live = running.player().await.live().await;
    for wrong in [json!({}), json!([]), json!({"type": "dance"}), json!({"type": "subscribe"})] {
        live.say(wrong).await;
        let answer = live.hear().await;
        assert_eq!(answer["type"], "failed", "{answer}");
    }
    live.subscribe("0000000000000000", 0).await;
    assert_eq!(live.hear().await["error"], "there is no such table");
    live.say(json!({"type": "subscribe", "after": "x".repeat(20_000)})).await;
    assert!(!matches!(live.next().await, Some(Message::Text(_))), "too long a message");
    running.stop().await;
}

async fn a_stopping_server_says_so(home: Home) {
    let running = home.serve().await;
    let mut live = running.player().await.live().await;
    running.stop().await;
    let Some(Message::Close(Some(frame))) = live.next().await else { panic!("a farewell") };
    assert_eq!(u16::from(frame.code), 1012);
}
