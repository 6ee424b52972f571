//! A client's connection: it has a place among those of its address, and is given up if nobody
//! reads what is sent on it.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use crate::http::Place;

/// A connection. While nothing waits to be sent, it has no timer.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: TcpStream,
    /// How long nothing may leave before it is given up.
    patience: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
    /// Among the connections of its address; left when it goes.
    _place: Option<Place>,
}

impl Connection {
    pub(crate) const fn new(stream: TcpStream, patience: Duration, place: Option<Place>) -> Self {
        Self { stream, patience, stalled: None, _place: place }
    }

    /// What has come of a try to send something: as long as nothing leaves, the time runs.
    fn noting(
        &mut self,
        context: &mut Context<'_>,
        sent: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if sent.is_ready() {
            self.stalled = None;
            return sent;
        }
        let patience = self.patience;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "nobody reads what is sent")))
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.noting(context, sent)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.noting(context, sent)
    }

    /// What is not flattened before it is sent is not copied either.
    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    /// Both ends of a connection that has so much patience.
    async fn connected(patience: Duration) -> (Connection, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let other = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        (Connection::new(stream, patience, None), other)
    }

    #[tokio::test]
    async fn what_nobody_reads_is_given_up() {
        let (mut connection, _other) = connected(Duration::from_millis(50)).await;
        let sent = connection.write_all(&vec![0; 100_000_000]).await;
        assert_eq!(sent.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn what_is_read_arrives() {
        let (mut connection, mut other) = connected(Duration::from_mins(1)).await;
        let sent = tokio::spawn(async move { connection.write_all(&vec![7; 50_000_000]).await });
        let mut read = Vec::new();
        other.read_to_end(&mut read).await.unwrap();
        assert_eq!(read.len(), 50_000_000);
        sent.await.unwrap().unwrap();
    }
}
