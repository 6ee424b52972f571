//! Derived signals that update less eagerly than a `Memo`.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::painted;

/// A signal with the latest distinct value of `compute`. A `Memo` wakes all its subscribers to
/// check whether it has changed; this one only notifies them when it has. It updates in an effect,
/// a moment later than a `Memo` but within the same frame: use it for display, not for decisions.
pub(crate) fn settled<T>(find: impl Fn() -> T + Send + Sync + 'static) -> ReadSignal<T>
where
    T: PartialEq + Send + Sync + 'static,
{
    let found = RwSignal::new(untrack(&find));
    Effect::new(move |_| tell(found, find()));
    found.read_only()
}

/// A signal whose value is computed after the browser has painted the change that `track`
/// subscribes to: for what is not looked at first.
pub(crate) fn afterwards<T>(
    changed: impl Fn() + Send + Sync + 'static,
    find: impl Fn() -> T + Send + Sync + 'static,
) -> ReadSignal<T>
where
    T: PartialEq + Send + Sync + 'static,
{
    let found = RwSignal::new(untrack(&find));
    let find = Arc::new(find);
    // The first time, too: other updates can come before the effect runs while a page is mounted.
    Effect::new(move |_| {
        changed();
        let find = find.clone();
        spawn_local(async move {
            painted().await;
            // The signal is disposed of if the page has been left meanwhile.
            if !found.is_disposed() {
                tell(found, untrack(|| find()));
            }
        });
    });
    found.read_only()
}

fn tell<T: PartialEq + Send + Sync + 'static>(found: RwSignal<T>, now: T) {
    if found.with_untracked(|before| *before != now) {
        found.set(now);
    }
}
