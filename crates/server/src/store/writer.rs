//! The one writer of an SQLite file: what comes in while the disk is busy is committed together.
//!
//! After some errors, such as a full disk, SQLite takes back the whole transaction by itself. So
//! nothing here keeps count of transactions: plain statements begin and end them, and a `COMMIT`
//! that has nothing to commit is an error. After any failure of the database the connections are
//! closed, and opened anew for the next group, however often that takes.

use std::io;
use std::sync::Arc;
use std::thread;

use sqlx::{AnyConnection, Connection};
use tokio::runtime::Handle;
use tokio::sync::{Mutex, mpsc, oneshot};

use super::connect::reconnect;
use super::journal::Journal;
use super::lock::FileLock;
use super::{Append, Database, OpenError, StoreError, Write, WriteCounts};

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
        self.write.append().filter(|append| {
            let seats_nobody = append.sitting.is_none() && append.seating().next().is_none();
            seats_nobody && append.over.is_empty() && append.bots.is_none()
        })
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
    /// Starts the writer of that database, which is locked as long as it writes.
    pub(super) fn start(
        database: Database,
        connections: Connections,
        counts: WriteCounts,
        lock: Option<Arc<FileLock>>,
    ) -> io::Result<Self> {
        let (orders, taken) = mpsc::channel(QUEUE);
        let (running, stopped) = oneshot::channel();
        let (connections, runtime) = (Some(connections), Handle::current());
        let scribe = Scribe { database, connections, counts, runtime };
        thread::Builder::new().name("writer".to_owned()).spawn(move || {
            scribe.run(taken);
            drop(lock);
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

/// The writer's connections. Actions go through the journal, everything else through the other.
pub(super) struct Connections {
    pub(super) journal: Journal,
    pub(super) connection: AnyConnection,
}

impl Connections {
    async fn open(database: &Database) -> Result<Self, OpenError> {
        let connection = reconnect(database).await?;
        let journal = match database {
            Database::Sqlite(path) => Journal::open(path)?,
            Database::Postgres(_) => return Err(OpenError::NoWriteAheadLog),
        };
        Ok(Self { journal, connection })
    }

    async fn close(self) {
        drop(self.journal);
        if let Err(error) = self.connection.close().await {
            tracing::warn!(%error, "the database file was not closed cleanly");
        }
    }
}

/// The thread that writes.
struct Scribe {
    database: Database,
    /// None after a failure.
    connections: Option<Connections>,
    counts: WriteCounts,
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
        self.close();
    }

    /// Does all writes, and tells each caller how it went once the disk has it. Appends of
    /// different tables do not get in each other's way, so all of them are one step; whatever else
    /// there is, and appends of which one is refused, are made one by one. If the database fails,
    /// every write that was not committed before has failed.
    fn commit_together(&mut self, jobs: Vec<Job>) {
        let (actions, mut others): (Vec<_>, Vec<_>) =
            jobs.into_iter().partition(|job| job.action().is_some());
        let mut failure = None;
        if !actions.is_empty() {
            match self.add(&actions) {
                Ok(()) => {
                    self.counts.commits.inc();
                    for job in actions {
                        let rows = job.action().map_or(0, |append| append.entries.len() as u64);
                        job.answer(Ok(rows));
                    }
                }
                Err(error) => {
                    others.extend(actions);
                    failure = Some(error).filter(|error| !error.concerns_one_write());
                }
            }
        }
        if others.is_empty() {
            return;
        }
        let outcomes = failure.map_or_else(|| self.perform_each(&others), Err);
        match outcomes {
            Ok(outcomes) => {
                self.counts.commits.inc();
                others.into_iter().zip(outcomes).for_each(|(job, outcome)| job.answer(outcome));
            }
            Err(error) => {
                tracing::error!(%error, writes = others.len(), "the database failed");
                self.close();
                for job in others {
                    job.answer(Err(error.clone()));
                }
            }
        }
    }

    /// Makes all appends durable, or none.
    fn add(&mut self, actions: &[Job]) -> Result<(), StoreError> {
        self.connections()?.journal.add(actions.iter().filter_map(Job::action))
    }

    /// Makes each write by itself, and all of them durable at once.
    fn perform_each(&mut self, jobs: &[Job]) -> Result<Vec<Result<u64, StoreError>>, StoreError> {
        let runtime = self.runtime.clone();
        runtime.block_on(perform_each(&mut self.connections()?.connection, jobs))
    }

    fn connections(&mut self) -> Result<&mut Connections, StoreError> {
        let connections = match self.connections.take() {
            Some(connections) => connections,
            None => self.open_anew()?,
        };
        Ok(self.connections.insert(connections))
    }

    fn open_anew(&self) -> Result<Connections, StoreError> {
        let opened = self.runtime.block_on(Connections::open(&self.database));
        let opened = opened.map_err(|error| StoreError::Database(Arc::new(error)))?;
        self.counts.reopened.inc();
        tracing::info!("the database was opened anew");
        Ok(opened)
    }

    fn close(&mut self) {
        if let Some(connections) = self.connections.take() {
            self.runtime.block_on(connections.close());
        }
    }
}

async fn perform_each(
    connection: &mut AnyConnection,
    jobs: &[Job],
) -> Result<Vec<Result<u64, StoreError>>, StoreError> {
    run(connection, "BEGIN IMMEDIATE").await?;
    let mut outcomes = Vec::with_capacity(jobs.len());
    for job in jobs {
        outcomes.push(perform_apart(connection, &job.write).await?);
    }
    run(connection, "COMMIT").await?;
    Ok(outcomes)
}

/// Within a savepoint: a write that fails for its own reasons takes no other with it.
async fn perform_apart(
    connection: &mut AnyConnection,
    write: &Write,
) -> Result<Result<u64, StoreError>, StoreError> {
    run(connection, "SAVEPOINT one_write").await?;
    let outcome = write.perform(connection).await;
    match &outcome {
        Ok(_) => {}
        Err(error) if error.concerns_one_write() => {
            run(connection, "ROLLBACK TO one_write").await?;
        }
        Err(error) => return Err(error.clone()),
    }
    run(connection, "RELEASE one_write").await?;
    Ok(outcome)
}

async fn run(connection: &mut AnyConnection, sql: &'static str) -> Result<(), StoreError> {
    sqlx::query(sql).execute(connection).await?;
    Ok(())
}
