//! The browser's console: it must be empty, except for errors that a test causes.

use anyhow::{Result, bail};
use thirtyfour::BrowserLogEntry;

use crate::BrowserSession;

/// A fault that a test causes on purpose, and that the browser logs.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ExpectedError {
    /// The network or the server was not available.
    Network,
    /// The server refused a request.
    Refused,
    /// The client panicked.
    Panic,
}

impl ExpectedError {
    /// Parts of the browser's messages about it.
    const fn message_parts(self) -> &'static [&'static str] {
        match self {
            Self::Network => &["net::ERR_", "WebSocket connection to"],
            Self::Refused => &["the server responded with a status of 4"],
            Self::Panic => &["panicked at", "Uncaught"],
        }
    }

    fn explains(self, entry: &BrowserLogEntry) -> bool {
        self.message_parts().iter().any(|sign| entry.message.contains(sign))
    }
}

impl BrowserSession {
    /// Fails if the console has errors or warnings other than those of `after` since the last
    /// check.
    pub(crate) async fn expect_clean_console(&self, expected: &[ExpectedError]) -> Result<()> {
        let is_bad = |entry: &BrowserLogEntry| {
            matches!(entry.level.as_str(), "SEVERE" | "WARNING")
                && !expected.iter().any(|trouble| trouble.explains(entry))
        };
        match self.browser.browser_log().await?.iter().find(|entry| is_bad(entry)) {
            Some(entry) => bail!("the console says: {}", entry.message),
            None => Ok(()),
        }
    }
}
