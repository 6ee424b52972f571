//! A form's request to the server: one at a time, with its error as a sentence.

use std::future::Future;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::NetError;

/// The state of a form's request.
#[derive(Copy, Clone)]
pub(crate) struct FormRequest {
    is_pending: RwSignal<bool>,
    error: RwSignal<Option<String>>,
}

impl FormRequest {
    /// No request has been sent.
    pub(crate) fn new() -> Self {
        Self { is_pending: RwSignal::new(false), error: RwSignal::new(None) }
    }

    /// Sends a request, unless one is pending, and passes its result to `then`.
    pub(crate) fn run<T>(
        self,
        send: impl Future<Output = Result<T, NetError>> + 'static,
        then: impl FnOnce(T) + 'static,
    ) {
        if self.is_pending.get_untracked() {
            return;
        }
        self.is_pending.set(true);
        self.error.set(None);
        spawn_local(async move {
            let result = send.await;
            // The page may have been left.
            self.is_pending.try_set(false);
            match result {
                Ok(result) => then(result),
                Err(error) => drop(self.error.try_set(Some(error.to_string()))),
            }
        });
    }

    /// Whether a request is pending.
    pub(crate) fn is_pending(self) -> bool {
        self.is_pending.get()
    }
}

/// The error of a form's last request, announced by screen readers.
#[component]
pub(crate) fn FormError(request: FormRequest) -> impl IntoView {
    view! { <p role="alert" class="wrong">{move || request.error.get()}</p> }
}
