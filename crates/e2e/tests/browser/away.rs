//! Tables at which people are away for hours: an answer given in advance, and a word when it is one’s turn.

use anyhow::{Result, ensure};
use e2e::Evening;
use serde_json::{Value, json};

/// The box says what is planned, up to that many cubes.
const PLANNED: &str = "document.querySelector('.plan [role=status]')?.textContent.includes(given)";

#[tokio::test]
async fn an_answer_in_advance_is_planned_changed_and_taken_back() -> Result<()> {
    let slow = json!({"clock": {"kind": "correspondence", "hours": 48}});
    let evening = Evening::gather("foxy-and-wooly", 2, slow).await?;
    evening.start().await?;
    let turn =
        evening.people[0].get(&format!("/api/tables/{}", evening.table)).await?["turn"][0].clone();
    let (place, other) = if turn == json!(1) { (1, 0) } else { (0, 1) };
    let (waiter, other) = (&evening.people[place], &evening.people[other]);
    let plan = format!("/api/tables/{}/plans/{}", evening.table, place + 1);
    waiter.press(".plan summary").await?;
    waiter.press(".plan [type=submit]").await?;
    waiter.until(PLANNED, json!("fewer than 3 cubes")).await?;
    let kept = waiter.get(&plan).await?;
    ensure!(kept["plan"].as_str().is_some_and(|plan| plan.ends_with("below 3")), "{kept}");
    waiter.press(".plan .change").await?;
    let cubes = waiter.find(".plan [type=number]").await?;
    cubes.clear().await?;
    cubes.send_keys("7").await?;
    waiter.press(".plan [type=submit]").await?;
    waiter.until(PLANNED, json!("fewer than 7 cubes")).await?;
    let seen = other.run("return document.querySelector('.plan [role=status]')").await?;
    ensure!(seen == Value::Null, "somebody else sees it");
    waiter.press(".plan .take-back").await?;
    waiter.find(".plan summary").await?;
    ensure!(waiter.get(&plan).await? == Value::Null, "it is still planned");
    evening.end().await
}

/// Writes down what would be shown instead of showing it, and lets the page believe that nobody looks.
const LOOK_AWAY: &str = "
    window.shown = [];
    const note = (title, options) => { shown.push([title, options.body, options.data]); };
    ServiceWorkerRegistration.prototype.showNotification = async (...said) => note(...said);
    window.Notification = class extends Notification { constructor(...said) { super('-'); note(...said); } };
    Object.defineProperty(document, 'hidden', { get: () => true });";

/// Whether the switch for notifications is on.
const IS_ON: &str = "document.querySelector('.notify').ariaPressed === given";

#[tokio::test]
async fn whoever_wants_it_is_notified_of_their_turn() -> Result<()> {
    let evening = Evening::gather("foxy-and-wooly", 2, json!({})).await?;
    evening.start().await?;
    let turn =
        evening.people[0].get(&format!("/api/tables/{}", evening.table)).await?["turn"][0].clone();
    let (waiter, other) = if turn == json!(1) { (1, 0) } else { (0, 1) };
    let (waiter, other) = (&evening.people[waiter], &evening.people[other]);
    let allowed = json!({"permissions": ["notifications"], "origin": evening.server.url("")});
    waiter.press(".menu summary").await?;
    waiter.until(IS_ON, json!("false")).await?;
    waiter.browser.cdp().send_raw("Browser.grantPermissions", allowed).await?;
    waiter.press(".notify").await?;
    waiter.until(IS_ON, json!("true")).await?;
    waiter.run(LOOK_AWAY).await?;
    other.press(".actions button").await?;
    waiter.until("shown.length > 0", Value::Null).await?;
    let shown = waiter.run("return [shown, location.href]").await?;
    ensure!(shown[0] == json!([["Foxy & Wooly", "It is your turn.", shown[1]]]), "{shown}");
    waiter.press(".notify").await?;
    waiter.until(IS_ON, json!("false")).await?;
    evening.end().await
}

/// As on a phone on which the page is not installed.
#[tokio::test]
async fn a_browser_without_notifications_says_so_and_plays_on() -> Result<()> {
    let evening = Evening::gather("foxy-and-wooly", 2, json!({})).await?;
    evening.start().await?;
    let without = json!({"source": "delete window.Notification; Object.defineProperty(document, 'hidden', { get: () => true });"});
    for person in &evening.people {
        let devtools = person.browser.cdp();
        devtools.send_raw("Page.addScriptToEvaluateOnNewDocument", without.clone()).await?;
        person.go(&evening.server, &evening.path()).await?;
        person.press(".menu summary").await?;
        let why =
            "document.querySelector('.notify[aria-disabled=true] + p')?.textContent === given";
        person.until(why, json!("This browser has no notifications here.")).await?;
    }
    evening.play(12).await?;
    evening.end().await
}
