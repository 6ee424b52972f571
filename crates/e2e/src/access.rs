//! Accessibility checks with axe.

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use crate::BrowserSession;

/// Runs axe on the page and returns the findings.
const RUN_AXE: &str = "
    axe.run(document, {resultTypes: ['violations'], preload: false}).then((found) => done(
        found.violations.map((it) => `${it.id}: ${it.nodes[0].target} (${it.nodes.length}) ${it.nodes[0].failureSummary}`)));";

impl BrowserSession {
    /// Fails if axe finds a violation. `source` is axe's own source code.
    ///
    /// # Errors
    /// With the violations.
    pub async fn expect_accessible(&self, source: &str) -> Result<()> {
        if self.run("return !window.axe").await? == json!(true) {
            self.run(source).await?;
        }
        let found = self.wait_for(RUN_AXE, Value::Null).await?;
        ensure!(found == json!([]), "at {}: {found:#}", self.browser.current_url().await?);
        Ok(())
    }
}
