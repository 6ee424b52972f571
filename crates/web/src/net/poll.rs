//! Polling: a request is repeated regularly, or when the server announces a change.

use std::cell::Cell;
use std::future::Future;
use std::rc::Rc;

use gloo_timers::callback::Interval;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{LinkState, LiveConnection, NetError};
use crate::browser::{is_visible_and_online, now};

/// The time between a response and the next request, in milliseconds.
const POLL_INTERVAL: u32 = 4_000;
/// The longest time between them, in milliseconds, if the server is unreachable or announces
/// changes.
const MAX_POLL_INTERVAL: u32 = 60_000;
/// How often it is checked whether a request is due, in milliseconds.
const CHECK_INTERVAL: u32 = 1_000;

/// The last response.
pub(crate) type Polled<T> = RwSignal<Option<Result<T, NetError>>>;

/// Requests now and then every few seconds while the page is visible. The interval grows while the
/// server is unreachable.
pub(crate) fn poll<T, F>(request: impl Fn() -> F + 'static) -> Polled<T>
where
    T: Send + Sync + 'static,
    F: Future<Output = Result<T, NetError>> + 'static,
{
    let poller = Poller::new(request);
    poller.start_request();
    poller.keep_polling(|| false)
}

/// Requests lobby lists now and whenever the server announces a change; every few seconds only
/// while it cannot announce one.
pub(crate) fn poll_lobby<T, F>(request: impl Fn() -> F + 'static) -> Polled<T>
where
    T: Send + Sync + 'static,
    F: Future<Output = Result<T, NetError>> + 'static,
{
    let (live, poller) = (LiveConnection::from_context(), Poller::new(request));
    let changes = live.watch_lobby();
    let on_change = poller.clone();
    Effect::new(move |_| {
        changes.track();
        on_change.start_request();
    });
    poller.keep_polling(move || untrack(|| live.link()) == LinkState::Up)
}

/// Repeats a request. Requests never overlap, so that responses arrive in order.
struct Poller<T: Send + Sync + 'static, A> {
    request: A,
    last_response: Polled<T>,
    timer: PollTimer,
}

impl<T, F, A> Poller<T, A>
where
    T: Send + Sync + 'static,
    F: Future<Output = Result<T, NetError>> + 'static,
    A: Fn() -> F + 'static,
{
    fn new(request: A) -> Rc<Self> {
        Rc::new(Self { request, last_response: RwSignal::new(None), timer: PollTimer::default() })
    }

    /// Requests now, or once more as soon as the pending response is there.
    fn start_request(self: &Rc<Self>) {
        self.timer.is_due_again.set(true);
        if self.timer.is_busy.replace(true) {
            return;
        }
        let this = self.clone();
        spawn_local(async move {
            while this.timer.is_due_again.take() {
                let response = (this.request)().await;
                this.timer.on_response(matches!(response, Err(NetError::Unreachable)), now());
                this.last_response.try_set(Some(response));
            }
            this.timer.is_busy.set(false);
        });
    }

    /// Requests whenever it is due, until the owner is disposed of.
    fn keep_polling(self: Rc<Self>, is_pushed: impl Fn() -> bool + 'static) -> Polled<T> {
        let last_response = self.last_response;
        let ticks = Interval::new(CHECK_INTERVAL, move || {
            if is_visible_and_online() && self.timer.is_due(is_pushed(), now()) {
                self.start_request();
            }
        });
        // Disposed of with the page.
        let _ticks = StoredValue::new_local(ticks);
        last_response
    }
}

/// When the next request is due.
#[derive(Default)]
struct PollTimer {
    is_busy: Cell<bool>,
    /// Whether to request again as soon as the pending response is there.
    is_due_again: Cell<bool>,
    /// When the last response came.
    answered_at: Cell<f64>,
    /// How many requests in a row failed to reach the server.
    failures: Cell<u32>,
}

impl PollTimer {
    fn on_response(&self, is_unreachable: bool, now: f64) {
        self.answered_at.set(now);
        self.failures.set(if is_unreachable { self.failures.get() + 1 } else { 0 });
    }

    fn is_due(&self, is_pushed: bool, now: f64) -> bool {
        let interval =
            POLL_INTERVAL.saturating_mul(1 << self.failures.get().min(6)).min(MAX_POLL_INTERVAL);
        let interval = if is_pushed { MAX_POLL_INTERVAL } else { interval };
        !self.is_busy.get() && now - self.answered_at.get() >= f64::from(interval)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polls_less_often_while_changes_are_pushed_or_the_server_is_unreachable() {
        let timer = PollTimer::default();
        timer.on_response(false, 0.0);
        let due = |pushed, seconds: u32| timer.is_due(pushed, f64::from(seconds * 1000));
        assert_eq!((due(false, 3), due(false, 4)), (false, true));
        assert_eq!((due(true, 59), due(true, 60)), (false, true));
        timer.on_response(true, 0.0);
        assert_eq!((due(false, 7), due(false, 8)), (false, true));
        (0..40).for_each(|_| timer.on_response(true, 0.0));
        assert_eq!((due(false, 59), due(false, 60)), (false, true));
        timer.is_busy.set(true);
        assert!(!due(false, 100), "an answer is awaited");
    }
}
