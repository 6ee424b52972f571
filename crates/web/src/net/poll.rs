//! Polling: a request is repeated regularly, or when the server announces a change.

use std::cell::Cell;
use std::future::Future;
use std::rc::Rc;

use gloo_timers::callback::Interval;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{Link, Live, NetError};
use crate::browser::{is_looked_at, now};

/// The time between a response and the next request, in milliseconds.
const PAUSE: u32 = 4_000;
/// The longest time between them, in milliseconds, if the server is unreachable or announces
/// changes.
const LONGEST_PAUSE: u32 = 60_000;
/// How often it is checked whether a request is due, in milliseconds.
const TICK: u32 = 1_000;

/// The last response.
pub(crate) type Answer<T> = RwSignal<Option<Result<T, NetError>>>;

/// Requests now and then every few seconds while the page is visible. The interval grows while the
/// server is unreachable.
pub(crate) fn poll<T, F>(ask: impl Fn() -> F + 'static) -> Answer<T>
where
    T: Send + Sync + 'static,
    F: Future<Output = Result<T, NetError>> + 'static,
{
    let question = Question::new(ask);
    question.ask();
    question.ask_again(|| false)
}

/// Requests lobby lists now and whenever the server announces a change; every few seconds only
/// while it cannot announce one.
pub(crate) fn listed<T, F>(ask: impl Fn() -> F + 'static) -> Answer<T>
where
    T: Send + Sync + 'static,
    F: Future<Output = Result<T, NetError>> + 'static,
{
    let (live, question) = (Live::here(), Question::new(ask));
    let changes = live.look_around();
    let news = question.clone();
    Effect::new(move |_| {
        changes.track();
        news.ask();
    });
    question.ask_again(move || untrack(|| live.link()) == Link::Up)
}

/// Repeats a request. Requests never overlap, so that responses arrive in order.
struct Question<T: Send + Sync + 'static, A> {
    ask: A,
    answer: Answer<T>,
    pace: Pace,
}

impl<T, F, A> Question<T, A>
where
    T: Send + Sync + 'static,
    F: Future<Output = Result<T, NetError>> + 'static,
    A: Fn() -> F + 'static,
{
    fn new(ask: A) -> Rc<Self> {
        Rc::new(Self { ask, answer: RwSignal::new(None), pace: Pace::default() })
    }

    /// Requests now, or once more as soon as the pending response is there.
    fn ask(self: &Rc<Self>) {
        self.pace.again.set(true);
        if self.pace.busy.replace(true) {
            return;
        }
        let this = self.clone();
        spawn_local(async move {
            while this.pace.again.take() {
                let said = (this.ask)().await;
                this.pace.answered(matches!(said, Err(NetError::Away)), now());
                this.answer.try_set(Some(said));
            }
            this.pace.busy.set(false);
        });
    }

    /// Requests whenever it is due, until the owner is disposed of.
    fn ask_again(self: Rc<Self>, is_told: impl Fn() -> bool + 'static) -> Answer<T> {
        let answer = self.answer;
        let ticks = Interval::new(TICK, move || {
            if is_looked_at() && self.pace.is_due(is_told(), now()) {
                self.ask();
            }
        });
        // Disposed of with the page.
        let _ticks = StoredValue::new_local(ticks);
        answer
    }
}

/// When the next request is due.
#[derive(Default)]
struct Pace {
    busy: Cell<bool>,
    /// Whether to request again as soon as the pending response is there.
    again: Cell<bool>,
    /// When the last response came.
    at: Cell<f64>,
    /// How many requests in a row failed to reach the server.
    failures: Cell<u32>,
}

impl Pace {
    fn answered(&self, away: bool, now: f64) {
        self.at.set(now);
        self.failures.set(if away { self.failures.get() + 1 } else { 0 });
    }

    fn is_due(&self, is_told: bool, now: f64) -> bool {
        let patience = PAUSE.saturating_mul(1 << self.failures.get().min(6)).min(LONGEST_PAUSE);
        let pause = if is_told { LONGEST_PAUSE } else { patience };
        !self.busy.get() && now - self.at.get() >= f64::from(pause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_tells_is_seldom_asked_and_one_that_is_away_less_and_less() {
        let pace = Pace::default();
        pace.answered(false, 0.0);
        let due = |told, seconds: u32| pace.is_due(told, f64::from(seconds * 1000));
        assert_eq!((due(false, 3), due(false, 4)), (false, true));
        assert_eq!((due(true, 59), due(true, 60)), (false, true));
        pace.answered(true, 0.0);
        assert_eq!((due(false, 7), due(false, 8)), (false, true));
        (0..40).for_each(|_| pace.answered(true, 0.0));
        assert_eq!((due(false, 59), due(false, 60)), (false, true));
        pace.busy.set(true);
        assert!(!due(false, 100), "an answer is awaited");
    }
}
