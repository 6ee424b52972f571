//! New versions of the client: they wait for a safe moment, and then load.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context, Result, ensure};
use e2e::{BrowserSession, Server, Size};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use wire::VERSION;

/// A proxy in front of a server that serves the client as one release after the other: the page
/// contains the release, and the service worker changes with it.
struct ReleaseProxy {
    address: String,
    release: Arc<AtomicU32>,
}

impl ReleaseProxy {
    async fn of(server: &Server) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?.to_string();
        let behind = server.url("").trim_start_matches("http://").to_owned();
        let release = Arc::new(AtomicU32::new(1));
        let current = Arc::clone(&release);
        tokio::spawn(async move {
            while let Ok((front, _)) = listener.accept().await {
                let (behind, current) = (behind.clone(), Arc::clone(&current));
                // A browser may close the connection early.
                tokio::spawn(async move { forward(front, &behind, &current).await.ok() });
            }
        });
        Ok(Self { address, release })
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    fn publish(&self) {
        self.release.fetch_add(1, Ordering::SeqCst);
    }
}

/// Answers one request, or passes on the whole connection if it stays open.
async fn forward(mut front: TcpStream, behind: &str, release: &AtomicU32) -> Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(front.read_u8().await?);
    }
    let head = String::from_utf8(head)?;
    let mut back = TcpStream::connect(behind).await?;
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    let number = release.load(Ordering::SeqCst);
    if path == "/api/live" && number > 1 {
        back.write_all(head.as_bytes()).await?;
        return forward_with_new_version(front, back).await;
    }
    if !matches!(path.as_str(), "/" | "/sw.js") {
        let head = if path == "/api/live" { head } else { closing_request(&head) };
        back.write_all(head.as_bytes()).await?;
        copy_bidirectional(&mut front, &mut back).await?;
        return Ok(());
    }
    back.write_all(closing_request(&head).as_bytes()).await?;
    let mut answer = String::new();
    back.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").context("an answer has a body")?;
    let body = body
        .replace("<html lang=\"en\">", &format!("<html lang=\"en\" data-release=\"{number}\">"))
        .replace("const CACHE = \"bellwether-", &format!("const CACHE = \"bellwether-{number}-"));
    let without_length = head.lines().filter(|line| !is_header(line, "content-length"));
    let head = without_length.collect::<Vec<_>>().join("\r\n");
    let answer = format!("{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    Ok(front.write_all(answer.as_bytes()).await?)
}

/// Passes on messages in both directions, but with a version that no page knows.
async fn forward_with_new_version(front: TcpStream, back: TcpStream) -> Result<()> {
    let ((mut from_page, mut to_page), (mut from_server, mut to_server)) =
        (front.into_split(), back.into_split());
    tokio::spawn(async move { copy(&mut from_page, &mut to_server).await.ok() });
    let (known, new) = (format!("\"version\":{VERSION}"), "\"version\":9");
    let mut said = vec![0; 1 << 16];
    loop {
        let count = from_server.read(&mut said).await?;
        if count == 0 {
            return Ok(());
        }
        let place = said[..count].windows(known.len()).position(|it| it == known.as_bytes());
        if let Some(place) = place {
            said[place..place + new.len()].copy_from_slice(new.as_bytes());
        }
        to_page.write_all(&said[..count]).await?;
    }
}

/// The request with `Connection: close`, and without compression and caching.
fn closing_request(head: &str) -> String {
    let headers = head.lines().filter(|line| {
        !["connection", "accept-encoding", "if-none-match"].iter().any(|it| is_header(line, it))
    });
    let head = headers.collect::<Vec<_>>().join("\r\n");
    format!("{}\r\nconnection: close\r\n\r\n", head.trim_end())
}

fn is_header(line: &str, name: &str) -> bool {
    line.split_once(':').is_some_and(|(it, _)| it.eq_ignore_ascii_case(name))
}

/// Goes to the home page of the current release, and waits until the service worker has cached it.
async fn arrive(server: &Server, releases: &ReleaseProxy) -> Result<BrowserSession> {
    let session = BrowserSession::open(server, Size::Desktop).await?;
    session.browser.goto(releases.url("/")).await?;
    let headers = "navigator.serviceWorker.ready.then(() => \
         navigator.serviceWorker.controller ? done(true) : navigator.serviceWorker.addEventListener('controllerchange', () => done(true)))";
    session.wait_for(headers, Value::Null).await?;
    Ok(session)
}

async fn release_of(session: &BrowserSession) -> Result<Value> {
    session.run("return document.documentElement.dataset.release").await
}

#[tokio::test]
async fn a_new_version_is_loaded_on_request_and_the_game_goes_on() -> Result<()> {
    let server = Server::start()?;
    let releases = ReleaseProxy::of(&server).await?;
    let session = arrive(&server, &releases).await?;
    session.browser.goto(releases.url("/play/foxy-and-wooly")).await?;
    session.until("document.querySelector('.log li')", Value::Null).await?;
    releases.publish();
    session.run("navigator.serviceWorker.getRegistration().then((kept) => kept.update())").await?;
    session.until("document.querySelector('#renew:not([hidden])')", Value::Null).await?;
    ensure!(release_of(&session).await? == json!("1"), "it waits while somebody plays");
    let table = session.run("return location.pathname").await?;
    session.press("#renew").await?;
    session.until("document.documentElement.dataset.release === '2'", Value::Null).await?;
    session.until("document.querySelector('.log li')", Value::Null).await?;
    ensure!(session.run("return location.pathname").await? == table, "the same table");
    session.close().await
}

#[tokio::test]
async fn an_outdated_page_reloads_once_no_input_is_focused() -> Result<()> {
    let server = Server::start()?;
    let releases = ReleaseProxy::of(&server).await?;
    let session = arrive(&server, &releases).await?;
    session.find(".home .lower .tables").await?;
    session.run("document.body.append(document.createElement('input')); document.querySelector('input').focus()").await?;
    releases.publish();
    session.run("window.dispatchEvent(new Event('online'))").await?;
    session.until("sessionStorage.getItem('bellwether.reloaded') === '9'", Value::Null).await?;
    ensure!(release_of(&session).await? == json!("1"), "not while somebody types");
    session.run("document.activeElement.blur()").await?;
    session.until("document.documentElement.dataset.release === '2'", Value::Null).await?;
    session.close().await
}
