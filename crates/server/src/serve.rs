//! The server at work: it listens, answers, and stops without losing anything.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use registry::Registry;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{interval, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use crate::attend::{Thinkers, look_after};
use crate::chat::Chat;
use crate::config::{BotLimits, Config, Retention};
use crate::connection::Connection;
use crate::housekeeping::Housekeeper;
use crate::http::{App, Pace, router};
use crate::live::{Presence, Topic};
use crate::metrics::Metrics;
use crate::people::People;
use crate::results::Counter;
use crate::store::{Change, Changes, OpenError, Store, StoreError};
use crate::tables::Tables;
use crate::webhooks::{Courier, Webhooks};

/// How long a client may take to send the head of a request.
const HEAD: Duration = Duration::from_secs(15);
/// The longest head of a request, and what a connection may keep in memory.
const LONGEST_HEAD: usize = 16 * 1024;
/// How long requests that are under way may take when the server stops.
const FAREWELL: Duration = Duration::from_secs(15);
/// How long the last comparison of the clock may take when the server stops.
const LAST_LOOK: Duration = Duration::from_secs(2);
/// How often what nobody needs any more is forgotten.
const HOUSEKEEPING: Duration = Duration::from_mins(1);

/// Why a server cannot start.
#[derive(Debug, Error)]
pub enum StartError {
    /// No database.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database fails.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address is taken, or not ours.
    #[error("nothing can listen on {address}: {error}")]
    Listen {
        /// Which address.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    app: App,
    listener: TcpListener,
    address: SocketAddr,
    changes: Changes,
    bots: BotLimits,
    /// How long a public table waits in the list.
    listed: Duration,
    retention: Retention,
}

impl Server {
    /// Opens the database, brings it up to date, and listens.
    ///
    /// # Errors
    /// If one of them is not possible.
    pub async fn start(config: Config, registry: Registry) -> Result<Self, StartError> {
        allow_many_files();
        let store = Store::open(&config.database).await?;
        let changes = store.changes().await?;
        config.clock.start(&store).await?;
        let metrics = Metrics::new(&store);
        let tables =
            Tables::new(store.clone(), registry, metrics.clone(), config.clock, &config.limits);
        let app = App {
            chat: Chat::new(store.clone(), tables.clone()),
            presence: Presence::new(store.clone()),
            webhooks: Webhooks::new(store.clone(), config.webhooks),
            tables,
            people: People::new(store.clone(), config.secret, &metrics).await?,
            store,
            metrics,
            pace: Arc::new(Pace::new(config.limits)),
            origin: config.origin,
            behind_proxy: config.behind_proxy,
            admin: config.admin,
            stop: CancellationToken::new(),
            connections: TaskTracker::new(),
        };
        let listen = |error| StartError::Listen { address: config.listen, error };
        let listener = TcpListener::bind(config.listen).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let listed = config.limits.listed();
        let Config { bots, retention, .. } = config;
        Ok(Self { app, listener, address, changes, bots, listed, retention })
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `stop` is done, then finishes what is under way.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Self { app, listener, mut changes, bots, listed, retention, .. } = self;
        let service = router(app.clone());
        let mut housekeeping = interval(HOUSEKEEPING);
        let listening = {
            let app = app.clone();
            tokio::spawn(async move {
                loop {
                    hear(&app, changes.next().await).await;
                }
            })
        };
        let forgetting = tokio::spawn(Housekeeper::new(&app, retention).run());
        let counting = tokio::spawn(Counter::new(app.store.clone(), app.tables.clone()).run());
        let thinkers = Thinkers::start(app.tables.clone(), bots);
        let looking_after = {
            let tables = app.tables.clone();
            tokio::spawn(async move { look_after(&tables).await })
        };
        let keeping_time = {
            let (clock, store) = (app.tables.clock().clone(), app.store.clone());
            tokio::spawn(async move { clock.keep(&store).await })
        };
        let tidying = {
            let (tables, presence) = (app.tables.clone(), app.presence.clone());
            tokio::spawn(async move { tables.tidy_lobby(&presence, listed).await })
        };
        let courier = {
            let (tables, presence) = (app.tables.clone(), app.presence.clone());
            let turns = tables.turns();
            tokio::spawn(Courier::new(app.webhooks.clone(), tables, presence).run(turns))
        };
        let farewell = async {
            stop.await;
            looking_after.abort();
            tidying.abort();
            keeping_time.abort();
            finish(&app, thinkers).await;
        };
        let mut farewell = std::pin::pin!(farewell);
        loop {
            tokio::select! {
                // While it stops, whoever asks is told so.
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => serve(stream, peer, &service, &app),
                    Err(error) => out_of_breath(&error).await,
                },
                _ = housekeeping.tick() => keep_house(&app),
                () = &mut farewell => break,
            }
        }
        listening.abort();
        forgetting.abort();
        counting.abort();
        courier.abort();
    }
}

/// Another node has written, or this one.
async fn hear(app: &App, change: Change) {
    match change {
        Change::Chat(table) => app.tables.ring(&table, Topic::Chat),
        Change::Presence(announcement) => app.presence.hear(announcement),
        change => app.tables.hear(change).await,
    }
}

fn keep_house(app: &App) {
    app.pace.forget();
    app.tables.forget_networks();
    let presence = app.presence.clone();
    app.connections.spawn(async move { presence.repeat().await });
}

/// Every connection is a file, and systems allow few of them unless they are asked.
fn allow_many_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }) {
        tracing::debug!(%error, "no more files than usual");
    }
}

/// Too many files are open, most likely: others will be closed soon.
async fn out_of_breath(error: &io::Error) {
    tracing::warn!(%error, "a connection could not be accepted");
    tokio::time::sleep(Duration::from_millis(100)).await;
}

/// Whoever has too many connections is told so and loses this one: it may not be kept either.
fn send_away(stream: &TcpStream) {
    let body = r#"{"error":"there are too many connections from your address: close some"}"#;
    let head = "HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\n\
        connection: close\r\nretry-after: 2\r\n";
    let answer = format!("{head}content-length: {}\r\n\r\n{body}", body.len());
    if let Err(error) = stream.try_write(answer.as_bytes()) {
        tracing::debug!(%error, "a connection too many was closed without a word");
    }
}

fn serve(stream: TcpStream, peer: SocketAddr, router: &Router, app: &App) {
    // Everyone comes from the address of a proxy: it limits connections itself.
    let place = (!app.behind_proxy).then(|| app.pace.connection(peer.ip())).transpose();
    let Ok(place) = place else {
        return send_away(&stream);
    };
    // Moves are small and should not wait for more.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection stays slow");
    }
    let service = router.clone().map_request(move |mut request: hyper::Request<_>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request
    });
    let stop = app.stop.clone();
    // Who comes while the server stops gets one answer.
    let comes_late = stop.is_cancelled();
    let connection = Connection::new(stream, app.pace.write_timeout(), place);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(LONGEST_HEAD)
        .keep_alive(!comes_late)
        .serve_connection(TokioIo::new(connection), TowerToHyperService::new(service))
        .with_upgrades();
    app.connections.spawn(async move {
        let mut connection = std::pin::pin!(connection);
        let done = tokio::select! {
            done = connection.as_mut() => done,
            () = stop.cancelled(), if !comes_late => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = done {
            tracing::debug!(%error, "a connection broke");
        }
    });
}

/// Sockets are told to come back, bots answer with what they have, requests are answered, writes
/// are finished.
async fn finish(app: &App, thinkers: Thinkers) {
    app.stop.cancel();
    thinkers.stop().await;
    app.connections.close();
    if timeout(FAREWELL, app.connections.wait()).await.is_err() {
        tracing::warn!("some requests took too long and were cut off");
    }
    // A jump that was not noticed yet is known after the restart.
    if timeout(LAST_LOOK, app.tables.clock().compare(&app.store)).await.is_err() {
        tracing::warn!("the clock could not be compared with the time of day");
    }
    app.store.close().await;
}
