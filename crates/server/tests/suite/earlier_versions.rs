//! What version 0.1.0 has stored is opened, shown, replayed and played on: the database file with
//! SQLite, the exported archive with PostgreSQL. `fixtures/0.1.0` was made with that version:
//! three people, tables of every game in every stage, chat, an answer in advance, a day's deal.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use server::config::{Clock, Retention};
use server::store::{Database, archive};

use crate::player::Player;
use crate::support::{Home, Running, on_both};

on_both!(
    people_of_earlier_versions_are_known,
    games_of_earlier_versions_are_shown_as_they_were,
    games_of_earlier_versions_are_played_on,
);

/// An hour after the last entry of the fixture: no clock has run out.
const SOON_AFTER: i64 = 1_795_033_600_000;
const GAMES: [&str; 3] = ["tipperary", "glen-more", "foxy-and-wooly"];

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/0.1.0").join(name)
}

/// What the fixture holds.
fn expected() -> Value {
    serde_json::from_slice(&std::fs::read(fixture("expected.json")).unwrap()).unwrap()
}

/// A server of today with the data of then.
async fn serve(home: &Home) -> Running {
    match &home.database {
        Database::Sqlite(path) => {
            std::fs::copy(fixture("bellwether.sqlite"), path).unwrap();
        }
        database @ Database::Postgres(_) => {
            let lines = std::fs::read(fixture("archive.jsonl")).unwrap();
            archive::import(&mut lines.as_slice(), database).await.unwrap();
        }
    }
    // Sessions last 400 days. Those of the fixture begin today, whenever that is.
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64;
    let query = sqlx::query("UPDATE sessions SET created_at = $1").bind(now);
    query.execute(&mut home.connect().await).await.unwrap();
    home.serve_with(|config| {
        config.clock = Clock::by_hand(SOON_AFTER);
        config.retention = Retention { guest_days: 0, unstarted_table_days: 0 };
    })
    .await
}

/// A person of then, with the cookie of then.
fn person(running: &Running, name: &str) -> Player {
    let player = Player::new(&running.address);
    let cookie = expected()["people"][name]["cookie"].as_str().unwrap().to_owned();
    player.set_cookie(Some(cookie));
    player
}

fn table(game: &str, stage: &str) -> String {
    expected()["tables"][game][stage]["id"].as_str().unwrap().to_owned()
}

async fn people_of_earlier_versions_are_known(home: Home) {
    let running = serve(&home).await;
    let expected = expected();
    for name in ["orla", "finn"] {
        let me = person(&running, name).get("/api/me").await.ok();
        assert_eq!(me["id"], expected["people"][name]["id"]);
        assert_eq!(me["name"], expected["people"][name]["name"]);
    }
    let visitor = Player::new(&running.address);
    let credentials = json!({"name": "Orla", "password": expected["people"]["orla"]["password"]});
    let orla = visitor.post("/api/sign-in", credentials).await.ok();
    assert_eq!(orla["id"], expected["people"]["orla"]["id"]);
    let program = &expected["people"]["program"];
    let program_client = visitor.with_token(program["token"].as_str().unwrap());
    assert_eq!(program_client.get("/api/me").await.ok()["id"], program["id"]);
    let ratings = format!("/api/people/{}/ratings", orla["id"].as_str().unwrap());
    assert_eq!(visitor.get(&ratings).await.ok(), expected["ratings"]);
    running.stop().await;
}

async fn games_of_earlier_versions_are_shown_as_they_were(home: Home) {
    let running = serve(&home).await;
    let (orla, expected) = (person(&running, "orla"), expected());
    for game in GAMES {
        for stage in ["gathering", "running", "ended"] {
            let id = table(game, stage);
            let seq = &expected["tables"][game][stage]["seq"];
            assert_eq!(&orla.view(&id).await["seq"], seq, "{game}, {stage}");
        }
        let ended = table(game, "ended");
        let record = orla.get(&format!("/api/tables/{ended}/record")).await.text;
        assert_eq!(json!(record), expected["tables"][game]["ended"]["record"]);
        assert!(orla.get(&format!("/api/tables/{ended}/fairness")).await.ok()["draws"].is_u64());
        let chat = format!("/api/tables/{}/chat", table(game, "running"));
        let lines = orla.get(&chat).await.ok()["lines"].clone();
        let texts: Vec<&Value> = lines.as_array().unwrap().iter().map(|l| &l["text"]).collect();
        assert_eq!(texts, ["Sláinte from Orla", "Sláinte from Guest 3k4m"]);
    }
    let today = expected["tables"]["today"]["id"].as_str().unwrap();
    assert_eq!(orla.view(today).await["stage"], "ended");
    let plan = format!("/api/tables/{}/plans/1", table("foxy-and-wooly", "running"));
    assert_eq!(orla.get(&plan).await.ok(), json!({"plan": "chase 6 below 2"}));
    running.stop().await;
}

async fn games_of_earlier_versions_are_played_on(home: Home) {
    let running = serve(&home).await;
    let players = [person(&running, "orla"), person(&running, "finn")];
    for game in GAMES {
        let gathering = table(game, "gathering");
        players[0].join(&gathering).await;
        players[1].does(&gathering, json!({"do": "start"})).await.ok();
        for id in [gathering, table(game, "running")] {
            play_to_the_end(&players, &id).await;
            let fairness = players[0].get(&format!("/api/tables/{id}/fairness")).await;
            assert!(fairness.ok()["draws"].is_u64(), "{game}");
        }
    }
    running.stop().await;
}

/// People make the first legal action of whichever own seat is to act; bots play in between.
async fn play_to_the_end(players: &[Player; 2], id: &str) {
    let ids = [players[0].id().await, players[1].id().await];
    loop {
        let view = players[0].view(id).await;
        if view["stage"] == "ended" {
            return;
        }
        let legal = players[0].get(&format!("/api/tables/{id}/legal")).await.ok();
        for entry in legal.as_array().unwrap() {
            let seat = entry["seat"].as_u64().unwrap();
            let owner = &view["seated"][seat as usize - 1];
            let Some(player) = ids.iter().position(|id| owner == id) else { continue };
            let act = json!({"do": "act", "seat": seat, "action": entry["actions"][0]});
            // Another seat may have acted in between: the list is asked for again then.
            players[player].does(id, act).await;
        }
    }
}
