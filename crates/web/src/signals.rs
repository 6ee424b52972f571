//! Derived signals that update less eagerly than a `Memo`.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::next_paint;

/// A signal with the latest distinct value of `compute`. A `Memo` wakes all its subscribers to
/// check whether it has changed; this one only notifies them when it has. It updates in an effect,
/// a moment later than a `Memo` but within the same frame: use it for display, not for decisions.
pub(crate) fn distinct_signal<T>(compute: impl Fn() -> T + Send + Sync + 'static) -> ReadSignal<T>
where
    T: PartialEq + Send + Sync + 'static,
{
    let signal = RwSignal::new(untrack(&compute));
    Effect::new(move |_| set_if_changed(signal, compute()));
    signal.read_only()
}

/// A signal whose value is computed after the browser has painted the change that `track`
/// subscribes to: for what is not looked at first.
pub(crate) fn after_paint<T>(
    track: impl Fn() + Send + Sync + 'static,
    compute: impl Fn() -> T + Send + Sync + 'static,
) -> ReadSignal<T>
where
    T: PartialEq + Send + Sync + 'static,
{
    let signal = RwSignal::new(untrack(&compute));
    let compute = Arc::new(compute);
    // The first time, too: other updates can come before the effect runs while a page is mounted.
    Effect::new(move |_| {
        track();
        let compute = compute.clone();
        spawn_local(async move {
            next_paint().await;
            // The signal is disposed of if the page has been left meanwhile.
            if !signal.is_disposed() {
                set_if_changed(signal, untrack(|| compute()));
            }
        });
    });
    signal.read_only()
}

fn set_if_changed<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.with_untracked(|before| *before != value) {
        signal.set(value);
    }
}
