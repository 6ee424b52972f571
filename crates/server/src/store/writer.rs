//! The one writer of an SQLite file: what comes in while the disk is busy is committed together.

use std::sync::Arc;

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

/// Appends of different tables do not get in each other's way, so all of them are made with two
/// statements; only if one fails is each write made by itself.
async fn perform_all(
    connection: &mut AnyConnection,
    writes: &[Write],
) -> Result<Vec<Result<u64, StoreError>>, StoreError> {
    let mut transaction = connection.begin().await?;
    let appends: Vec<&Append> = writes.iter().filter_map(Write::append).collect();
    let together = match append_all(&mut transaction, &appends).await {
        Ok(()) => true,
        Err(StoreError::Conflict) => {
            transaction.rollback().await?;
            transaction = connection.begin().await?;
            false
        }
        Err(error) => return Err(error),
    };
    let mut outcomes = Vec::with_capacity(writes.len());
    for write in writes {
        outcomes.push(match write.append().filter(|_| together) {
            Some(append) => Ok(append.entries.len() as u64),
            None => perform_apart(&mut transaction, write).await?,
        });
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

async fn append_all(on: &mut AnyConnection, appends: &[&Append]) -> Result<(), StoreError> {
    if appends.is_empty() {
        return Ok(());
    }
    let entries: Vec<_> = appends.iter().flat_map(|append| append.rows()).collect();
    let sql = "INSERT INTO entries (table_id, seq, client_key, at, body) \
               SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 \
               FROM json_each($1)";
    sqlx::query(sql).bind(json(&entries)?).execute(&mut *on).await?;
    let changes: Vec<_> = appends.iter().filter_map(|append| append.change()).collect();
    let sql = "UPDATE tables SET stage = change.value ->> 1, changed_at = change.value ->> 2, \
               due = change.value ->> 3 \
               FROM json_each($1) AS change WHERE tables.id = change.value ->> 0";
    sqlx::query(sql).bind(json(&changes)?).execute(&mut *on).await?;
    for append in appends {
        append.seat(on).await?;
        append.end_plans(on).await?;
    }
    Ok(())
}

fn json(rows: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(rows).map_err(|_| StoreError::Damaged("entry"))
}
