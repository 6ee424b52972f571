//! People: taking a name, coming back, and finding each other in the lobby.

use anyhow::{Result, ensure};
use e2e::{Evening, Server, Size, Visit};
use serde_json::json;

/// The bar calls whoever looks at it that.
pub(crate) const CALLED: &str = "document.querySelector('.who-am-i')?.textContent === given";

/// Fills in a form with a name and a password, and sends it.
pub(crate) async fn sign(visit: &Visit, form: &str, name: &str, password: &str) -> Result<()> {
    visit.find(&format!("{form} [name=name]")).await?.send_keys(name).await?;
    visit.find(&format!("{form} [name=password]")).await?.send_keys(password).await?;
    visit.press(&format!("{form} [type=submit]")).await
}

#[tokio::test]
async fn a_name_is_taken_and_found_again() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Phone).await?;
    visit.until(CALLED, json!("Sign in")).await?;
    visit.press(".who-am-i").await?;
    sign(&visit, "#claim", "Aoife", "a shepherd's word").await?;
    visit.until(CALLED, json!("Aoife")).await?;
    visit.browser.refresh().await?;
    visit.until(CALLED, json!("Aoife")).await?;
    visit.press("#sign-out").await?;
    visit.until(CALLED, json!("Sign in")).await?;
    sign(&visit, "#sign-in", "aoife", "a shepherd's word").await?;
    visit.until(CALLED, json!("Aoife")).await?;
    visit.close().await
}

#[tokio::test]
async fn a_table_opened_online_stands_in_everyones_lobby() -> Result<()> {
    let server = Server::start()?;
    let (one, other) =
        (Visit::open(&server, Size::Desktop).await?, Visit::open(&server, Size::Phone).await?);
    one.press("a[href='/online/foxy-and-wooly']").await?;
    one.press(".check input[value=everyone]").await?;
    one.press("form [type=submit]").await?;
    one.find(".room .mine").await?;
    let table = one.run("return location.pathname").await?;
    let row = format!(".tables a[href='{}']", table.as_str().unwrap_or_default());
    let offered = other.find(&row).await?.text().await?;
    ensure!(offered.starts_with("Join"), "{offered}");
    other.press(&row).await?;
    other.press(".room .join").await?;
    other.find(".room .mine").await?;
    one.go(&server, "/").await?;
    one.find(&row).await?;
    for visit in [one, other] {
        visit.close().await?;
    }
    Ok(())
}

#[tokio::test]
async fn todays_deal_is_played_on_the_server() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    visit.press("a[href='/today']").await?;
    visit.press(".scores .btn.primary").await?;
    visit.find("main .pill.hint").await?;
    let begun = visit.get("/api/today").await?;
    let path = visit.run("return location.pathname").await?;
    ensure!(path == json!(format!("/t/{}", begun["mine"].as_str().unwrap_or("?"))), "{path}");
    visit.close().await
}

#[tokio::test]
async fn a_move_made_far_away_shows_in_the_lobby() -> Result<()> {
    let evening = Evening::gather("foxy-and-wooly", 2, json!({})).await?;
    evening.start().await?;
    let view = format!("/api/tables/{}", evening.table);
    let first = evening.people[0].get(&view).await?["turn"][0].clone();
    let (mover, waiter) = if first == json!(1) { (0, 1) } else { (1, 0) };
    let (mover, waiter) = (&evening.people[mover], &evening.people[waiter]);
    waiter.go(&evening.server, "/").await?;
    let link = format!("a[href='{}']", evening.path());
    waiter.find(&format!(".tables li:not(.mine) {link}")).await?;
    while mover.get(&view).await?["turn"] == json!([first]) {
        mover.run("document.querySelector('.actions button')?.click()").await?;
    }
    waiter.find(&format!(".tables li.mine {link}")).await?;
    waiter.find(&format!(".turnbar{}", &link[1..])).await?;
    evening.end().await
}
