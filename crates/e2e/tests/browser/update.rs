//! A new version: it waits for a safe moment, and comes then.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context, Result, ensure};
use e2e::{Server, Size, Visit};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use wire::VERSION;

/// A door in front of a server through which the client comes as one release after the other: its
/// page says which one it is, and its service worker is a new one each time.
struct Releases {
    address: String,
    release: Arc<AtomicU32>,
}

impl Releases {
    async fn of(server: &Server) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?.to_string();
        let behind = server.url("").trim_start_matches("http://").to_owned();
        let release = Arc::new(AtomicU32::new(1));
        let current = Arc::clone(&release);
        tokio::spawn(async move {
            while let Ok((front, _)) = listener.accept().await {
                let (behind, current) = (behind.clone(), Arc::clone(&current));
                // A browser that hangs up has what it wanted.
                tokio::spawn(async move { pass_on(front, &behind, &current).await.ok() });
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

/// Answers one request, or hands the whole connection on if it is to stay open.
async fn pass_on(mut front: TcpStream, behind: &str, release: &AtomicU32) -> Result<()> {
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
        return speak_anew(front, back).await;
    }
    if !matches!(path.as_str(), "/" | "/sw.js") {
        let head = if path == "/api/live" { head } else { asking_once(&head) };
        back.write_all(head.as_bytes()).await?;
        copy_bidirectional(&mut front, &mut back).await?;
        return Ok(());
    }
    back.write_all(asking_once(&head).as_bytes()).await?;
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

/// Passes on what is said both ways, but the server is of a version that no page knows yet.
async fn speak_anew(front: TcpStream, back: TcpStream) -> Result<()> {
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

/// The same request for an answer as it stands, after which the connection is closed.
fn asking_once(head: &str) -> String {
    let kept = head.lines().filter(|line| {
        !["connection", "accept-encoding", "if-none-match"].iter().any(|it| is_header(line, it))
    });
    let head = kept.collect::<Vec<_>>().join("\r\n");
    format!("{}\r\nconnection: close\r\n\r\n", head.trim_end())
}

fn is_header(line: &str, name: &str) -> bool {
    line.split_once(':').is_some_and(|(it, _)| it.eq_ignore_ascii_case(name))
}

/// Goes home to the release that is out, and waits until the device keeps it.
async fn arrive(server: &Server, releases: &Releases) -> Result<Visit> {
    let visit = Visit::open(server, Size::Desktop).await?;
    visit.browser.goto(releases.url("/")).await?;
    let kept = "navigator.serviceWorker.ready.then(() => \
         navigator.serviceWorker.controller ? done(true) : navigator.serviceWorker.addEventListener('controllerchange', () => done(true)))";
    visit.wait_for(kept, Value::Null).await?;
    Ok(visit)
}

async fn release_of(visit: &Visit) -> Result<Value> {
    visit.run("return document.documentElement.dataset.release").await
}

#[tokio::test]
async fn a_new_version_waits_until_somebody_wants_it_and_the_game_goes_on() -> Result<()> {
    let server = Server::start()?;
    let releases = Releases::of(&server).await?;
    let visit = arrive(&server, &releases).await?;
    visit.browser.goto(releases.url("/play/foxy-and-wooly")).await?;
    visit.until("document.querySelector('.log li')", Value::Null).await?;
    releases.publish();
    visit.run("navigator.serviceWorker.getRegistration().then((kept) => kept.update())").await?;
    visit.until("document.querySelector('#renew:not([hidden])')", Value::Null).await?;
    ensure!(release_of(&visit).await? == json!("1"), "it waits while somebody plays");
    let table = visit.run("return location.pathname").await?;
    visit.press("#renew").await?;
    visit.until("document.documentElement.dataset.release === '2'", Value::Null).await?;
    visit.until("document.querySelector('.log li')", Value::Null).await?;
    ensure!(visit.run("return location.pathname").await? == table, "the same table");
    visit.close().await
}

#[tokio::test]
async fn a_page_that_its_server_no_longer_understands_makes_room_once_nobody_types() -> Result<()> {
    let server = Server::start()?;
    let releases = Releases::of(&server).await?;
    let visit = arrive(&server, &releases).await?;
    visit.find(".home .lower .tables").await?;
    visit.run("document.body.append(document.createElement('input')); document.querySelector('input').focus()").await?;
    releases.publish();
    visit.run("window.dispatchEvent(new Event('online'))").await?;
    visit.until("sessionStorage.getItem('bellwether.reloaded') === '9'", Value::Null).await?;
    ensure!(release_of(&visit).await? == json!("1"), "not while somebody types");
    visit.run("document.activeElement.blur()").await?;
    visit.until("document.documentElement.dataset.release === '2'", Value::Null).await?;
    visit.close().await
}
