//! [`KeyedList`]: Leptos' `For` with type-erased rows.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use leptos::prelude::*;

/// A row: the digest of its key, and its view.
struct Row {
    key: u64,
    show: Box<dyn FnOnce() -> AnyView + Send>,
}

/// Renders the items of a list and keeps a row's view as long as its key is in the list. Other than
/// with `For`, the code that compares two lists is compiled once, not once per list.
#[component]
pub(crate) fn KeyedList<L, I, T, F, K, S, V>(
    /// The items.
    each: L,
    /// The key of an item.
    key: F,
    /// The view of an item.
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

/// Lists are short, so collisions of the 64-bit digest are ignored.
fn digest(key: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}
