//! Accounts: names, webhooks, programs, and deletion.

use anyhow::{Result, ensure};
use e2e::{BrowserSession, ExpectedError, OnlineSession, Server, Size};
use serde_json::{Value, json};

use crate::people::{NAME_SHOWN, sign};

/// A named account on its page.
async fn named(server: &Server, name: &str) -> Result<BrowserSession> {
    let session = BrowserSession::open(server, Size::Desktop).await?;
    session.go(server, "/me").await?;
    sign(&session, "#claim", name, "a shepherd's word").await?;
    session.until(NAME_SHOWN, json!(name)).await?;
    Ok(session)
}

#[tokio::test]
async fn a_webhook_is_set_and_removed() -> Result<()> {
    let server = Server::start()?;
    let session = named(&server, "Aoife").await?;
    session.find("#webhook [type=url]").await?.send_keys("https://example.org/turn").await?;
    session.press("#webhook [type=submit]").await?;
    let key = session.find("#webhook .secret").await?.text().await?;
    ensure!(key.len() >= 32, "the key is {key}");
    ensure!(session.get("/api/me/webhook").await?["url"] == "https://example.org/turn");
    session.press("#webhook .remove").await?;
    session
        .until("!document.querySelector('#webhook .remove, #webhook .secret')", Value::Null)
        .await?;
    ensure!(session.get("/api/me/webhook").await? == Value::Null, "nothing is sent any more");
    session.close().await
}

#[tokio::test]
async fn a_programs_token_is_created_and_revoked() -> Result<()> {
    let server = Server::start()?;
    let session = named(&server, "Aoife").await?;
    session.find("#programs input").await?.send_keys("Woolbot").await?;
    session.press("#programs [type=submit]").await?;
    let token = session.find("#programs .secret").await?.text().await?;
    let row = session.find("#programs li b").await?.text().await?;
    ensure!(row == "Woolbot (bot)", "{row}");
    // Without the page's cookie, so that only the token counts.
    let asks = "fetch('/api/me', {credentials: 'omit', headers: {authorization: `Bearer ${given}`}})\
         .then((answer) => done(answer.status))";
    ensure!(session.wait_for(asks, json!(token)).await? == json!(200), "the token is good");
    session.press("#programs .btn.danger").await?;
    session.until("!document.querySelector('#programs li')", Value::Null).await?;
    ensure!(session.wait_for(asks, json!(token)).await? == json!(401), "the token is worthless");
    session.close_expecting(&[ExpectedError::Refused]).await
}

#[tokio::test]
async fn a_deleted_account_leaves_its_name_free_and_its_games_to_the_others() -> Result<()> {
    let online = OnlineSession::open("foxy-and-wooly", 2, json!({})).await?;
    let [one, other] = &online.people[..] else { unreachable!("two people came") };
    one.go(&online.server, "/me").await?;
    sign(one, "#claim", "Aoife", "a shepherd's word").await?;
    one.until(NAME_SHOWN, json!("Aoife")).await?;
    one.go(&online.server, &online.path()).await?;
    online.start().await?;
    one.go(&online.server, "/me").await?;
    one.press("#leaving summary").await?;
    one.find("#leaving [type=password]").await?.send_keys("not this one").await?;
    one.press("#leaving [type=submit]").await?;
    one.find("#leaving .wrong:not(:empty)").await?;
    let again = "const field = document.querySelector('#leaving [type=password]'); field.value = ''; field.dispatchEvent(new Event('input', {bubbles: true}));";
    one.run(again).await?;
    one.find("#leaving [type=password]").await?.send_keys("a shepherd's word").await?;
    one.press("#leaving [type=submit]").await?;
    one.until(NAME_SHOWN, json!("Sign in")).await?;
    other.browser.refresh().await?;
    let names = "document.querySelector('.people')?.innerText.includes(given)";
    other.until(names, json!("Somebody")).await?;
    sign(one, "#claim", "Aoife", "another word to keep").await?;
    one.until(NAME_SHOWN, json!("Aoife")).await?;
    online.end_expecting(&[ExpectedError::Refused]).await
}

#[tokio::test]
async fn a_guest_can_change_their_name() -> Result<()> {
    let online = OnlineSession::open("foxy-and-wooly", 2, json!({})).await?;
    let [one, other] = &online.people[..] else { unreachable!("two people came") };
    one.find(".guest-name input").await?.send_keys("Seán").await?;
    one.press(".guest-name [type=submit]").await?;
    let seats = "document.querySelector('.seats')?.innerText.includes(given)";
    one.until(seats, json!("Seán (guest)")).await?;
    // Other pages get the new name with the person's next entry.
    one.press(".room .btn.ready").await?;
    other.until(seats, json!("Seán (guest)")).await?;
    online.end().await
}
