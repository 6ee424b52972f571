//! Answers that are under way and that nobody has read yet: how much of them one address may have.
//!
//! What is counted is what lies in the server's memory. An answer's bytes count from the moment
//! when they are made until the system has taken them to send them.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};

/// Marks an answer whose bytes are part of the program: they take no memory of their own.
#[derive(Copy, Clone, Debug)]
pub(super) struct PartOfTheProgram;

/// How many bytes each address has not read yet.
#[derive(Debug)]
pub(super) struct Unread {
    bytes: Mutex<BTreeMap<IpAddr, u64>>,
    most: u64,
}

/// Bytes that count for an address until this goes.
#[derive(Debug)]
struct Share {
    unread: Arc<Unread>,
    from: IpAddr,
    bytes: u64,
}

impl Unread {
    pub(super) fn new(most: u64) -> Self {
        Self { bytes: Mutex::default(), most }
    }

    fn bytes(&self) -> MutexGuard<'_, BTreeMap<IpAddr, u64>> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the address has as much as it may have already.
    pub(super) fn is_full(&self, from: IpAddr) -> bool {
        self.bytes().get(&from).is_some_and(|bytes| *bytes >= self.most)
    }

    fn add(&self, from: IpAddr, bytes: u64) {
        if bytes > 0 {
            *self.bytes().entry(from).or_default() += bytes;
        }
    }

    fn subtract(&self, from: IpAddr, bytes: u64) {
        let mut all = self.bytes();
        if let Some(known) = all.get_mut(&from) {
            *known = known.saturating_sub(bytes);
            if *known == 0 {
                all.remove(&from);
            }
        }
    }

    /// Counts an answer; nothing if it is more than the address may have unread, however little
    /// else there is.
    pub(super) fn count(self: &Arc<Self>, from: IpAddr, answer: Response) -> Option<Response> {
        if answer.extensions().get::<PartOfTheProgram>().is_some() {
            return Some(answer);
        }
        let bytes = answer.body().size_hint().exact().unwrap_or(0);
        let share = self.share(from, bytes)?;
        Some(answer.map(|body| Body::new(Counted { body, share })))
    }

    fn share(self: &Arc<Self>, from: IpAddr, bytes: u64) -> Option<Share> {
        let mut all = self.bytes();
        let known = all.get(&from).copied().unwrap_or(0);
        if bytes > 0 && known.saturating_add(bytes) > self.most {
            return None;
        }
        if bytes > 0 {
            all.insert(from, known + bytes);
        }
        Some(Share { unread: self.clone(), from, bytes })
    }
}

impl Share {
    /// So many of these bytes; what was not counted before is from now on.
    fn split(&mut self, bytes: u64) -> Self {
        let own = self.bytes.min(bytes);
        self.bytes -= own;
        self.unread.add(self.from, bytes - own);
        Self { unread: self.unread.clone(), from: self.from, bytes }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.unread.subtract(self.from, self.bytes);
    }
}

/// A body whose bytes count.
struct Counted {
    body: Body,
    share: Share,
}

impl HttpBody for Counted {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        frame.map_ok(|frame| {
            frame.map_data(|bytes| {
                let share = self.share.split(bytes.len() as u64);
                Bytes::from_owner(CountedBytes { bytes, _share: share })
            })
        })
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Bytes that count until the last reader has let go of them.
struct CountedBytes {
    bytes: Bytes,
    _share: Share,
}

impl AsRef<[u8]> for CountedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse;
    use futures_util::stream;

    use super::*;

    fn unread(most: u64) -> (Arc<Unread>, IpAddr) {
        (Arc::new(Unread::new(most)), [10, 0, 0, 1].into())
    }

    async fn next(body: &mut Body) -> Option<Bytes> {
        let frame = std::future::poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await;
        frame.map(|frame| frame.unwrap().into_data().unwrap())
    }

    #[tokio::test]
    async fn bytes_count_until_they_have_left() {
        let (unread, from) = unread(10);
        let answer = unread.count(from, "12345678".into_response()).unwrap();
        assert!(unread.count(from, "123".into_response()).is_none(), "that is too much");
        assert!(unread.count([10, 0, 0, 2].into(), "123".into_response()).is_some());
        let mut body = answer.into_body();
        let bytes = next(&mut body).await.unwrap();
        assert_eq!(bytes.as_ref(), b"12345678");
        drop(body);
        assert!(unread.count(from, "123".into_response()).is_none(), "they are still to be sent");
        drop(bytes);
        assert!(unread.count(from, "123".into_response()).is_some());
        assert!(unread.bytes().is_empty());
    }

    #[tokio::test]
    async fn what_is_made_on_the_way_counts_when_it_is_made() {
        let (unread, from) = unread(10);
        let parts = stream::iter([Ok::<_, axum::Error>("1234567"), Ok("1234567")]);
        let answer = unread.count(from, Body::from_stream(parts).into_response()).unwrap();
        assert!(!unread.is_full(from));
        let mut body = answer.into_body();
        let first = next(&mut body).await.unwrap();
        assert!(!unread.is_full(from));
        let second = next(&mut body).await.unwrap();
        assert!(unread.is_full(from));
        drop(first);
        assert!(!unread.is_full(from));
        drop((second, body));
        assert!(unread.bytes().is_empty());
    }

    #[test]
    fn what_is_part_of_the_program_does_not_count() {
        let (unread, from) = unread(1);
        let mut answer = "12345678".into_response();
        answer.extensions_mut().insert(PartOfTheProgram);
        assert!(unread.count(from, answer).is_some());
    }
}
