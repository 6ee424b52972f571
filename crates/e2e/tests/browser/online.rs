//! Online tables with several people.

use anyhow::{Result, ensure};
use e2e::{BrowserSession, ExpectedError, OnlineSession, Size};
use serde_json::{Value, json};

/// More actions than any game has.
const WHOLE_GAME: usize = 10_000;
/// The number of actions, draws included, after which a game is in its middle.
const MIDDLE_OF_GAME: usize = 60;

async fn a_whole_game(game: &str, people: usize) -> Result<()> {
    let online = OnlineSession::open(game, people, json!({})).await?;
    online.start().await?;
    let played = online.play(WHOLE_GAME).await?;
    ensure!(played > 10, "a game has more than {played} actions");
    online.expect_same_result().await?;
    online.end().await
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
async fn actions_without_a_network_are_sent_after_it_returns() -> Result<()> {
    let online = OnlineSession::open("tipperary", 2, json!({})).await?;
    online.start().await?;
    online.play(MIDDLE_OF_GAME).await?;
    let away = &online.people[1];
    away.set_offline(true).await?;
    away.find(".lost.on").await?;
    // An action without a network is shown at once, and sent when the network is back.
    away.run("document.querySelector('.actions button')?.click()").await?;
    away.set_offline(false).await?;
    away.find(".lost:not(.on)").await?;
    online.play(WHOLE_GAME).await?;
    online.expect_same_result().await?;
    online.end_expecting(&[ExpectedError::Network]).await
}

#[tokio::test]
async fn a_game_goes_on_after_the_server_is_killed_and_restarted() -> Result<()> {
    let mut online = OnlineSession::open("glen-more", 2, json!({})).await?;
    online.start().await?;
    online.play(MIDDLE_OF_GAME).await?;
    online.server.kill();
    for session in &online.people {
        session.find(".lost.on").await?;
    }
    online.server.restart()?;
    for session in &online.people {
        session.find(".lost:not(.on)").await?;
    }
    online.play(WHOLE_GAME).await?;
    online.expect_same_result().await?;
    online.end_expecting(&[ExpectedError::Network]).await
}

#[tokio::test]
async fn a_spectator_sees_the_game_and_cannot_act() -> Result<()> {
    let online = OnlineSession::open("foxy-and-wooly", 2, json!({})).await?;
    online.start().await?;
    let watcher = BrowserSession::open(&online.server, Size::Desktop).await?;
    watcher.go(&online.server, &online.path()).await?;
    watcher.find(".people").await?;
    online.play(30).await?;
    let position = "return document.querySelector('.log').childElementCount";
    online.people[0].run("document.querySelector('.menu .in-words').click()").await?;
    online.people[0].find("main:not([aria-busy]) .log").await?;
    let lines = online.people[0].run(position).await?;
    let same = "document.querySelector('.log')?.childElementCount === given";
    watcher.until(same, lines).await?;
    let offered = watcher.run("return document.querySelectorAll('.pill.hint').length").await?;
    ensure!(offered == json!(0), "a spectator is offered something");
    // Requests beyond the page are refused, too.
    let commands = format!("/api/tables/{}/commands", online.table);
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
    // Players cannot act for each other.
    let theirs = json!({"command": {"do": "resign", "seat": 2}});
    let answer = online.people[0].post_status(&commands, theirs).await?;
    ensure!(answer == json!(422), "a player was answered {answer} for another's seat");
    online.people[0].run("document.querySelector('.menu .in-words').click()").await?;
    online.play(WHOLE_GAME).await?;
    online.expect_same_result().await?;
    watcher.find(".after").await?;
    watcher.close_expecting(&[ExpectedError::Refused]).await?;
    online.end_expecting(&[ExpectedError::Refused]).await
}

#[tokio::test]
async fn a_frozen_page_catches_up_when_it_resumes() -> Result<()> {
    let online = OnlineSession::open("foxy-and-wooly", 2, json!({})).await?;
    online.start().await?;
    let sleeper = BrowserSession::open(&online.server, Size::Phone).await?;
    sleeper.go(&online.server, &online.path()).await?;
    sleeper.find(".people").await?;
    sleeper.sleep().await?;
    online.play(WHOLE_GAME).await?;
    sleeper.wake().await?;
    sleeper.find(".after").await?;
    // The browser closes the connections of a frozen page.
    sleeper.close_expecting(&[ExpectedError::Network]).await?;
    online.expect_same_result().await?;
    online.end().await
}

#[tokio::test]
async fn a_game_by_correspondence_with_bots() -> Result<()> {
    let seats = json!([{"for": "person"}, {"for": "bot", "level": 1}, {"for": "bot", "level": 1}]);
    let more = json!({"seats": seats, "clock": {"kind": "correspondence", "hours": 72}});
    let online = OnlineSession::open("glen-more", 1, more).await?;
    online.start().await?;
    let clock = online.people[0].find(".people .clock").await?.text().await?;
    ensure!(clock.contains("days"), "three days are left, not {clock}");
    online.play(WHOLE_GAME).await?;
    online.expect_same_result().await?;
    online.end().await
}

#[tokio::test]
async fn two_tabs_of_one_person_show_the_same_game() -> Result<()> {
    let online = OnlineSession::open("foxy-and-wooly", 2, json!({})).await?;
    online.start().await?;
    let browser = &online.people[0].browser;
    let first = browser.window().await?;
    let second = browser.new_tab().await?;
    browser.switch_to_window(second.clone()).await?;
    online.people[0].go(&online.server, &online.path()).await?;
    online.play(30).await?;
    let said = "return document.querySelector('.text-table pre').innerText";
    let in_second = online.people[0].run(said).await?;
    browser.switch_to_window(first).await?;
    let same = "document.querySelector('.text-table pre')?.innerText === given";
    online.people[0].until(same, in_second).await?;
    online.play(WHOLE_GAME).await?;
    online.expect_same_result().await?;
    browser.switch_to_window(second).await?;
    online.people[0].find(".after").await?;
    online.end().await
}

/// Each seat in the room has a person, none is free or kept for somebody.
const ALL_SEATS_ARE_TAKEN: &str = "(() => {
    const seats = [...document.querySelectorAll('.seats .who')].map((it) => it.textContent);
    return seats.length === 2 && !seats.some((it) => /^(Free|Kept for )/.test(it));
})()";

#[tokio::test]
async fn people_chat_and_answer_requests() -> Result<()> {
    let online = OnlineSession::open("foxy-and-wooly", 2, json!({})).await?;
    let [one, other] = &online.people[..] else { unreachable!("two people came") };
    one.find(".chat input").await?.send_keys("Dia dhuit <b>a chara</b>\u{e007}").await?;
    let heard = "document.querySelector('.chat .lines')?.innerText.includes(given)";
    other.until(heard, json!("Dia dhuit <b>a chara</b>")).await?;
    online.start().await?;
    one.press(".menu summary").await?;
    one.press(".menu .offer-end").await?;
    other.press(".asked .btn.primary").await?;
    for session in [one, other] {
        session.find(".after").await?;
    }
    one.press(".after .rematch").await?;
    one.press(".room .join").await?;
    other.press(".after .rematch").await?;
    other.press(".room .join").await?;
    for session in [one, other] {
        session.until(ALL_SEATS_ARE_TAKEN, Value::Null).await?;
    }
    one.find(".room .start").await?;
    online.end().await
}
