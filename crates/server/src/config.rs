//! How a server is set up.

use std::fmt;
use std::net::SocketAddr;
use std::num::{NonZeroU32, NonZeroUsize};
use std::str::FromStr;
use std::thread::available_parallelism;
use std::time::Duration;

use thiserror::Error;

pub use crate::clock::Clock;
use crate::secret::Secret;
use crate::store::Database;

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Where things are stored.
    pub database: Database,
    /// Where people find it. Without it, whatever host they name is taken to be it.
    pub origin: Option<Origin>,
    /// What whoever runs the server proves it with; without it, nobody can.
    pub admin: Option<Secret>,
    /// What signs cookies; made and kept in the database if left out.
    pub secret: Option<Secret>,
    /// Whether a proxy in front says in `X-Forwarded-For` who asks.
    pub behind_proxy: bool,
    /// What one person may ask for.
    pub limits: Limits,
    /// How much bots may think.
    pub bots: BotLimits,
    /// How webhooks are told.
    pub webhooks: WebhookRules,
    /// How long what nobody uses is kept.
    pub retention: Retention,
    /// What tables go by.
    pub clock: Clock,
}

/// How much bots may think.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct BotLimits {
    /// In so many threads.
    pub threads: NonZeroUsize,
    /// No longer than this about a turn.
    pub longest_turn: Duration,
}

impl Default for BotLimits {
    /// One core is left for people.
    fn default() -> Self {
        let cores = available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = NonZeroUsize::new(cores - 1).unwrap_or(NonZeroUsize::MIN);
        Self { threads, longest_turn: Duration::from_secs(4) }
    }
}

/// How webhooks are told.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct WebhookRules {
    /// Also at addresses that only the server can reach, and without encryption.
    pub to_private_addresses: bool,
    /// How long until a message that was not heard is sent again; later breaks are longer.
    pub first_break: Duration,
}

impl Default for WebhookRules {
    fn default() -> Self {
        Self { to_private_addresses: false, first_break: Duration::from_secs(15) }
    }
}

/// How long what nobody uses is kept, in days; 0 for ever.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Retention {
    /// Guests who sit nowhere, have no results and have said nothing, after their last visit.
    pub guest_days: u32,
    /// Tables that have never begun, after the last that happened there.
    pub unstarted_table_days: u32,
}

impl Default for Retention {
    fn default() -> Self {
        Self { guest_days: 90, unstarted_table_days: 30 }
    }
}

/// What may be asked for, from one address or by one person.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Requests from one address.
    pub requests_per_second: NonZeroU32,
    /// New guests from one address.
    pub guests_per_minute: NonZeroU32,
    /// Wrong passwords tried from one address, or in one browser that has been in the account.
    pub passwords_per_minute: NonZeroU32,
    /// Wrong passwords tried for one name from anywhere else.
    pub passwords_for_a_name_per_minute: NonZeroU32,
    /// Tables opened by one person.
    pub tables_per_minute: NonZeroU32,
    /// Messages on one WebSocket.
    pub messages_per_second: NonZeroU32,
    /// Lines of chat said by one person.
    pub lines_per_minute: NonZeroU32,
    /// WebSockets from one address.
    pub sockets_per_address: NonZeroU32,
    /// Connections from one address, unless a proxy is in front.
    pub connections_per_address: NonZeroU32,
    /// Bytes of answers that one address has asked for and not read yet.
    pub unread_bytes_per_address: NonZeroU32,
    /// How long nothing of what is sent may be read before a connection is given up.
    pub write_timeout_seconds: NonZeroU32,
    /// Tables opened from one address.
    pub tables_per_minute_per_address: NonZeroU32,
    /// Public tables of one person that wait for players at the same time.
    pub public_tables_per_person: NonZeroU32,
    /// The same from one address.
    pub public_tables_per_address: NonZeroU32,
    /// How many hours such a table stays listed without anything happening or anybody being there.
    pub public_table_hours: NonZeroU32,
    /// Games with bots of one person that are under way at the same time.
    pub bot_tables_per_person: NonZeroU32,
    /// The same from one address.
    pub bot_tables_per_address: NonZeroU32,
    /// Webhooks set by one person.
    pub webhooks_per_minute: NonZeroU32,
    /// Programs added by one person.
    pub programs_per_minute: NonZeroU32,
}

impl Limits {
    /// How long a public table waits in the list.
    pub fn listed(&self) -> Duration {
        Duration::from_hours(self.public_table_hours.get().into())
    }
}

impl Default for Limits {
    fn default() -> Self {
        const fn number(number: u32) -> NonZeroU32 {
            NonZeroU32::new(number).expect("it is not 0")
        }
        Self {
            requests_per_second: number(50),
            guests_per_minute: number(20),
            passwords_per_minute: number(10),
            passwords_for_a_name_per_minute: number(100),
            tables_per_minute: number(20),
            messages_per_second: number(20),
            lines_per_minute: number(30),
            sockets_per_address: number(200),
            connections_per_address: number(500),
            unread_bytes_per_address: number(16 * 1024 * 1024),
            write_timeout_seconds: number(20),
            tables_per_minute_per_address: number(60),
            public_tables_per_person: number(5),
            public_tables_per_address: number(20),
            public_table_hours: number(24),
            bot_tables_per_person: number(20),
            bot_tables_per_address: number(100),
            webhooks_per_minute: number(10),
            programs_per_minute: number(10),
        }
    }
}

/// A text that is no origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("an origin is http:// or https:// and a host, without a path: https://play.example.org")]
pub struct NotAnOrigin;

/// Scheme, host and port, as browsers say where a page comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin(String);

impl Origin {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether what is sent there is encrypted.
    pub fn is_secure(&self) -> bool {
        self.0.starts_with("https://")
    }
}

impl FromStr for Origin {
    type Err = NotAnOrigin;

    fn from_str(text: &str) -> Result<Self, NotAnOrigin> {
        let text = text.trim_end_matches('/').to_ascii_lowercase();
        let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-.:[]".contains(&byte);
        match host {
            Some(host) if !host.is_empty() && host.bytes().all(plain) => Ok(Self(text)),
            _ => Err(NotAnOrigin),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_have_no_path() {
        let origin: Origin = "https://Play.example.org:8443/".parse().unwrap();
        assert_eq!(origin.as_str(), "https://play.example.org:8443");
        assert!(origin.is_secure());
        for wrong in ["", "play.example.org", "ftp://a", "https://", "https://a/b", "http://a b"] {
            assert_eq!(wrong.parse::<Origin>(), Err(NotAnOrigin), "{wrong}");
        }
    }
}
