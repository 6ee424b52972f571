//! What one address may have open and unread.

use std::num::NonZeroU32;

use reqwest::Method;
use server::config::Config;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;

use crate::player::Player;
use crate::support::Home;

async fn ask(stream: &mut TcpStream, path: &str, headers: &str) {
    let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\n{headers}\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
}

#[tokio::test]
async fn one_address_has_only_so_many_connections() {
    let home = Home::sqlite();
    let few = NonZeroU32::new(3).unwrap();
    let running = home.serve_with(|config| config.limits.connections_per_address = few).await;
    let mut open = Vec::new();
    for _ in 0..3 {
        let mut stream = TcpStream::connect(&running.address).await.unwrap();
        ask(&mut stream, "/healthz", "").await;
        // It is served from here.
        stream.read_exact(&mut [0; 12]).await.unwrap();
        open.push(stream);
    }
    let mut stream = TcpStream::connect(&running.address).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 429 Too Many Requests\r\n"), "{answer}");
    let body = answer.split("\r\n\r\n").nth(1).unwrap();
    let problem: serde_json::Value = serde_json::from_str(body).unwrap();
    assert!(problem["error"].as_str().unwrap().contains("too many connections"));
    drop(open.pop());
    // The server learns of it in a moment.
    loop {
        let mut stream = TcpStream::connect(&running.address).await.unwrap();
        ask(&mut stream, "/healthz", "").await;
        let mut start = [0; 12];
        if stream.read_exact(&mut start).await.is_ok() && &start == b"HTTP/1.1 200" {
            break;
        }
    }
    drop(open);
    running.stop().await;
}

#[tokio::test]
async fn a_proxy_has_as_many_connections_as_it_likes() {
    let home = Home::sqlite();
    let few = NonZeroU32::new(1).unwrap();
    let running = home
        .serve_with(|config| {
            config.limits.connections_per_address = few;
            config.behind_proxy = true;
        })
        .await;
    let mut open = Vec::new();
    for _ in 0..5 {
        let mut stream = TcpStream::connect(&running.address).await.unwrap();
        ask(&mut stream, "/healthz", "").await;
        let mut start = [0; 12];
        stream.read_exact(&mut start).await.unwrap();
        assert_eq!(&start, b"HTTP/1.1 200");
        open.push(stream);
    }
    drop(open);
    running.stop().await;
}

/// Asks for a long answer again and again and reads none: sooner or later the system takes no more,
/// and an answer stays with the server.
async fn never_read(address: &str, headers: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(address.parse().unwrap()).await.unwrap();
    for _ in 0..300 {
        ask(&mut stream, "/api/openapi.json", headers).await;
    }
    stream
}

#[tokio::test]
async fn who_does_not_read_answers_gets_no_more_and_others_do() {
    let home = Home::sqlite();
    let answer = serde_json::to_vec(&server::description()).unwrap().len() as u32;
    let limit = |config: &mut Config| {
        // One answer may be unread, two may not.
        config.limits.unread_bytes_per_address = NonZeroU32::new(answer * 3 / 2).unwrap();
        config.limits.write_timeout_seconds = NonZeroU32::new(600).unwrap();
        config.behind_proxy = true;
    };
    let running = home.serve_with(limit).await;
    let ask_from = async |from: &str| {
        let from = [("x-forwarded-for", from)];
        Player::new(&running.address).ask(Method::GET, "/api/openapi.json", &from, None).await
    };
    ask_from("10.0.0.1").await.ok();
    let unread = never_read(&running.address, "x-forwarded-for: 10.0.0.1\r\n").await;
    let refused = loop {
        let answer = ask_from("10.0.0.1").await;
        if !answer.status.is_success() {
            break answer;
        }
    };
    assert!(refused.error(429).contains("not read yet"));
    ask_from("10.0.0.2").await.ok();
    // Who is gone has nothing that is unread.
    drop(unread);
    while !ask_from("10.0.0.1").await.status.is_success() {}
    running.stop().await;
}

#[tokio::test]
async fn an_answer_that_nobody_reads_is_cut_off() {
    let home = Home::sqlite();
    let impatient = |config: &mut Config| config.limits.write_timeout_seconds = NonZeroU32::MIN;
    let running = home.serve_with(impatient).await;
    let mut stream = never_read(&running.address, "").await;
    // The server has hung up once it takes nothing any more.
    while stream.write_all(b"\r\n").await.is_ok() {
        tokio::task::yield_now().await;
    }
    running.stop().await;
}

#[tokio::test]
async fn pings_and_pongs_count_as_messages() {
    let home = Home::sqlite();
    let running = home.serve().await;
    for frame in [Message::Ping(vec![1; 100].into()), Message::Pong(vec![1; 100].into())] {
        let mut live = running.player().await.live().await;
        let mut sent = 0;
        while sent < 10_000 && live.try_send(frame.clone()).await {
            sent += 1;
        }
        let heard = live.try_say(r#"{"type":"look-around"}"#).await;
        // Who makes so much noise may not hear why they are sent away.
        match live.next().await {
            Some(Message::Close(Some(close))) => {
                assert_eq!(close.reason.as_str(), "too many messages");
            }
            Some(message) => panic!("{sent} frames were not too many ({heard}): {message}"),
            None => {}
        }
    }
    running.stop().await;
}
