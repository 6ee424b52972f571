//! Tables over HTTP.

use registry::{AnyGame, Fairness, Registry};
use serde_json::{Value, json};
use server::id::PersonId;
use server::wire::TableView;

use crate::player::{Player, play_to_the_end, started, started_as};
use crate::support::{Home, on_both};

on_both!(
    a_whole_game_can_be_played_and_checked,
    only_the_seats_person_can_act,
    people_say_that_they_are_ready_and_programs_always_are,
    what_is_sent_twice_is_done_once,
    an_id_is_for_one_thing_only,
    everything_is_there_after_a_restart,
    tables_are_found,
    lists_say_whose_turn_it_is,
    a_table_is_opened_as_asked_for,
    what_is_taken_back_stays_in_the_log_and_leaves_the_record,
    a_rematch_is_one_table_with_seats_rotated,
    actions_at_the_same_time_are_all_decided,
    wrong_requests_are_refused_with_a_sentence,
);

async fn a_whole_game_can_be_played_and_checked(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    let query = sqlx::query_scalar("SELECT seed FROM tables WHERE id = $1").bind(table.clone());
    let seed: String = query.fetch_one(&mut home.connect().await).await.unwrap();
    let seed: server::secret::Secret = seed.parse().unwrap();
    let commit = &one.log(&table, 0).await[0]["commit"];
    assert_eq!(commit.as_str().unwrap(), seed.commitment().to_string());
    let fairness = format!("/api/tables/{table}/fairness");
    let secret = one.get(&fairness).await.error(422);
    assert_eq!(secret, "the game has not ended: its seed is still secret");
    play_to_the_end(&table, &[&one, &other]).await;
    let view = one.view(&table).await;
    assert_eq!((&view["stage"], &view["turn"]), (&json!("ended"), &json!("over")));
    assert_eq!(one.get(&fairness).await.ok()["draws"], 21);
    let record = one.get(&format!("/api/tables/{table}/record")).await.text;
    let game = AnyGame::load(&Registry::new(), &record).unwrap();
    assert_eq!(game.fairness(), Ok(Fairness::Verified(21)));
    running.stop().await;
}

async fn people_say_that_they_are_ready_and_programs_always_are(home: Home) {
    let running = home.serve().await;
    let (aoife, other) = (running.player().await, running.player().await);
    aoife.claim("Aoife").await;
    let program = aoife.program("Woolbot").await;
    let table = aoife.open(2).await;
    program.join(&table).await;
    other.join(&table).await;
    other.does(&table, json!({"do": "ready", "yes": true})).await.ok();
    let log = other.log(&table, 0).await;
    let said = |entry: &Value| (entry["kind"].clone(), entry["ready"].clone());
    assert_eq!(said(&log[1]), (json!("joined"), json!(true)), "a program has not to be asked");
    assert_eq!(said(&log[2]), (json!("joined"), Value::Null));
    assert_eq!((&log[3]["kind"], &log[3]["yes"]), (&json!("ready"), &json!(true)));
    let refused = aoife.does(&table, json!({"do": "ready", "yes": true})).await.error(422);
    assert_eq!(refused, "you do not sit at this table");
    running.stop().await;
}

async fn only_the_seats_person_can_act(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    let (seat, action) = one.next_action(&table).await.unwrap();
    let act = json!({"do": "act", "seat": seat, "action": action});
    let rival = if seat == 1 { &other } else { &one };
    let refused = rival.does(&table, act.clone()).await.error(422);
    assert_eq!(refused, format!("seat {seat} is not yours"));
    let spectator = running.player().await;
    let refused = spectator.does(&table, act.clone()).await.error(422);
    assert_eq!(refused, "you do not sit at this table");
    Player::new(&running.address).does(&table, act).await.error(401);
    running.stop().await;
}

async fn what_is_sent_twice_is_done_once(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    let (seat, action) = one.next_action(&table).await.unwrap();
    let player = if seat == 1 { &one } else { &other };
    let command = json!({"do": "act", "seat": seat, "action": action});
    let order = json!({"id": "abc-1", "command": command});
    let first = player.order(&table, order.clone()).await.ok();
    let after = one.log(&table, 0).await.len();
    assert_eq!(player.order(&table, order.clone()).await.ok(), first);
    assert_eq!(one.log(&table, 0).await.len(), after);
    let rival = if seat == 1 { &other } else { &one };
    rival.order(&table, order.clone()).await.error(422);
    running.stop().await;
    let running = home.serve().await;
    let again = player.at(&running.address).order(&table, order).await.ok();
    assert_eq!(again, first);
    running.stop().await;
}

async fn an_id_is_for_one_thing_only(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let table = one.open(2).await;
    let contribution = "5a".repeat(32);
    let sent = [
        json!({"id": "a", "command": {"do": "join", "contribution": contribution}}),
        json!({"id": "b", "command": {"do": "ready", "yes": true}}),
        json!({"id": "c", "command": {"do": "ready", "yes": false}}),
    ];
    let mut done = Vec::new();
    for order in &sent {
        done.push(one.order(&table, order.clone()).await.ok());
    }
    other.join(&table).await;
    one.does(&table, json!({"do": "start"})).await.ok();
    let chat = format!("/api/tables/{table}/chat");
    let said = one.post(&chat, json!({"id": "a", "text": "Well met!"})).await.ok();
    let before = one.log(&table, 0).await;
    let check = async |one: &Player| {
        for (order, done) in sent.iter().zip(&done) {
            assert_eq!(&one.order(&table, order.clone()).await.ok(), done, "the same again");
        }
        let same = json!({"id": "a", "text": " Well met! "});
        assert_eq!(one.post(&chat, same).await.ok(), said);
        let others = [
            ("a", json!({"do": "join", "contribution": "5b".repeat(32)})),
            ("b", json!({"do": "ready", "yes": false})),
            ("b", json!({"do": "start"})),
            ("c", json!({"do": "offer-end"})),
        ];
        let mut live = one.live().await;
        for (id, command) in others {
            let answer = one.order(&table, json!({"id": id, "command": command})).await;
            assert!(answer.error(422).contains("this id was used for something else"));
            live.say(json!({"type": "command", "table": table, "id": id, "command": command}))
                .await;
            let refused = live.hear_of("refused").await;
            assert!(refused["error"].as_str().unwrap().contains("this id was used"), "{refused}");
            assert_eq!(refused["again"], false);
        }
        one.post(&chat, json!({"id": "a", "text": "Farewell!"})).await.error(422);
        live.say(json!({"type": "say", "table": table, "id": "a", "text": "Farewell!"})).await;
        assert_eq!(live.hear_of("refused").await["again"], false);
        assert_eq!(one.log(&table, 0).await, before, "nothing was done");
    };
    check(&one).await;
    running.stop().await;
    let running = home.serve().await;
    check(&one.at(&running.address)).await;
    running.stop().await;
}

async fn everything_is_there_after_a_restart(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    let (view, log) = (one.view(&table).await, one.log(&table, 0).await);
    running.stop().await;
    let running = home.serve().await;
    let one = one.at(&running.address);
    assert_eq!((one.view(&table).await, one.log(&table, 0).await), (view, log));
    play_to_the_end(&table, &[&one, &other.at(&running.address)]).await;
    assert_eq!(one.get(&format!("/api/tables/{table}/fairness")).await.ok()["draws"], 21);
    running.stop().await;
}

async fn tables_are_found(home: Home) {
    let running = home.serve().await;
    let one = running.player().await;
    let public = one.open(2).await;
    let spec = json!({"game": "foxy-and-wooly", "seats": [{"for": "person"}, {"for": "person"}]});
    let private = one.post("/api/tables", spec).await.ok()["table"].clone();
    let listed = Player::new(&running.address).get("/api/tables").await.ok();
    assert_eq!(listed.as_array().unwrap().len(), 1);
    assert_eq!(listed[0]["id"], public.as_str());
    one.join(private.as_str().unwrap()).await;
    let mine = one.get("/api/me/tables").await.ok();
    assert_eq!((&mine[0]["id"], mine.as_array().unwrap().len()), (&private, 1));
    assert_eq!(
        mine[0],
        one.view(private.as_str().unwrap()).await,
        "a list has all there is to see"
    );
    let games = one.get("/api/games").await.ok();
    assert!(games.as_array().unwrap().iter().any(|game| game["id"] == "foxy-and-wooly"));
    running.stop().await;
}

async fn lists_say_whose_turn_it_is(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    let ids: Vec<PersonId> =
        [one.id().await, other.id().await].iter().map(|id| id.parse().unwrap()).collect();
    let listed: Vec<TableView> = serde_json::from_value(one.get("/api/tables").await.ok()).unwrap();
    let (seat, _) = one.next_action(&table).await.unwrap();
    let waits = ids.iter().map(|id| listed[0].waits_for(id));
    assert_eq!(waits.collect::<Vec<_>>(), [seat == 1, seat == 2]);
    assert_eq!(listed[0].free_for(None), 0);
    play_to_the_end(&table, &[&one, &other]).await;
    let open = one.open(2).await;
    one.join(&open).await;
    let mine: Vec<TableView> =
        serde_json::from_value(one.get("/api/me/tables").await.ok()).unwrap();
    let stages: Vec<&str> = mine.iter().map(|table| table.stage.as_str()).collect();
    assert_eq!(stages, ["gathering", "ended"], "what has ended comes last");
    assert!(!mine[1].waits_for(&ids[0]) && mine[1].names.len() == 2);
    running.stop().await;
}

async fn a_table_is_opened_as_asked_for(home: Home) {
    let running = home.serve().await;
    let one = running.player().await;
    let spec = json!({
        "game": "tipperary",
        "options": {"order": "in-turn"},
        "set": "meadowlark-1",
        "seats": [{"for": "person"}, {"for": "bot", "level": 4}, {"for": "person", "kept_for": one.id().await}],
        "clock": {"kind": "correspondence", "hours": 72},
        "stand_in": 5,
    });
    let table = one.open_as(spec.clone()).await;
    let opened = one.log(&table, 0).await[0]["spec"].clone();
    for (field, value) in spec.as_object().unwrap() {
        assert_eq!(&opened[field], value, "{field}");
    }
    let (first, third) = (&opened["public"], &opened["hot_seat"]);
    assert_eq!((first, third), (&json!(false), &json!(false)));
    one.join(&table).await;
    assert_eq!(
        one.view(&table).await["seated"][2],
        one.id().await.as_str(),
        "it was kept for them"
    );
    one.does(&table, json!({"do": "leave"})).await.ok();
    assert_eq!(one.view(&table).await["seated"], json!([null, null, null]));
    let record = one.get(&format!("/api/tables/{table}/record")).await.text;
    assert!(record.contains("[option \"order\" \"in-turn\"]"), "{record}");
    assert!(record.contains("[set \"meadowlark-1\"]"), "{record}");
    running.stop().await;
}

async fn what_is_taken_back_stays_in_the_log_and_leaves_the_record(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let players = [&one, &other];
    let table = started(&one, &other).await;
    let record = async || one.get(&format!("/api/tables/{table}/record")).await.text;
    let before = record().await;
    let (seat, _) = one.next_action(&table).await.unwrap();
    let (first, second) = (players[seat as usize - 1], players[2 - seat as usize]);
    let chase = |seat: u64| json!({"do": "act", "seat": seat, "action": "chase"});
    let chased = first.does(&table, chase(seat)).await.ok()["seq"].as_u64().unwrap();
    assert_ne!(record().await, before);
    let undo = json!({"do": "undo", "seat": seat});
    assert_eq!(
        second.does(&table, undo.clone()).await.error(422),
        format!("seat {seat} is not yours")
    );
    first.does(&table, undo.clone()).await.ok();
    assert_eq!(record().await, before);
    let again = first.does(&table, chase(seat)).await.ok()["seq"].as_u64().unwrap();
    second.does(&table, chase(3 - seat)).await.ok();
    let refused = first.does(&table, undo).await.error(422);
    assert_eq!(refused, "somebody else has acted on it: ask the others to go back");
    let ask = json!({"do": "ask-undo", "to": again});
    let answer = |yes: bool| json!({"do": "answer-undo", "yes": yes});
    first.does(&table, ask.clone()).await.ok();
    second.does(&table, answer(false)).await.ok();
    assert_ne!(record().await, before, "one no is enough");
    first.does(&table, ask).await.ok();
    second.does(&table, answer(true)).await.ok();
    assert_eq!(record().await, before);
    let log = one.log(&table, 0).await;
    let taken: Vec<&Value> = log.iter().filter(|entry| entry["kind"] == "undone").collect();
    assert_eq!((&taken[0]["taken"], taken.len()), (&json!([chased]), 2));
    let acted = log.iter().filter(|entry| entry["action"] == "chase").count();
    assert_eq!(acted, 3, "what was taken back has happened all the same");
    play_to_the_end(&table, &players).await;
    one.get(&format!("/api/tables/{table}/fairness")).await.ok();
    running.stop().await;
}

async fn a_rematch_is_one_table_with_seats_rotated(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    let path = format!("/api/tables/{table}/rematch");
    one.post(&path, ()).await.error(422);
    one.does(&table, json!({"do": "resign", "seat": 1})).await.ok();
    let (first, second) = tokio::join!(one.post(&path, ()), other.post(&path, ()));
    let (first, second) = (first.ok(), second.ok());
    assert_eq!(first, second);
    assert_eq!(one.post(&path, ()).await.ok(), first);
    assert_eq!(one.view(&table).await["rematch"], first["table"]);
    let rematches = one.log(&table, 0).await;
    assert_eq!(rematches.iter().filter(|entry| entry["kind"] == "rematch").count(), 1);
    let rematch = first["table"].as_str().unwrap();
    one.join(rematch).await;
    other.join(rematch).await;
    let seated = one.view(rematch).await["seated"].clone();
    assert_eq!(seated, json!([other.id().await, one.id().await]));
    let seats = json!([{"for": "person"}, {"for": "person"}, {"for": "bot", "level": 1}]);
    let table =
        started_as(json!({"game": "foxy-and-wooly", "seats": seats}), &[&one, &other]).await;
    one.does(&table, json!({"do": "offer-end"})).await.ok();
    other.does(&table, json!({"do": "offer-end"})).await.ok();
    let rematch = one.post(&format!("/api/tables/{table}/rematch"), ()).await.ok();
    let spec = one.log(rematch["table"].as_str().unwrap(), 0).await[0]["spec"].clone();
    let kept = async |player: &Player| json!({"for": "person", "kept_for": player.id().await});
    let bot = json!({"for": "bot", "level": 1});
    assert_eq!(spec["seats"], json!([bot, kept(&one).await, kept(&other).await]));
    running.stop().await;
}

async fn actions_at_the_same_time_are_all_decided(home: Home) {
    let running = home.serve().await;
    let players = [running.player().await, running.player().await, running.player().await];
    let table = players[0].open(3).await;
    // Three people want the same seat: one gets it, the others hear why not.
    let join = |player: &Player| {
        let contribution = "00".repeat(32);
        let order = json!({"do": "join", "seat": 2, "contribution": contribution});
        let (player, table) = (player.at(&running.address), table.clone());
        async move { player.does(&table, order).await.status.as_u16() }
    };
    let outcomes = tokio::join!(join(&players[0]), join(&players[1]), join(&players[2]));
    let mut outcomes = [outcomes.0, outcomes.1, outcomes.2];
    outcomes.sort_unstable();
    assert_eq!(outcomes, [200, 422, 422]);
    running.stop().await;
}

async fn wrong_requests_are_refused_with_a_sentence(home: Home) {
    let running = home.serve().await;
    let one = running.player().await;
    let spec = json!({"game": "chess", "seats": [{"for": "person"}]});
    assert!(one.post("/api/tables", spec).await.error(422).starts_with("there is no game"));
    let spec = json!({"game": "foxy-and-wooly", "seats": [], "colour": "green"});
    assert!(one.post("/api/tables", spec).await.error(400).contains("unknown field `colour`"));
    one.get("/api/tables/nonsense").await.error(404);
    one.get("/api/tables/0000000000000000").await.error(404);
    one.get("/api/nonsense").await.error(404);
    one.get("/api/tables/0000000000000000/log?after=x").await.error(400);
    let table = one.open(2).await;
    one.does(&table, json!({"do": "dance"})).await.error(400);
    let long = json!({"do": "act", "seat": 1, "action": "x".repeat(70_000)});
    one.does(&table, long).await.error(413);
    running.stop().await;
}
