//! Axe, which finds what keeps people out of a page.

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use crate::Visit;

/// Has axe look at the page, and gives what it says of everything it has found.
const LOOK: &str = "
    axe.run(document, {resultTypes: ['violations'], preload: false}).then((found) => done(
        found.violations.map((it) => `${it.id}: ${it.nodes[0].target} (${it.nodes.length}) ${it.nodes[0].failureSummary}`)));";

impl Visit {
    /// Makes sure that axe finds nothing that keeps people out. `source` is axe's own text.
    ///
    /// # Errors
    /// With what axe has found.
    pub async fn expect_accessible(&self, source: &str) -> Result<()> {
        if self.run("return !window.axe").await? == json!(true) {
            self.run(source).await?;
        }
        let found = self.wait_for(LOOK, Value::Null).await?;
        ensure!(found == json!([]), "at {}: {found:#}", self.browser.current_url().await?);
        Ok(())
    }
}
