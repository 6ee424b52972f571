//! The one writer of an SQLite file: what comes in while the disk is busy is committed together.

use std::sync::Arc;

use prometheus_client::metrics::counter::Counter;
use serde::Serialize;
use sqlx::{Any, AnyConnection, Connection, Transaction};
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::task::JoinHandle;

use super::{Append, StoreError, Write};

/// How many writes share one commit at most.
const LARGEST_GROUP: usize = 256;
/// How many writes may wait; more callers wait to be let in.
const QUEUE: usize = 1024;

/// A write and who waits for it.
struct Job {
    write: Write,
    done: oneshot::Sender<Result<u64, StoreError>>,
}

impl Job {
    /// Whether it does nothing but add entries to a log, as most do.
    fn is_action(&self) -> bool {
        self.write.append().is_some_and(|append| append.sitting.is_none() && append.over.is_empty())
    }

    fn answer(self, outcome: Result<u64, StoreError>) {
        // Nobody may be left to hear it; it is written all the same.
        let _ = self.done.send(outcome);
    }
}

/// Hands writes to the writer's task.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    jobs: Arc<Mutex<Option<JoinHandle<()>>>>,
    queue: mpsc::Sender<Job>,
    stop: Arc<tokio::sync::Notify>,
}

impl Writer {
    /// Starts the writer, who counts commits.
    pub(super) fn start(connection: AnyConnection, commits: Counter) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUE);
        let stop = Arc::new(tokio::sync::Notify::new());
        let task = tokio::spawn(run(connection, jobs, stop.clone(), commits));
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
    commits: Counter,
) {
    let mut group = Vec::with_capacity(LARGEST_GROUP);
    loop {
        tokio::select! {
            taken = jobs.recv_many(&mut group, LARGEST_GROUP) => if taken == 0 { break },
            () = stop.notified() => { jobs.close(); continue },
        }
        commit_together(&mut connection, group.drain(..), &commits).await;
    }
    if let Err(error) = connection.close().await {
        tracing::warn!(%error, "the database file was not closed cleanly");
    }
}

/// Does all writes, and tells each caller how it went once the disk has it. Appends of different
/// tables do not get in each other's way, so all of them are one step; whatever else there is, and
/// appends of which one comes too late, are made one by one.
async fn commit_together(
    connection: &mut AnyConnection,
    jobs: impl Iterator<Item = Job> + Send,
    commits: &Counter,
) {
    let (appends, mut others): (Vec<Job>, Vec<Job>) = jobs.partition(Job::is_action);
    match append_all(connection, &appends).await {
        Err(StoreError::Conflict) => others.extend(appends),
        outcome => {
            commits.inc_by(u64::from(outcome.is_ok() && !appends.is_empty()));
            for job in appends {
                let rows = job.write.append().map_or(0, |append| append.entries.len() as u64);
                job.answer(outcome.clone().map(|()| rows));
            }
        }
    }
    if others.is_empty() {
        return;
    }
    match perform_each(connection, &others).await {
        Ok(outcomes) => {
            commits.inc();
            others.into_iter().zip(outcomes).for_each(|(job, outcome)| job.answer(outcome));
        }
        Err(error) => others.into_iter().for_each(|job| job.answer(Err(error.clone()))),
    }
}

/// Makes each write by itself, and all of them durable at once.
async fn perform_each(
    connection: &mut AnyConnection,
    jobs: &[Job],
) -> Result<Vec<Result<u64, StoreError>>, StoreError> {
    let mut transaction = connection.begin().await?;
    let mut outcomes = Vec::with_capacity(jobs.len());
    for job in jobs {
        outcomes.push(perform_apart(&mut transaction, &job.write).await?);
    }
    transaction.commit().await?;
    Ok(outcomes)
}

/// Within a savepoint: a write that fails takes no other with it.
async fn perform_apart(
    transaction: &mut Transaction<'_, Any>,
    write: &Write,
) -> Result<Result<u64, StoreError>, StoreError> {
    let mut own = transaction.begin().await?;
    let outcome = write.perform(&mut own).await;
    if outcome.is_ok() {
        own.commit().await?;
    } else {
        own.rollback().await?;
    }
    Ok(outcome)
}

/// A whole transaction: whoever works for the connection is asked once, not four times.
const APPEND_ALL: &str = "BEGIN IMMEDIATE; \
     INSERT INTO entries (table_id, seq, client_key, at, body) \
     SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each($1); \
     UPDATE tables SET stage = change.value ->> 1, changed_at = change.value ->> 2, \
     due = change.value ->> 3 \
     FROM json_each($2) AS change WHERE tables.id = change.value ->> 0; \
     COMMIT";

/// Makes all appends durable, or none.
async fn append_all(connection: &mut AnyConnection, jobs: &[Job]) -> Result<(), StoreError> {
    if jobs.is_empty() {
        return Ok(());
    }
    let appends = || jobs.iter().filter_map(|job| job.write.append());
    let entries: Vec<_> = appends().flat_map(Append::rows).collect();
    let changes: Vec<_> = appends().filter_map(Append::change).collect();
    let query = sqlx::query(APPEND_ALL).bind(json(&entries)?).bind(json(&changes)?);
    if let Err(error) = query.execute(&mut *connection).await {
        // If it has not even begun, there is nothing to take back.
        let _ = sqlx::query("ROLLBACK").execute(connection).await;
        return Err(error.into());
    }
    Ok(())
}

fn json(rows: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(rows).map_err(|_| StoreError::Damaged("entry"))
}
