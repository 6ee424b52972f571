//! People far from each other at one table.

use anyhow::{Result, ensure};
use e2e::{Evening, Size, Trouble, Visit};
use serde_json::{Value, json};

/// More than any game takes.
const TO_THE_END: usize = 10_000;
/// So many actions, the dealer's included, and one is in the middle of a game.
const A_WHILE: usize = 60;

async fn a_whole_game(game: &str, people: usize) -> Result<()> {
    let evening = Evening::gather(game, people, json!({})).await?;
    evening.start().await?;
    let played = evening.play(TO_THE_END).await?;
    ensure!(played > 10, "a game has more than {played} actions");
    evening.expect_the_same_end().await?;
    evening.end().await
}

#[tokio::test]
async fn two_people_play_foxy_and_wooly() -> Result<()> {
    a_whole_game("foxy-and-wooly", 2).await
}

#[tokio::test]
async fn four_people_play_foxy_and_wooly() -> Result<()> {
    a_whole_game("foxy-and-wooly", 4).await
}

#[tokio::test]
async fn two_people_play_glen_more() -> Result<()> {
    a_whole_game("glen-more", 2).await
}

#[tokio::test]
async fn four_people_play_glen_more() -> Result<()> {
    a_whole_game("glen-more", 4).await
}

#[tokio::test]
async fn two_people_play_tipperary_at_the_same_time() -> Result<()> {
    a_whole_game("tipperary", 2).await
}

#[tokio::test]
async fn four_people_play_tipperary_at_the_same_time() -> Result<()> {
    a_whole_game("tipperary", 4).await
}

#[tokio::test]
async fn whoever_loses_the_network_plays_on_and_returns() -> Result<()> {
    let evening = Evening::gather("tipperary", 2, json!({})).await?;
    evening.start().await?;
    evening.play(A_WHILE).await?;
    let away = &evening.people[1];
    away.set_offline(true).await?;
    away.find(".lost.on").await?;
    // What is done without a network shows at once, and is sent when it is back.
    away.run("document.querySelector('.actions button')?.click()").await?;
    away.set_offline(false).await?;
    away.find(".lost:not(.on)").await?;
    evening.play(TO_THE_END).await?;
    evening.expect_the_same_end().await?;
    evening.end_after(&[Trouble::NoNetwork]).await
}

#[tokio::test]
async fn the_server_is_killed_in_the_middle_and_the_game_goes_on() -> Result<()> {
    let mut evening = Evening::gather("glen-more", 2, json!({})).await?;
    evening.start().await?;
    evening.play(A_WHILE).await?;
    evening.server.kill();
    for visit in &evening.people {
        visit.find(".lost.on").await?;
    }
    evening.server.wake()?;
    for visit in &evening.people {
        visit.find(".lost:not(.on)").await?;
    }
    evening.play(TO_THE_END).await?;
    evening.expect_the_same_end().await?;
    evening.end_after(&[Trouble::NoNetwork]).await
}

#[tokio::test]
async fn a_spectator_sees_everything_and_can_do_nothing() -> Result<()> {
    let evening = Evening::gather("foxy-and-wooly", 2, json!({})).await?;
    evening.start().await?;
    let watcher = Visit::open(&evening.server, Size::Desktop).await?;
    watcher.go(&evening.server, &evening.path()).await?;
    watcher.find(".people").await?;
    evening.play(30).await?;
    let position = "return document.querySelector('.log').childElementCount";
    evening.people[0].run("document.querySelector('.menu .in-words').click()").await?;
    evening.people[0].find("main:not([aria-busy]) .log").await?;
    let lines = evening.people[0].run(position).await?;
    let same = "document.querySelector('.log')?.childElementCount === given";
    watcher.until(same, lines).await?;
    let offered = watcher.run("return document.querySelectorAll('.pill.hint').length").await?;
    ensure!(offered == json!(0), "a spectator is offered something");
    // Nor by a request that the page would not make.
    let commands = format!("/api/tables/{}/commands", evening.table);
    for seat in [1, 2] {
        for command in [
            json!({"do": "act", "seat": seat, "action": "chase"}),
            json!({"do": "act", "seat": seat, "action": "take"}),
            json!({"do": "undo", "seat": seat}),
            json!({"do": "resign", "seat": seat}),
        ] {
            let answer = watcher.post_status(&commands, json!({"command": command})).await?;
            ensure!(answer == json!(422), "a spectator was answered {answer}");
        }
    }
    // Nor can a player act for another one.
    let theirs = json!({"command": {"do": "resign", "seat": 2}});
    let answer = evening.people[0].post_status(&commands, theirs).await?;
    ensure!(answer == json!(422), "a player was answered {answer} for another's seat");
    evening.people[0].run("document.querySelector('.menu .in-words').click()").await?;
    evening.play(TO_THE_END).await?;
    evening.expect_the_same_end().await?;
    watcher.find(".after").await?;
    watcher.close_after(&[Trouble::Refusal]).await?;
    evening.end_after(&[Trouble::Refusal]).await
}

#[tokio::test]
async fn a_page_that_slept_shows_the_truth_when_it_wakes() -> Result<()> {
    let evening = Evening::gather("foxy-and-wooly", 2, json!({})).await?;
    evening.start().await?;
    let sleeper = Visit::open(&evening.server, Size::Phone).await?;
    sleeper.go(&evening.server, &evening.path()).await?;
    sleeper.find(".people").await?;
    sleeper.sleep().await?;
    evening.play(TO_THE_END).await?;
    sleeper.wake().await?;
    sleeper.find(".after").await?;
    // Browsers take the network away from whoever sleeps.
    sleeper.close_after(&[Trouble::NoNetwork]).await?;
    evening.expect_the_same_end().await?;
    evening.end().await
}

#[tokio::test]
async fn a_game_by_correspondence_with_bots() -> Result<()> {
    let seats = json!([{"for": "person"}, {"for": "bot", "level": 1}, {"for": "bot", "level": 1}]);
    let more = json!({"seats": seats, "clock": {"kind": "correspondence", "hours": 72}});
    let evening = Evening::gather("glen-more", 1, more).await?;
    evening.start().await?;
    let clock = evening.people[0].find(".people .clock").await?.text().await?;
    ensure!(clock.contains("days"), "three days are left, not {clock}");
    evening.play(TO_THE_END).await?;
    evening.expect_the_same_end().await?;
    evening.end().await
}

#[tokio::test]
async fn two_tabs_of_one_person_stay_in_step() -> Result<()> {
    let evening = Evening::gather("foxy-and-wooly", 2, json!({})).await?;
    evening.start().await?;
    let browser = &evening.people[0].browser;
    let first = browser.window().await?;
    let second = browser.new_tab().await?;
    browser.switch_to_window(second.clone()).await?;
    evening.people[0].go(&evening.server, &evening.path()).await?;
    evening.play(30).await?;
    let said = "return document.querySelector('.text-table pre').innerText";
    let in_second = evening.people[0].run(said).await?;
    browser.switch_to_window(first).await?;
    let same = "document.querySelector('.text-table pre')?.innerText === given";
    evening.people[0].until(same, in_second).await?;
    evening.play(TO_THE_END).await?;
    evening.expect_the_same_end().await?;
    browser.switch_to_window(second).await?;
    evening.people[0].find(".after").await?;
    evening.end().await
}

#[tokio::test]
async fn people_talk_ask_and_agree() -> Result<()> {
    let evening = Evening::gather("foxy-and-wooly", 2, json!({})).await?;
    let [one, other] = &evening.people[..] else { unreachable!("two people came") };
    one.find(".chat input").await?.send_keys("Dia dhuit <b>a chara</b>\u{e007}").await?;
    let heard = "document.querySelector('.chat .lines')?.innerText.includes(given)";
    other.until(heard, json!("Dia dhuit <b>a chara</b>")).await?;
    evening.start().await?;
    one.press(".menu summary").await?;
    one.press(".menu .offer-end").await?;
    other.press(".asked .btn.primary").await?;
    for visit in [one, other] {
        visit.find(".after").await?;
    }
    one.press(".after .rematch").await?;
    one.press(".room .join").await?;
    other.press(".after .rematch").await?;
    other.press(".room .join").await?;
    other.find(".room .start").await?;
    let names = "return document.querySelector('.seats').innerText";
    ensure!(one.run(names).await? != Value::Null, "both sit at the table of the rematch");
    evening.end().await
}
