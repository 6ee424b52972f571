//! Numbers for whoever runs the server, in the text format of Prometheus.

use std::sync::Arc;
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

use crate::store::Store;

/// What a request was and how it went.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Request {
    route: String,
    status: u16,
}

/// What is counted. Clones share the counts.
#[derive(Clone, Debug)]
pub struct Metrics {
    registry: Arc<Registry>,
    /// Tables opened.
    pub tables_opened: Counter,
    /// Entries made durable.
    pub entries: Counter,
    /// Writes decided again because another node was first.
    pub conflicts: Counter,
    /// Actions of bots made durable.
    pub bot_actions: Counter,
    /// Passwords hashed.
    pub password_hashes: Counter,
    /// Sessions forgotten because they had run out.
    pub sessions_forgotten: Counter,
    /// Guests forgotten whom nobody missed.
    pub guests_forgotten: Counter,
    /// Tables forgotten that never began.
    pub tables_forgotten: Counter,
    /// WebSockets that are open.
    pub sockets: Gauge,
    requests: Family<Request, Counter>,
    seconds: Histogram,
}

impl Metrics {
    /// What is counted from now on, next to what the store counts.
    pub fn new(store: &Store) -> Self {
        let mut registry = Registry::with_prefix("bellwether");
        let tables_opened = Counter::default();
        registry.register("tables_opened", "Tables opened", tables_opened.clone());
        let entries = Counter::default();
        registry.register("entries", "Entries of tables' logs made durable", entries.clone());
        let about = "Commits, each of all that had come in while the last was written";
        let writes = store.counts();
        registry.register("commits", about, writes.commits.clone());
        let about = "Writes that the database failed to make";
        registry.register("failed_writes", about, writes.failed.clone());
        let about = "Times that SQLite's writer opened the database anew after a failure";
        registry.register("reopened", about, writes.reopened.clone());
        let about = "1 if the database took the last write, 0 if it failed";
        registry.register("writable", about, writes.writable.clone());
        let conflicts = Counter::default();
        let about = "Writes decided again because another node was first";
        registry.register("conflicts", about, conflicts.clone());
        let bot_actions = Counter::default();
        registry.register("bot_actions", "Actions of bots made durable", bot_actions.clone());
        let mut counter = |name, about| {
            let counter = Counter::default();
            registry.register(name, about, counter.clone());
            counter
        };
        let password_hashes = counter("password_hashes", "Passwords hashed");
        let about = "Sessions forgotten because they had run out";
        let sessions_forgotten = counter("sessions_forgotten", about);
        let guests_forgotten = counter("guests_forgotten", "Guests forgotten that were not used");
        let tables_forgotten = counter("tables_forgotten", "Tables forgotten that never began");
        let sockets = Gauge::default();
        registry.register("sockets", "WebSockets that are open", sockets.clone());
        let requests = Family::default();
        registry.register("requests", "Requests by route and status", requests.clone());
        let seconds = Histogram::new(exponential_buckets(0.001, 4.0, 7));
        registry.register("request_seconds", "How long requests take", seconds.clone());
        let registry = Arc::new(registry);
        Self {
            registry,
            tables_opened,
            entries,
            conflicts,
            bot_actions,
            password_hashes,
            sessions_forgotten,
            guests_forgotten,
            tables_forgotten,
            sockets,
            requests,
            seconds,
        }
    }

    /// A request was answered.
    pub(crate) fn answered(&self, route: String, status: u16, took: Duration) {
        self.requests.get_or_create(&Request { route, status }).inc();
        self.seconds.observe(took.as_secs_f64());
    }

    /// All numbers as text.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        encode(&mut text, &self.registry).expect("a string takes any text");
        text
    }
}
