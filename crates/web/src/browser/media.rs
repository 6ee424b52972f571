//! What the browser knows of its window and of the person's wishes, as media queries.

use gloo_events::EventListener;
use leptos::prelude::*;
use web_sys::MediaQueryList;

/// Whether a media query is true now.
pub fn matches(query: &str) -> bool {
    list(query).is_some_and(|list| list.matches())
}

/// Whether a media query is true, for as long as the owner is there.
pub fn follow(query: &str) -> ReadSignal<bool> {
    let (is_true, set) = signal(matches(query));
    let listener = list(query).map(|list| {
        let asked = list.clone();
        EventListener::new(&list, "change", move |_| {
            set.try_set(asked.matches());
        })
    });
    StoredValue::new_local(listener);
    is_true
}

fn list(query: &str) -> Option<MediaQueryList> {
    window().match_media(query).ok().flatten()
}
