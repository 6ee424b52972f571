//! What the browser's console may say: nothing, but for what a test brings about itself.

use anyhow::{Result, bail};
use thirtyfour::BrowserLogEntry;

use crate::Visit;

/// Something that a test does to the page on purpose, and that the browser complains of.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The network or the server was taken away.
    NoNetwork,
    /// The server was asked for what it has to refuse.
    Refusal,
    /// The program was broken.
    Crash,
}

impl Trouble {
    /// What the browser says of it.
    const fn signs(self) -> &'static [&'static str] {
        match self {
            Self::NoNetwork => &["net::ERR_", "WebSocket connection to"],
            Self::Refusal => &["the server responded with a status of 4"],
            Self::Crash => &["panicked at", "Uncaught"],
        }
    }

    fn explains(self, entry: &BrowserLogEntry) -> bool {
        self.signs().iter().any(|sign| entry.message.contains(sign))
    }
}

impl Visit {
    /// Makes sure that the console has had neither errors nor warnings since it was last looked at,
    /// but for those that such troubles bring.
    pub(crate) async fn expect_a_clean_console(&self, after: &[Trouble]) -> Result<()> {
        let is_bad = |entry: &BrowserLogEntry| {
            matches!(entry.level.as_str(), "SEVERE" | "WARNING")
                && !after.iter().any(|trouble| trouble.explains(entry))
        };
        match self.browser.browser_log().await?.iter().find(|entry| is_bad(entry)) {
            Some(entry) => bail!("the console says: {}", entry.message),
            None => Ok(()),
        }
    }
}
