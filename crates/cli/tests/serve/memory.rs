//! What is sent to those who do not read it takes little memory.

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

use crate::process::{Player, Process};

/// So many lines of chat are 6 MB, as much as many do not read.
const LINES: usize = 3000;
/// So many do not read: 300 MB and more if all of it were made for each.
const READERS: usize = 50;
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// A table with a long chat.
async fn talkative(server: &Process) -> String {
    let player = Player::hello(&server.address).await;
    let table = player.table(false).await.unwrap();
    let mut talking = JoinSet::new();
    for _ in 0..20 {
        let (player, path) = (player.clone(), format!("tables/{table}/chat"));
        talking.spawn(async move {
            for _ in 0..LINES / 20 {
                let line = json!({"text": "🐑".repeat(500)});
                player.ask(&path, Some(line)).await.unwrap();
            }
        });
    }
    talking.join_all().await;
    table
}

/// A connection that takes little at a time.
async fn slow_reader(address: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    socket.connect(address.parse().unwrap()).await.unwrap()
}

#[tokio::test]
async fn answers_that_nobody_reads_take_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path().join("bellwether.db"));
    let table = talkative(&server).await;
    let before = server.memory();
    let mut unread = Vec::new();
    for what in ["chat", "log.json", "log"] {
        for _ in 0..READERS {
            let mut stream = slow_reader(&server.address).await;
            let request = format!("GET /api/tables/{table}/{what} HTTP/1.1\r\nhost: x\r\n\r\n");
            stream.write_all(request.repeat(20).as_bytes()).await.unwrap();
            // Its first answer is there.
            stream.read_exact(&mut [0; 12]).await.unwrap();
            unread.push(stream);
        }
    }
    let grown = server.memory().saturating_sub(before);
    println!("{grown} bytes for {} connections", unread.len());
    assert!(grown <= MOST_BYTES, "{grown} bytes");
}

#[tokio::test]
async fn sockets_that_nobody_reads_take_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path().join("bellwether.db"));
    let table = talkative(&server).await;
    let before = server.memory();
    let mut unread = Vec::new();
    for _ in 0..READERS {
        let stream = slow_reader(&server.address).await;
        let address = format!("ws://{}/api/live", server.address);
        let (mut socket, _) = client_async(address, stream).await.unwrap();
        let subscribe = json!({"type": "subscribe", "table": table, "after": 0, "chat": 0});
        socket.send(Message::text(subscribe.to_string())).await.unwrap();
        // The chat begins, and nobody reads on.
        loop {
            let message = socket.next().await.unwrap().unwrap();
            if message.to_text().unwrap().contains(r#""type":"chat""#) {
                break;
            }
        }
        unread.push(socket);
    }
    let grown = server.memory().saturating_sub(before);
    println!("{grown} bytes for {} sockets", unread.len());
    assert!(grown <= MOST_BYTES, "{grown} bytes");
}
