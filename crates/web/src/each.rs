//! Lists whose rows come and go.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use leptos::prelude::*;

/// A row: what tells it from the others, and how it is shown.
struct Row {
    key: u64,
    show: Box<dyn FnOnce() -> AnyView + Send>,
}

/// Shows each of many, and keeps what is shown as long as its key is there. It is `For` without its
/// types: comparing lists is compiled once for all of them, and not once for each.
#[component]
pub(crate) fn Each<L, I, T, F, K, S, V>(
    /// Those to show.
    each: L,
    /// What tells one from the others.
    key: F,
    /// How one is shown.
    children: S,
) -> impl IntoView
where
    L: Fn() -> I + Send + 'static,
    I: IntoIterator<Item = T>,
    T: Send + 'static,
    F: Fn(&T) -> K + Send + 'static,
    K: Hash,
    S: Fn(T) -> V + Send + Sync + 'static,
    V: IntoView + 'static,
{
    let show = Arc::new(move |item: T| children(item).into_any());
    let row = move |item: T| {
        let (key, show) = (digest(&key(&item)), show.clone());
        Row { key, show: Box::new(move || show(item)) }
    };
    rows(Box::new(move || each().into_iter().map(&row).collect()))
}

fn rows(each: Box<dyn Fn() -> Vec<Row> + Send>) -> AnyView {
    view! { <For each key=|row| row.key children=|row| (row.show)()/> }.into_any()
}

/// Keys of a list are few: that two of them have the same digest is not to be expected.
fn digest(key: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}
