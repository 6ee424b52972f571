//! What one has on the server besides games: a name, a webhook, programs, and the way out.

use anyhow::{Result, ensure};
use e2e::{Evening, Server, Size, Trouble, Visit};
use serde_json::{Value, json};

use crate::people::{CALLED, sign};

/// Somebody with a name, at the page about them.
async fn named(server: &Server, name: &str) -> Result<Visit> {
    let visit = Visit::open(server, Size::Desktop).await?;
    visit.go(server, "/me").await?;
    sign(&visit, "#claim", name, "a shepherd's word").await?;
    visit.until(CALLED, json!(name)).await?;
    Ok(visit)
}

#[tokio::test]
async fn a_webhook_is_set_and_removed() -> Result<()> {
    let server = Server::start()?;
    let visit = named(&server, "Aoife").await?;
    visit.find("#webhook [type=url]").await?.send_keys("https://example.org/turn").await?;
    visit.press("#webhook [type=submit]").await?;
    let key = visit.find("#webhook .secret").await?.text().await?;
    ensure!(key.len() >= 32, "the key is {key}");
    ensure!(visit.get("/api/me/webhook").await?["url"] == "https://example.org/turn");
    visit.press("#webhook .remove").await?;
    visit
        .until("!document.querySelector('#webhook .remove, #webhook .secret')", Value::Null)
        .await?;
    ensure!(visit.get("/api/me/webhook").await? == Value::Null, "nothing is sent any more");
    visit.close().await
}

#[tokio::test]
async fn a_programs_token_is_made_and_revoked() -> Result<()> {
    let server = Server::start()?;
    let visit = named(&server, "Aoife").await?;
    visit.find("#programs input").await?.send_keys("Woolbot").await?;
    visit.press("#programs [type=submit]").await?;
    let token = visit.find("#programs .secret").await?.text().await?;
    let row = visit.find("#programs li b").await?.text().await?;
    ensure!(row == "Woolbot (bot)", "{row}");
    // Who the token belongs to, without the page's own cookie.
    let asks = "fetch('/api/me', {credentials: 'omit', headers: {authorization: `Bearer ${given}`}})\
         .then((answer) => done(answer.status))";
    ensure!(visit.wait_for(asks, json!(token)).await? == json!(200), "the token is good");
    visit.press("#programs .btn.danger").await?;
    visit.until("!document.querySelector('#programs li')", Value::Null).await?;
    ensure!(visit.wait_for(asks, json!(token)).await? == json!(401), "the token is worthless");
    visit.close_after(&[Trouble::Refusal]).await
}

#[tokio::test]
async fn a_deleted_account_leaves_its_name_free_and_its_games_to_the_others() -> Result<()> {
    let evening = Evening::gather("foxy-and-wooly", 2, json!({})).await?;
    let [one, other] = &evening.people[..] else { unreachable!("two people came") };
    one.go(&evening.server, "/me").await?;
    sign(one, "#claim", "Aoife", "a shepherd's word").await?;
    one.until(CALLED, json!("Aoife")).await?;
    one.go(&evening.server, &evening.path()).await?;
    evening.start().await?;
    one.go(&evening.server, "/me").await?;
    one.press("#leaving summary").await?;
    one.find("#leaving [type=password]").await?.send_keys("not this one").await?;
    one.press("#leaving [type=submit]").await?;
    one.find("#leaving .wrong:not(:empty)").await?;
    let again = "const field = document.querySelector('#leaving [type=password]'); field.value = ''; field.dispatchEvent(new Event('input', {bubbles: true}));";
    one.run(again).await?;
    one.find("#leaving [type=password]").await?.send_keys("a shepherd's word").await?;
    one.press("#leaving [type=submit]").await?;
    one.until(CALLED, json!("Sign in")).await?;
    other.browser.refresh().await?;
    let names = "document.querySelector('.people')?.innerText.includes(given)";
    other.until(names, json!("Somebody")).await?;
    sign(one, "#claim", "Aoife", "another word to keep").await?;
    one.until(CALLED, json!("Aoife")).await?;
    evening.end_after(&[Trouble::Refusal]).await
}

#[tokio::test]
async fn a_guest_is_called_what_they_like() -> Result<()> {
    let evening = Evening::gather("foxy-and-wooly", 2, json!({})).await?;
    let [one, other] = &evening.people[..] else { unreachable!("two people came") };
    one.find(".guest-name input").await?.send_keys("Seán").await?;
    one.press(".guest-name [type=submit]").await?;
    let seats = "document.querySelector('.seats')?.innerText.includes(given)";
    one.until(seats, json!("Seán (guest)")).await?;
    // Others hear the name with whatever one does next.
    one.press(".room .btn.ready").await?;
    other.until(seats, json!("Seán (guest)")).await?;
    evening.end().await
}
