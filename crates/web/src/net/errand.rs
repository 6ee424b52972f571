//! What a form asks of the server: one thing at a time, and a word if it went wrong.

use std::future::Future;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::NetError;

/// The errand of a form.
#[derive(Copy, Clone)]
pub(crate) struct Errand {
    busy: RwSignal<bool>,
    wrong: RwSignal<Option<String>>,
}

impl Errand {
    /// Nothing has been asked yet.
    pub(crate) fn new() -> Self {
        Self { busy: RwSignal::new(false), wrong: RwSignal::new(None) }
    }

    /// Asks, unless an answer is still awaited, and goes on with what comes back.
    pub(crate) fn run<T>(
        self,
        ask: impl Future<Output = Result<T, NetError>> + 'static,
        then: impl FnOnce(T) + 'static,
    ) {
        if self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        self.wrong.set(None);
        spawn_local(async move {
            let answer = ask.await;
            // The page may be gone by now.
            self.busy.try_set(false);
            match answer {
                Ok(answer) => then(answer),
                Err(error) => drop(self.wrong.try_set(Some(error.to_string()))),
            }
        });
    }

    /// Whether an answer is awaited.
    pub(crate) fn is_busy(self) -> bool {
        self.busy.get()
    }
}

/// What went wrong with an errand, where everyone notices.
#[component]
pub(crate) fn Wrong(errand: Errand) -> impl IntoView {
    view! { <p role="alert" class="wrong">{move || errand.wrong.get()}</p> }
}
