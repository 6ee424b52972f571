//! What is counted of writes, for whoever runs the server.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;

use super::StoreError;

/// What is counted of writes. Clones share the counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct WriteCounts {
    /// Commits. In SQLite one may hold many writes.
    pub(crate) commits: Counter,
    /// Writes that the database failed to make.
    pub(crate) failed: Counter,
    /// How often SQLite's writer has opened the database anew after a failure.
    pub(crate) reopened: Counter,
    /// 1 if the database took the last write, 0 if it failed.
    pub(crate) writable: Gauge,
}

impl WriteCounts {
    /// Notes how a write went. One that was refused says nothing about the database.
    pub(super) fn note(&self, written: &Result<u64, StoreError>) {
        match written {
            Ok(_) => {
                self.writable.set(1);
            }
            Err(error) if error.concerns_one_write() => {}
            Err(_) => {
                self.failed.inc();
                self.writable.set(0);
            }
        }
    }
}
