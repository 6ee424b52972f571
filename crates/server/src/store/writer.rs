//! The one writer of an SQLite file: what comes in while the disk is busy is committed together.

use std::io;
use std::sync::Arc;
use std::thread;

use prometheus_client::metrics::counter::Counter;
use sqlx::{Any, AnyConnection, Connection, Transaction};
use tokio::runtime::Handle;
use tokio::sync::{Mutex, mpsc, oneshot};

use super::journal::Journal;
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
    /// The append, if that does nothing but add entries to a log, as most do.
    fn action(&self) -> Option<&Append> {
        self.write.append().filter(|append| append.sitting.is_none() && append.over.is_empty())
    }

    fn answer(self, outcome: Result<u64, StoreError>) {
        // Nobody may be left to hear it; it is written all the same.
        let _ = self.done.send(outcome);
    }
}

/// What the writer is told.
enum Order {
    Write(Job),
    /// Whatever comes after this is not taken any more.
    Stop,
}

/// Hands writes to the writer's thread.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    orders: mpsc::Sender<Order>,
    /// Comes to an end with the thread.
    stopped: Arc<Mutex<oneshot::Receiver<()>>>,
}

impl Writer {
    /// Starts the writer, who counts commits. Actions go through the journal, everything else
    /// through the connection.
    pub(super) fn start(
        journal: Journal,
        connection: AnyConnection,
        commits: Counter,
    ) -> io::Result<Self> {
        let (orders, taken) = mpsc::channel(QUEUE);
        let (running, stopped) = oneshot::channel();
        let scribe = Scribe { journal, connection, commits, runtime: Handle::current() };
        thread::Builder::new().name("writer".to_owned()).spawn(move || {
            scribe.run(taken);
            drop(running);
        })?;
        Ok(Self { orders, stopped: Arc::new(Mutex::new(stopped)) })
    }

    pub(super) async fn write(&self, write: Write) -> Result<u64, StoreError> {
        let (done, outcome) = oneshot::channel();
        let order = Order::Write(Job { write, done });
        self.orders.send(order).await.map_err(|_| StoreError::Closed)?;
        outcome.await.map_err(|_| StoreError::Closed)?
    }

    /// Takes no more writes and waits for those that were taken.
    pub(super) async fn close(&self) {
        // If it does not hear this, it has stopped.
        let _ = self.orders.send(Order::Stop).await;
        let mut stopped = self.stopped.lock().await;
        if !stopped.is_terminated() {
            // The thread says nothing, it just ends.
            let _ = (&mut *stopped).await;
        }
    }
}

/// The thread that writes.
struct Scribe {
    journal: Journal,
    connection: AnyConnection,
    commits: Counter,
    runtime: Handle,
}

impl Scribe {
    fn run(mut self, mut orders: mpsc::Receiver<Order>) {
        let mut group = Vec::with_capacity(LARGEST_GROUP);
        let mut goes_on = true;
        while goes_on && orders.blocking_recv_many(&mut group, LARGEST_GROUP) > 0 {
            let mut jobs = Vec::with_capacity(group.len());
            for order in group.drain(..) {
                match order {
                    Order::Write(job) if goes_on => jobs.push(job),
                    Order::Write(job) => job.answer(Err(StoreError::Closed)),
                    Order::Stop => goes_on = false,
                }
            }
            self.commit_together(jobs);
        }
        drop(self.journal);
        if let Err(error) = self.runtime.block_on(self.connection.close()) {
            tracing::warn!(%error, "the database file was not closed cleanly");
        }
    }

    /// Does all writes, and tells each caller how it went once the disk has it. Appends of
    /// different tables do not get in each other's way, so all of them are one step; whatever else
    /// there is, and appends of which one comes too late, are made one by one.
    fn commit_together(&mut self, jobs: Vec<Job>) {
        let (actions, mut others): (Vec<_>, Vec<_>) =
            jobs.into_iter().partition(|job| job.action().is_some());
        if !actions.is_empty() {
            match self.journal.add(actions.iter().filter_map(Job::action)) {
                Err(StoreError::Conflict) => others.extend(actions),
                outcome => {
                    self.commits.inc_by(u64::from(outcome.is_ok()));
                    for job in actions {
                        let rows = job.action().map_or(0, |append| append.entries.len() as u64);
                        job.answer(outcome.clone().map(|()| rows));
                    }
                }
            }
        }
        if !others.is_empty() {
            self.commit_each(others);
        }
    }

    fn commit_each(&mut self, jobs: Vec<Job>) {
        match self.runtime.block_on(perform_each(&mut self.connection, &jobs)) {
            Ok(outcomes) => {
                self.commits.inc();
                jobs.into_iter().zip(outcomes).for_each(|(job, outcome)| job.answer(outcome));
            }
            Err(error) => jobs.into_iter().for_each(|job| job.answer(Err(error.clone()))),
        }
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
