//! A form's request to the server: one at a time, with its error as a sentence.

use std::future::Future;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::NetError;

/// The state of a form's request.
#[derive(Copy, Clone)]
pub(crate) struct Errand {
    busy: RwSignal<bool>,
    wrong: RwSignal<Option<String>>,
}

impl Errand {
    /// No request has been sent.
    pub(crate) fn new() -> Self {
        Self { busy: RwSignal::new(false), wrong: RwSignal::new(None) }
    }

    /// Sends a request, unless one is pending, and passes its result to `then`.
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
            // The page may have been left.
            self.busy.try_set(false);
            match answer {
                Ok(answer) => then(answer),
                Err(error) => drop(self.wrong.try_set(Some(error.to_string()))),
            }
        });
    }

    /// Whether a request is pending.
    pub(crate) fn is_busy(self) -> bool {
        self.busy.get()
    }
}

/// The error of a form's last request, announced by screen readers.
#[component]
pub(crate) fn Wrong(errand: Errand) -> impl IntoView {
    view! { <p role="alert" class="wrong">{move || errand.wrong.get()}</p> }
}
