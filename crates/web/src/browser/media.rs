//! Media queries: what the browser knows of its window and of the user's preferences.

use gloo_events::EventListener;
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::MediaQueryList;

/// Whether a media query matches now.
pub fn matches_media(query: &str) -> bool {
    list(query).is_some_and(|list| list.matches())
}

/// How long a new result has to last before it is reported, in milliseconds: a window that is being
/// resized may cross the limit more than once.
const STABLE_MILLIS: u32 = 120;

/// Whether a media query matches, as a signal. It is updated until the owner is disposed of.
pub fn media_query(query: &str) -> ReadSignal<bool> {
    let (is_true, set) = signal(matches_media(query));
    let listener = list(query).map(|list| {
        let query_list = list.clone();
        EventListener::new(&list, "change", move |_| {
            let query_list = query_list.clone();
            spawn_local(async move {
                TimeoutFuture::new(STABLE_MILLIS).await;
                let now = query_list.matches();
                if is_true.try_get_untracked().is_some_and(|before| before != now) {
                    set.try_set(now);
                }
            });
        })
    });
    StoredValue::new_local(listener);
    is_true
}

fn list(query: &str) -> Option<MediaQueryList> {
    window().match_media(query).ok().flatten()
}
