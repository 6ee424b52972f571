//! The memory and processor time of idle connections.

use anyhow::{Result, bail};
use futures_util::StreamExt;
use tokio::task::JoinSet;

use crate::guest::{Socket, connect};
use crate::party::{Party, SEATS};
use crate::server::Server;

/// The number of connections before the first measurement, to fill caches.
const WARM_UP_CONNECTIONS: usize = 200;
const TABLES: usize = 500;
const SOCKETS: usize = 5000;
/// The number of connections that are opened at the same time.
const MAX_CONCURRENT: usize = 50;

/// Measures and prints the results.
pub(crate) async fn measure(server: &Server) -> Result<()> {
    let http = reqwest::Client::new();
    let party = |number: usize| {
        let (http, address) = (http.clone(), server.address.clone());
        async move { Party::gather(&http, &address, 1, number as u64).await }
    };
    let _first = many(WARM_UP_CONNECTIONS, party).await?;
    let before = server.memory()?;
    let _parties = many(TABLES, party).await?;
    let each = (server.memory()?.saturating_sub(before)) / TABLES as u64;
    println!("an idle table with {SEATS} sockets: {:.1} KB", each as f64 / 1000.0);
    let before = server.memory()?;
    let sockets = many(SOCKETS, |_| greeted(server.address.clone())).await?;
    let each = (server.memory()?.saturating_sub(before)) / SOCKETS as u64;
    let held = open_sockets(&http, &server.address).await?;
    println!(
        "{} idle sockets more: {:.1} KB each; the server holds {held}",
        sockets.len(),
        each as f64 / 1000.0
    );
    Ok(())
}

/// A socket after its greeting.
async fn greeted(address: String) -> Result<Socket> {
    let mut socket = connect(&address, None).await?;
    match socket.next().await {
        Some(Ok(hello)) if hello.to_text()?.contains("hello") => Ok(socket),
        other => bail!("no greeting: {other:?}"),
    }
}

async fn many<T: Send + 'static, F>(count: usize, make: impl Fn(usize) -> F) -> Result<Vec<T>>
where
    F: Future<Output = Result<T>> + Send + 'static,
{
    let (mut made, mut under_way) = (Vec::with_capacity(count), JoinSet::new());
    for number in 0..count {
        if under_way.len() >= MAX_CONCURRENT
            && let Some(done) = under_way.join_next().await
        {
            made.push(done??);
        }
        under_way.spawn(make(number));
    }
    while let Some(done) = under_way.join_next().await {
        made.push(done??);
    }
    Ok(made)
}

/// The number of open sockets by the server's metrics.
async fn open_sockets(http: &reqwest::Client, address: &str) -> Result<u64> {
    let text = http.get(format!("http://{address}/metrics")).send().await?.text().await?;
    let line = text.lines().find_map(|line| line.strip_prefix("bellwether_sockets "));
    Ok(line.unwrap_or("0").parse()?)
}
