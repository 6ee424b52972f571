//! Results and ratings.

use serde_json::{Value, json};

use crate::player::{Player, foxy, play_to_the_end, started, started_as};
use crate::support::{Home, on_both};

on_both!(
    a_game_that_ended_is_counted_for_everyone,
    ratings_are_kept_for_each_game_and_number_of_players_and_for_bots,
    what_does_not_count_is_not_counted,
    games_that_ended_while_nobody_counted_are_counted_later,
);

/// The profile, once that many games are in it.
pub(crate) async fn profile(player: &Player, games: u64) -> Value {
    let path = format!("/api/people/{}", player.id().await);
    loop {
        let profile = player.get(&path).await.ok();
        if profile["games"].as_u64().unwrap() >= games {
            return profile;
        }
    }
}

async fn resigned(loser: &Player, winner: &Player) {
    let table = started(loser, winner).await;
    loser.does(&table, json!({"do": "resign", "seat": 1})).await.ok();
}

async fn a_game_that_ended_is_counted_for_everyone(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    play_to_the_end(&table, &[&one, &other]).await;
    let (first, second) = (profile(&one, 1).await, profile(&other, 1).await);
    let place = |profile: &Value| profile["results"][0]["place"].as_u64().unwrap();
    let places = (place(&first), place(&second));
    assert!(matches!(places, (1, 1 | 2) | (2, 1)), "{places:?}");
    assert_eq!(first["results"][0]["table"], table.as_str());
    let rating = |profile: &Value| profile["ratings"][0]["rating"].as_f64().unwrap();
    let drift = rating(&first) + rating(&second) - 50.0;
    assert!(drift.abs() < 1e-9, "what one wins the other loses");
    assert_eq!(first["ratings"][0]["pool"], "people");
    // A second game, which the first one gives up.
    resigned(&one, &other).await;
    let (after, ahead) = (profile(&one, 2).await, profile(&other, 2).await);
    assert!(rating(&after) < rating(&first) && rating(&ahead) > rating(&second));
    assert_eq!(after["ratings"][0]["games"], 2);
    let (one_id, other_id) = (one.id().await, other.id().await);
    let history = format!("/api/people/{one_id}/history?game=foxy-and-wooly&players=2");
    assert_eq!(one.get(&history).await.ok().as_array().unwrap().len(), 2);
    let against = one.get(&format!("/api/people/{one_id}/against/{other_id}")).await.ok();
    let sum = |field: &str| against[0][field].as_u64().unwrap();
    assert_eq!(sum("ahead") + sum("behind") + sum("level"), 2, "{against}");
    assert!(sum("behind") >= 1);
    running.stop().await;
}

async fn ratings_are_kept_for_each_game_and_number_of_players_and_for_bots(home: Home) {
    let running = home.serve().await;
    let one = running.player().await;
    let (person, bot) = (json!({"for": "person"}), json!({"for": "bot", "level": 2}));
    let tables = [("foxy-and-wooly", 1), ("foxy-and-wooly", 2), ("tipperary", 1), ("tipperary", 1)];
    for (game, bots) in tables {
        let seats = [vec![person.clone()], vec![bot.clone(); bots]].concat();
        let table = started_as(json!({"game": game, "seats": seats}), &[&one]).await;
        one.does(&table, json!({"do": "resign", "seat": 1})).await.ok();
    }
    profile(&one, 4).await;
    let path = |player: &str| format!("/api/people/{player}/ratings");
    let ratings =
        async |player: &str| one.get(&path(player)).await.ok().as_array().unwrap().clone();
    let kept = |rating: &Value| {
        let number = |field: &str| rating[field].as_u64().unwrap();
        (rating["game"].as_str().unwrap().to_owned(), number("players"), number("games"))
    };
    let (own, bots) = (ratings(&one.id().await).await, ratings("level2").await);
    let mut of_bots: Vec<_> = bots.iter().map(kept).collect();
    of_bots.sort();
    let foxy = |players, games| ("foxy-and-wooly".to_owned(), players, games);
    assert_eq!(of_bots, [foxy(2, 1), foxy(3, 1), ("tipperary".to_owned(), 2, 2)]);
    let mut of_person: Vec<_> = own.iter().map(kept).collect();
    of_person.sort();
    assert_eq!(of_person, of_bots, "the bot has played every game that the person has");
    let is_above = |rating: &Value| rating["rating"].as_f64().unwrap() > 25.0;
    assert!(bots.iter().all(is_above) && !own.iter().any(is_above), "{bots:?} {own:?}");
    running.stop().await;
}

async fn what_does_not_count_is_not_counted(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    let table = started(&one, &other).await;
    one.does(&table, json!({"do": "offer-end"})).await.ok();
    other.does(&table, json!({"do": "offer-end"})).await.ok();
    let mut spec = foxy(2);
    spec["hot_seat"] = json!(true);
    let hot = started_as(spec, &[&one]).await;
    play_to_the_end(&hot, &[&one, &one]).await;
    // Tables are counted one after the other, so those before were, when this one is.
    resigned(&one, &other).await;
    let profile = profile(&one, 1).await;
    assert_eq!((&profile["games"], &profile["won"]), (&json!(1), &json!(0)), "{profile}");
    one.get("/api/people/level3").await.error(404);
    assert_eq!(one.get("/api/people/level3/ratings").await.ok(), json!([]));
    one.get("/api/people/nonsense").await.error(404);
    one.get("/api/people/0000000000000000").await.error(404);
    running.stop().await;
}

async fn games_that_ended_while_nobody_counted_are_counted_later(home: Home) {
    let running = home.serve().await;
    let (one, other) = (running.player().await, running.player().await);
    for _ in 0..3 {
        resigned(&one, &other).await;
    }
    running.stop().await;
    let running = home.serve().await;
    let (one, other) = (one.at(&running.address), other.at(&running.address));
    let (loser, winner) = (profile(&one, 3).await, profile(&other, 3).await);
    assert_eq!((&loser["games"], &winner["won"]), (&json!(3), &json!(3)));
    running.stop().await;
}

#[tokio::test]
async fn two_servers_count_a_table_once() {
    let home = Home::postgres().await;
    let (here, there) = (home.serve().await, home.serve().await);
    let (one, other) = (here.player().await, here.player().await);
    // Games that end at the same time at both servers, with the same people.
    let (far_one, far_other) = (one.at(&there.address), other.at(&there.address));
    for _ in 0..4 {
        tokio::join!(resigned(&one, &other), resigned(&far_other, &far_one));
    }
    let profile = profile(&one, 8).await;
    assert_eq!((&profile["games"], &profile["won"]), (&json!(8), &json!(4)));
    assert_eq!(profile["ratings"][0]["games"], 8, "no rating is missing and none is there twice");
    here.stop().await;
    there.stop().await;
}
