//! People who gather at a table before the game.

use anyhow::Result;
use e2e::Evening;
use serde_json::{Value, json};

/// The room says that in its one sentence.
const SAYS: &str = "document.querySelector('.room .say')?.textContent === given";
/// The room waits for both, and says so.
const WAITS_FOR_BOTH: &str = "/^Waiting for you and Guest .* to be ready\\.$/.test(document.querySelector('.room .say')?.textContent)";

#[tokio::test]
async fn the_host_can_start_before_everyone_is_ready_and_guests_cannot() -> Result<()> {
    let evening = Evening::gather("foxy-and-wooly", 2, json!({})).await?;
    let [one, other] = &evening.people[..] else { unreachable!("two people came") };
    for visit in [one, other] {
        visit.until(WAITS_FOR_BOTH, Value::Null).await?;
    }
    one.find(".room .start:not(.primary)").await?;
    other.until("!document.querySelector('.room .start')", Value::Null).await?;
    other.press(".room .btn.ready").await?;
    one.find(".seats .pill.ready").await?;
    one.until(SAYS, json!("Everyone else is ready: start the game.")).await?;
    one.find(".room .start.primary").await?;
    other.press(".room .btn.ready:not(.primary)").await?;
    one.until(WAITS_FOR_BOTH, Value::Null).await?;
    one.press(".room .start:not(.primary)").await?;
    for visit in [one, other] {
        visit.find(".text-table").await?;
    }
    evening.end().await
}
