//! The room before a game.

use anyhow::Result;
use e2e::OnlineSession;
use serde_json::{Value, json};

/// The prompt of the room.
const PROMPT_IS: &str = "document.querySelector('.room .say')?.textContent === given";
/// The room waits for both people, and says so.
const PROMPT_WAITS_FOR_BOTH: &str = "/^Waiting for you and Guest .* to be ready\\.$/.test(document.querySelector('.room .say')?.textContent)";

#[tokio::test]
async fn the_host_can_start_before_everyone_is_ready_and_guests_cannot() -> Result<()> {
    let online = OnlineSession::open("foxy-and-wooly", 2, json!({})).await?;
    let [one, other] = &online.people[..] else { unreachable!("two people came") };
    for session in [one, other] {
        session.until(PROMPT_WAITS_FOR_BOTH, Value::Null).await?;
    }
    one.find(".room .start:not(.primary)").await?;
    other.until("!document.querySelector('.room .start')", Value::Null).await?;
    other.press(".room .btn.ready").await?;
    one.find(".seats .pill.ready").await?;
    one.until(PROMPT_IS, json!("Everyone else is ready: start the game.")).await?;
    one.find(".room .start.primary").await?;
    other.press(".room .btn.ready:not(.primary)").await?;
    one.until(PROMPT_WAITS_FOR_BOTH, Value::Null).await?;
    one.press(".room .start:not(.primary)").await?;
    for session in [one, other] {
        session.find(".text-table").await?;
    }
    online.end().await
}
