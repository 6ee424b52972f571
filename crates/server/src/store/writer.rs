//! The one writer of an SQLite file: what comes in while the disk is busy is committed together.

use std::sync::Arc;

use sqlx::{AnyConnection, Connection};
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::task::JoinHandle;

use super::{StoreError, Write};

/// How many writes share one commit at most.
const LARGEST_GROUP: usize = 256;
/// How many writes may wait; more callers wait to be let in.
const QUEUE: usize = 1024;

/// A write and who waits for it.
struct Job {
    write: Write,
    done: oneshot::Sender<Result<u64, StoreError>>,
}

/// Hands writes to the writer's task.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    jobs: Arc<Mutex<Option<JoinHandle<()>>>>,
    queue: mpsc::Sender<Job>,
    stop: Arc<tokio::sync::Notify>,
}

impl Writer {
    pub(super) fn start(connection: AnyConnection) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUE);
        let stop = Arc::new(tokio::sync::Notify::new());
        let task = tokio::spawn(run(connection, jobs, stop.clone()));
        Self { jobs: Arc::new(Mutex::new(Some(task))), queue, stop }
    }

    pub(super) async fn write(&self, write: Write) -> Result<u64, StoreError> {
        let (done, outcome) = oneshot::channel();
        self.queue.send(Job { write, done }).await.map_err(|_| StoreError::Closed)?;
        outcome.await.map_err(|_| StoreError::Closed)?
    }

    /// Takes no more writes and waits for those that were taken.
    pub(super) async fn close(&self) {
        self.stop.notify_one();
        if let Some(task) = self.jobs.lock().await.take() {
            // A writer that has panicked has nothing left to wait for.
            let _ = task.await;
        }
    }
}

async fn run(
    mut connection: AnyConnection,
    mut jobs: mpsc::Receiver<Job>,
    stop: Arc<tokio::sync::Notify>,
) {
    let mut group = Vec::with_capacity(LARGEST_GROUP);
    loop {
        tokio::select! {
            taken = jobs.recv_many(&mut group, LARGEST_GROUP) => if taken == 0 { break },
            () = stop.notified() => { jobs.close(); continue },
        }
        commit_together(&mut connection, group.drain(..)).await;
    }
    if let Err(error) = connection.close().await {
        tracing::warn!(%error, "the database file was not closed cleanly");
    }
}

/// Does all writes in one transaction, and tells each caller how it went once the disk has it.
async fn commit_together(connection: &mut AnyConnection, jobs: impl Iterator<Item = Job> + Send) {
    let (writes, callers): (Vec<_>, Vec<_>) = jobs.map(|job| (job.write, job.done)).unzip();
    let outcomes = match perform_all(connection, &writes).await {
        Ok(outcomes) => outcomes,
        Err(error) => vec![Err(error); writes.len()],
    };
    for (caller, outcome) in callers.into_iter().zip(outcomes) {
        // Nobody may be left to hear it; it is written all the same.
        let _ = caller.send(outcome);
    }
}

async fn perform_all(
    connection: &mut AnyConnection,
    writes: &[Write],
) -> Result<Vec<Result<u64, StoreError>>, StoreError> {
    let mut transaction = connection.begin().await?;
    let mut outcomes = Vec::with_capacity(writes.len());
    for write in writes {
        // A savepoint each: one that fails takes no other with it.
        let mut own = transaction.begin().await?;
        let outcome = write.perform(&mut own).await;
        if outcome.is_ok() {
            own.commit().await?;
        } else {
            own.rollback().await?;
        }
        outcomes.push(outcome);
    }
    transaction.commit().await?;
    Ok(outcomes)
}
