//! An answer given in advance, at a table where people are away for hours.

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
