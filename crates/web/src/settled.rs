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
    let (found, look) = looked_for(Box::new(find));
    whenever(Box::new(move || look()));
    found
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
    let (found, look) = looked_for(Box::new(find));
    once_painted_whenever(Box::new(changed), look);
    found
}

type Look = Arc<dyn Fn() + Send + Sync>;

/// What is found out first, and a way to look again. These are there once for all ways to find a
/// kind of value, and those below once for all values: what stands behind them is a lot of code.
fn looked_for<T>(find: Box<dyn Fn() -> T + Send + Sync>) -> (ReadSignal<T>, Look)
where
    T: PartialEq + Send + Sync + 'static,
{
    let found = RwSignal::new(untrack(&find));
    let look = move || {
        // Whoever has left the page meanwhile has taken everything along.
        if found.is_disposed() {
            return;
        }
        let now = find();
        if found.with_untracked(|before| *before != now) {
            found.set(now);
        }
    };
    (found.read_only(), Arc::new(look))
}

/// Does something, and again whenever what it has looked at changes.
fn whenever(run: Box<dyn Fn() + Send + Sync>) {
    Effect::new(move |_| run());
}

fn once_painted_whenever(changed: Box<dyn Fn() + Send + Sync>, look: Look) {
    let look = move || {
        let look = look.clone();
        async move {
            painted().await;
            untrack(|| look());
        }
    };
    whenever(Box::new(move || {
        changed();
        spawn_local(look());
    }));
}
