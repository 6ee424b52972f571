//! Correspondence tables: plans and notifications.

use anyhow::{Result, ensure};
use e2e::OnlineSession;
use serde_json::{Value, json};

/// The plan is shown, with that limit of cubes.
const PLAN_SHOWN: &str =
    "document.querySelector('.plan [role=status]')?.textContent.includes(given)";

#[tokio::test]
async fn a_plan_is_made_changed_and_deleted() -> Result<()> {
    let slow = json!({"clock": {"kind": "correspondence", "hours": 48}});
    let online = OnlineSession::open("foxy-and-wooly", 2, slow).await?;
    online.start().await?;
    let turn =
        online.people[0].get(&format!("/api/tables/{}", online.table)).await?["turn"][0].clone();
    let (place, other) = if turn == json!(1) { (1, 0) } else { (0, 1) };
    let (waiter, other) = (&online.people[place], &online.people[other]);
    let plan = format!("/api/tables/{}/plans/{}", online.table, place + 1);
    waiter.press(".plan summary").await?;
    waiter.press(".plan [type=submit]").await?;
    waiter.until(PLAN_SHOWN, json!("fewer than 3 cubes")).await?;
    let kept = waiter.get(&plan).await?;
    ensure!(kept["plan"].as_str().is_some_and(|plan| plan.ends_with("below 3")), "{kept}");
    waiter.press(".plan .change").await?;
    let cubes = waiter.find(".plan [type=number]").await?;
    cubes.clear().await?;
    cubes.send_keys("7").await?;
    waiter.press(".plan [type=submit]").await?;
    waiter.until(PLAN_SHOWN, json!("fewer than 7 cubes")).await?;
    let seen = other.run("return document.querySelector('.plan [role=status]')").await?;
    ensure!(seen == Value::Null, "somebody else sees it");
    waiter.press(".plan .take-back").await?;
    waiter.find(".plan summary").await?;
    ensure!(waiter.get(&plan).await? == Value::Null, "it is still planned");
    online.end().await
}

/// Records notifications instead of showing them, and hides the page.
const HIDE_PAGE: &str = "
    window.shown = [];
    const note = (title, options) => { shown.push([title, options.body, options.data]); };
    ServiceWorkerRegistration.prototype.showNotification = async (...said) => note(...said);
    window.Notification = class extends Notification { constructor(...said) { super('-'); note(...said); } };
    Object.defineProperty(document, 'hidden', { get: () => true });";

/// Whether the switch for notifications is on.
const NOTIFICATIONS_ON: &str = "document.querySelector('.notify').ariaPressed === given";

#[tokio::test]
async fn a_turn_is_notified_if_notifications_are_on() -> Result<()> {
    let online = OnlineSession::open("foxy-and-wooly", 2, json!({})).await?;
    online.start().await?;
    let turn =
        online.people[0].get(&format!("/api/tables/{}", online.table)).await?["turn"][0].clone();
    let (waiter, other) = if turn == json!(1) { (1, 0) } else { (0, 1) };
    let (waiter, other) = (&online.people[waiter], &online.people[other]);
    let allowed = json!({"permissions": ["notifications"], "origin": online.server.url("")});
    waiter.press(".menu summary").await?;
    waiter.until(NOTIFICATIONS_ON, json!("false")).await?;
    waiter.browser.cdp().send_raw("Browser.grantPermissions", allowed).await?;
    waiter.press(".notify").await?;
    waiter.until(NOTIFICATIONS_ON, json!("true")).await?;
    waiter.run(HIDE_PAGE).await?;
    other.press(".actions button").await?;
    waiter.until("shown.length > 0", Value::Null).await?;
    let shown = waiter.run("return [shown, location.href]").await?;
    ensure!(shown[0] == json!([["Foxy & Wooly", "It is your turn.", shown[1]]]), "{shown}");
    waiter.press(".notify").await?;
    waiter.until(NOTIFICATIONS_ON, json!("false")).await?;
    online.end().await
}

/// As on phones where the app is not installed.
#[tokio::test]
async fn a_browser_without_notifications_says_so_and_plays_on() -> Result<()> {
    let online = OnlineSession::open("foxy-and-wooly", 2, json!({})).await?;
    online.start().await?;
    let without = json!({"source": "delete window.Notification; Object.defineProperty(document, 'hidden', { get: () => true });"});
    for person in &online.people {
        let devtools = person.browser.cdp();
        devtools.send_raw("Page.addScriptToEvaluateOnNewDocument", without.clone()).await?;
        person.go(&online.server, &online.path()).await?;
        person.press(".menu summary").await?;
        let why =
            "document.querySelector('.notify[aria-disabled=true] + p')?.textContent === given";
        person.until(why, json!("This browser has no notifications here.")).await?;
    }
    online.play(12).await?;
    online.end().await
}
