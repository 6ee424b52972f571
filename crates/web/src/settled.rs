//! Values that are not followed step by step: many views hang on them, or they can wait.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::painted;

/// Follows what is found out and tells of it only when it has changed. Behind a `Memo` every view
/// is woken to ask whether it has, whatever has happened; here none is. It comes a moment later than
/// a `Memo`, though within the same frame: for what is shown, not for what is decided by.
pub(crate) fn settled<T>(find: impl Fn() -> T + Send + Sync + 'static) -> ReadSignal<T>
where
    T: PartialEq + Send + Sync + 'static,
{
    let found = RwSignal::new(untrack(&find));
    Effect::new(move |_| tell(found, find()));
    found.read_only()
}

/// Finds something out whenever something else has changed, but only when the browser has painted
/// that: for what nobody looks at first.
pub(crate) fn afterwards<T>(
    changed: impl Fn() + Send + Sync + 'static,
    find: impl Fn() -> T + Send + Sync + 'static,
) -> ReadSignal<T>
where
    T: PartialEq + Send + Sync + 'static,
{
    let found = RwSignal::new(untrack(&find));
    let find = Arc::new(find);
    // The first time, too: while a page is opened, much can happen before an effect has its turn.
    Effect::new(move |_| {
        changed();
        let find = find.clone();
        spawn_local(async move {
            painted().await;
            // Whoever has left the page meanwhile has taken everything along.
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
