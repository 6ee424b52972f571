//! Whether the store takes writes, found out by writing.

use std::time::Duration;

use tokio::sync::Mutex;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};

use super::{Store, StoreError, Write};
use crate::clock::now;

/// How long what was found out is good for, however many ask.
const FRESH: Duration = Duration::from_secs(1);
/// How long a write may take. Whoever asks has an answer within a second.
const LIMIT: Duration = Duration::from_millis(800);

/// What was found out last.
#[derive(Debug, Default)]
pub(super) struct Probe(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    known: Option<(Instant, bool)>,
    /// A write that has not been answered in time: there are no others until it is.
    under_way: Option<JoinHandle<Result<u64, StoreError>>>,
}

impl Store {
    /// Whether the store takes writes. Those who ask at the same time share one small write, and
    /// there is one a second at most.
    pub async fn takes_writes(&self) -> bool {
        let this = self.clone();
        // Not given up halfway: whoever asks and goes away does not cause another write.
        let task = tokio::spawn(async move { this.find_out().await });
        task.await.unwrap_or(false)
    }

    async fn find_out(self) -> bool {
        let mut state = self.probe.0.lock().await;
        if let Some((at, takes)) = state.known
            && at.elapsed() < FRESH
        {
            return takes;
        }
        // One that was answered meanwhile says how things were then.
        let under_way = state.under_way.take().filter(|write| !write.is_finished());
        let mut write = under_way.unwrap_or_else(|| {
            let this = self.clone();
            tokio::spawn(async move { this.write(Write::Probe { now: now() }).await })
        });
        let takes = match timeout(LIMIT, &mut write).await {
            Ok(Ok(Ok(_))) => true,
            Ok(Ok(Err(error))) => {
                tracing::warn!(%error, "the store takes no writes");
                false
            }
            Ok(Err(_)) => false,
            Err(_) => {
                tracing::warn!("the store is slow to write");
                state.under_way = Some(write);
                false
            }
        };
        state.known = Some((Instant::now(), takes));
        takes
    }
}
