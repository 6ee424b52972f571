//! The operator's page.

use anyhow::{Result, ensure};
use e2e::{BrowserSession, ExpectedError, OPERATOR_SECRET, Server, Size};
use serde_json::json;

use crate::people::{NAME_SHOWN, sign};

/// The number with that label.
const NUMBER: &str = "[...document.querySelectorAll('.numbers div')].find((it) => \
     it.querySelector('dt').textContent === given[0])?.querySelector('dd').textContent === given[1]";

async fn enter(session: &BrowserSession, secret: &str) -> Result<()> {
    let field = session.find(".admin [type=password]").await?;
    field.clear().await?;
    field.send_keys(secret).await?;
    session.press(".admin [type=submit]").await
}

#[tokio::test]
async fn the_operator_sees_the_server_and_closes_an_account() -> Result<()> {
    let server = Server::start_with(&[("BELLWETHER_ADMIN_SECRET", OPERATOR_SECRET)])?;
    let guest = BrowserSession::open(&server, Size::Phone).await?;
    guest.go(&server, "/me").await?;
    sign(&guest, "#claim", "Aoife", "a shepherd's word").await?;
    guest.until(NAME_SHOWN, json!("Aoife")).await?;
    let seats = vec![json!({"for": "person"}); 2];
    let spec = json!({"game": "foxy-and-wooly", "seats": seats, "public": true});
    let table = guest.post("/api/tables", spec).await?["table"].clone();
    let operator = BrowserSession::open(&server, Size::Desktop).await?;
    operator.go(&server, "/admin").await?;
    enter(&operator, "not the secret").await?;
    operator.find(".admin .wrong:not(:empty)").await?;
    enter(&operator, OPERATOR_SECRET).await?;
    operator.until(NUMBER, json!(["Tables that gather", "1"])).await?;
    operator.until(NUMBER, json!(["People with a name", "1"])).await?;
    let all = "fetch(document.querySelector('.admin .panel-h a').href).then((it) => it.text()).then(done)";
    let metrics = operator.wait_for(all, json!(null)).await?.to_string();
    ensure!(metrics.contains("tables_opened"), "{metrics}");
    operator.find("[role=search] input").await?.send_keys("aoi").await?;
    operator.press("[role=search] [type=submit]").await?;
    operator.press(".admin .tables .btn.danger").await?;
    operator.find(".admin .pill.warn").await?;
    operator.until(NUMBER, json!(["Accounts closed", "1"])).await?;
    let who = "fetch('/api/me').then((answer) => done(answer.status))";
    let answer = guest.wait_for(who, json!(null)).await?;
    ensure!(answer == json!(401), "a closed account was answered {answer}");
    operator.press(".admin .tables .btn:not(.danger)").await?;
    operator.until(NUMBER, json!(["Accounts closed", "0"])).await?;
    let listed = "fetch('/api/tables').then((it) => it.json()).then((it) => done(it.length))";
    ensure!(operator.wait_for(listed, json!(null)).await? == json!(1), "the table is listed");
    operator.find("#hide input").await?.send_keys(table.as_str().unwrap_or_default()).await?;
    operator.press("#hide [type=submit]").await?;
    operator.find("#hide [role=status]:not(:empty)").await?;
    ensure!(operator.wait_for(listed, json!(null)).await? == json!(0), "it is hidden");
    for session in [guest, operator] {
        session.close_expecting(&[ExpectedError::Refused]).await?;
    }
    Ok(())
}
