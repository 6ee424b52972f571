//! Idle sockets are cheap.

use tokio_tungstenite::connect_async;

use crate::process::Process;

const SOCKETS: u64 = 600;
const MAX_BYTES_PER_SOCKET: u64 = 8 * 1024;

#[tokio::test]
async fn an_idle_socket_takes_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path().join("bellwether.db"));
    let address = format!("ws://{}/api/live", server.address);
    let mut sockets = Vec::new();
    let mut before = 0;
    // The first ones pay for what all share.
    for number in 0..SOCKETS + 100 {
        if number == 100 {
            before = server.memory();
        }
        let (mut socket, _) = connect_async(&address).await.unwrap();
        // Its greeting has arrived: it idles from here.
        let hello = futures_util::StreamExt::next(&mut socket).await.unwrap().unwrap();
        assert!(hello.to_text().unwrap().contains("hello"));
        sockets.push(socket);
    }
    let each = server.memory().saturating_sub(before) / SOCKETS;
    println!("{each} bytes a socket");
    assert!(each <= MAX_BYTES_PER_SOCKET, "{each} bytes a socket");
}
