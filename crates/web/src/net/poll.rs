//! Asking again and again.

use std::future::Future;

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::NetError;
use crate::browser::is_looked_at;

/// How long after an answer it is asked again, in milliseconds.
const PAUSE: u32 = 4_000;
/// How long at most if the server stays away.
const LONGEST_PAUSE: u32 = 60_000;

/// What was answered last.
pub(crate) type Answer<T> = RwSignal<Option<Result<T, NetError>>>;

/// Asks now and then every few seconds, as long as the page is there and looked at. A server that
/// is away is asked less and less often.
pub(crate) fn poll<T, F>(ask: impl Fn() -> F + 'static) -> Answer<T>
where
    T: Send + Sync + 'static,
    F: Future<Output = Result<T, NetError>> + 'static,
{
    let answer: Answer<T> = RwSignal::new(None);
    spawn_local(async move {
        let mut pause = PAUSE;
        while !answer.is_disposed() {
            if is_looked_at() {
                let said = ask().await;
                pause = match said {
                    Err(NetError::Away) => LONGEST_PAUSE.min(pause * 2),
                    _ => PAUSE,
                };
                answer.try_set(Some(said));
            }
            TimeoutFuture::new(pause).await;
        }
    });
    answer
}
