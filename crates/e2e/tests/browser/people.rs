//! People: taking a name, signing in, and the lobby.

use anyhow::{Result, ensure};
use e2e::{BrowserSession, OnlineSession, Server, Size};
use serde_json::json;

/// The name in the top bar.
pub(crate) const NAME_SHOWN: &str = "document.querySelector('.who-am-i')?.textContent === given";

/// Fills in a form with a name and a password, and submits it.
pub(crate) async fn sign(
    session: &BrowserSession,
    form: &str,
    name: &str,
    password: &str,
) -> Result<()> {
    session.find(&format!("{form} [name=name]")).await?.send_keys(name).await?;
    session.find(&format!("{form} [name=password]")).await?.send_keys(password).await?;
    session.press(&format!("{form} [type=submit]")).await
}

#[tokio::test]
async fn a_name_is_taken_and_signed_in_with_again() -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Phone).await?;
    session.until(NAME_SHOWN, json!("Sign in")).await?;
    session.press(".who-am-i").await?;
    sign(&session, "#claim", "Aoife", "a shepherd's word").await?;
    session.until(NAME_SHOWN, json!("Aoife")).await?;
    session.browser.refresh().await?;
    session.until(NAME_SHOWN, json!("Aoife")).await?;
    session.press("#sign-out").await?;
    session.until(NAME_SHOWN, json!("Sign in")).await?;
    sign(&session, "#sign-in", "aoife", "a shepherd's word").await?;
    session.until(NAME_SHOWN, json!("Aoife")).await?;
    session.close().await
}

#[tokio::test]
async fn an_open_table_is_listed_in_the_lobby_of_others() -> Result<()> {
    let server = Server::start()?;
    let (one, other) = (
        BrowserSession::open(&server, Size::Desktop).await?,
        BrowserSession::open(&server, Size::Phone).await?,
    );
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
    for session in [one, other] {
        session.close().await?;
    }
    Ok(())
}

#[tokio::test]
async fn todays_deal_is_played_on_the_server() -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Desktop).await?;
    session.press("a[href='/today']").await?;
    session.press(".scores .btn.primary").await?;
    session.find("main .pill.hint").await?;
    let begun = session.get("/api/today").await?;
    let path = session.run("return location.pathname").await?;
    ensure!(path == json!(format!("/t/{}", begun["mine"].as_str().unwrap_or("?"))), "{path}");
    session.close().await
}

#[tokio::test]
async fn an_action_of_another_person_updates_the_lobby() -> Result<()> {
    let online = OnlineSession::open("foxy-and-wooly", 2, json!({})).await?;
    online.start().await?;
    let view = format!("/api/tables/{}", online.table);
    let first = online.people[0].get(&view).await?["turn"][0].clone();
    let (mover, waiter) = if first == json!(1) { (0, 1) } else { (1, 0) };
    let (mover, waiter) = (&online.people[mover], &online.people[waiter]);
    waiter.go(&online.server, "/").await?;
    let link = format!("a[href='{}']", online.path());
    waiter.find(&format!(".tables li:not(.mine) {link}")).await?;
    while mover.get(&view).await?["turn"] == json!([first]) {
        mover.run("document.querySelector('.actions button')?.click()").await?;
    }
    waiter.find(&format!(".tables li.mine {link}")).await?;
    waiter.find(&format!(".turnbar{}", &link[1..])).await?;
    online.end().await
}
