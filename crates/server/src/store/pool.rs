//! The connections that are shared by many readers, and by PostgreSQL's writers, with limits on how
//! long each may wait.

use std::io;
use std::ops::{Deref, DerefMut};
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream};
use futures_util::{StreamExt, TryStreamExt};
use sqlx::any::{
    AnyConnectOptions, AnyPoolOptions, AnyQueryResult, AnyRow, AnyStatement, AnyTypeInfo,
};
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool, Either, Error, Execute, Executor, SqlStr, raw_sql};
use tokio::time::timeout;

use super::Database;

/// How many connections there are.
const CONNECTIONS: u32 = 8;
/// How long PostgreSQL may take to accept a connection, or another one to become free.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);
/// The same for a file.
const FILE_ACQUIRE_TIMEOUT: Duration = Duration::from_secs(10);
/// How long PostgreSQL may take over a read or a write, waiting for a connection included.
pub(super) const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// Tables are kept in memory as long as somebody watches: a page that was read is seldom read
/// again, and the system remembers it in any case.
const READER: &str = "PRAGMA query_only = ON; PRAGMA cache_size = -256";

/// Commits wait for the disk, whatever is usual there. What nobody waits for any more is ended by
/// PostgreSQL, too, so that it does not hold up others.
const NODE: &str = "SET synchronous_commit = on; SET statement_timeout = '5s'; \
     SET idle_in_transaction_session_timeout = '10s'";

/// The error of a database that takes too long.
pub(super) fn no_answer() -> Error {
    Error::Io(io::Error::new(io::ErrorKind::TimedOut, "the database does not answer"))
}

/// Connections that are shared. Clones share them.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    connections: AnyPool,
    /// How long a query may take, if there is a limit.
    limit: Option<Duration>,
}

impl Pool {
    /// Connects to that database.
    pub(super) async fn connect(
        database: &Database,
        options: AnyConnectOptions,
    ) -> Result<Self, Error> {
        let (first, acquire, limit) = match database {
            Database::Sqlite(_) => (READER, FILE_ACQUIRE_TIMEOUT, None),
            Database::Postgres(_) => (NODE, ACQUIRE_TIMEOUT, Some(ANSWER_TIMEOUT)),
        };
        let pool = AnyPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(acquire)
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    raw_sql(first).execute(connection).await?;
                    Ok(())
                })
            });
        Ok(Self { connections: pool.connect_with(options).await?, limit })
    }

    /// A connection; it is closed unless it is said to be done.
    pub(super) async fn lend(&self) -> Result<Lent, Error> {
        Ok(Lent(Some(self.connections.acquire().await?)))
    }

    /// Closes all connections.
    pub(super) async fn close(&self) {
        self.connections.close().await;
    }

    /// Waits for an answer as long as that may take.
    async fn limited<T>(
        &self,
        answer: impl Future<Output = Result<T, Error>> + Send,
    ) -> Result<T, Error> {
        match self.limit {
            Some(limit) => timeout(limit, answer).await.unwrap_or_else(|_| Err(no_answer())),
            None => answer.await,
        }
    }
}

/// A connection in use. One that is given up halfway may have an answer under way that never comes:
/// it does not go back to the others.
pub(super) struct Lent(Option<PoolConnection<Any>>);

impl Lent {
    /// It has answered, and may be used by others.
    pub(super) fn done(mut self) {
        self.0 = None;
    }
}

impl Deref for Lent {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        self.0.as_ref().expect("it is there until it is done")
    }
}

impl DerefMut for Lent {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        self.0.as_mut().expect("it is there until it is done")
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        drop(self.0.take().map(PoolConnection::detach));
    }
}

/// Queries are sent to it as they are to a pool of sqlx.
impl<'p> Executor<'p> for &'_ Pool {
    type Database = Any;

    fn fetch_many<'e, 'q, E>(
        self,
        query: E,
    ) -> BoxStream<'e, Result<Either<AnyQueryResult, AnyRow>, Error>>
    where
        'q: 'e,
        E: 'q + Execute<'q, Any>,
        'p: 'e,
    {
        let pool = self.clone();
        let answers = async move {
            let whole = async {
                let mut lent = pool.lend().await?;
                let answers: Vec<_> = lent.fetch_many(query).try_collect().await?;
                lent.done();
                Ok(answers)
            };
            pool.limited(whole).await.map(|answers| stream::iter(answers).map(Ok))
        };
        stream::once(answers).try_flatten().boxed()
    }

    fn fetch_optional<'e, 'q, E>(self, query: E) -> BoxFuture<'e, Result<Option<AnyRow>, Error>>
    where
        'q: 'e,
        E: 'q + Execute<'q, Any>,
        'p: 'e,
    {
        let pool = self.clone();
        Box::pin(async move {
            let row = async {
                let mut lent = pool.lend().await?;
                let row = lent.fetch_optional(query).await?;
                lent.done();
                Ok(row)
            };
            pool.limited(row).await
        })
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [AnyTypeInfo],
    ) -> BoxFuture<'e, Result<AnyStatement, Error>>
    where
        'p: 'e,
    {
        let pool = self.clone();
        Box::pin(async move { pool.lend().await?.prepare_with(sql, parameters).await })
    }
}
