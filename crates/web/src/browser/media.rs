//! Media queries: what the browser knows of its window and of the user's preferences.

use gloo_events::EventListener;
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::MediaQueryList;

/// Whether a media query matches now.
pub fn matches(query: &str) -> bool {
    list(query).is_some_and(|list| list.matches())
}

/// How long a new result has to last before it is reported, in milliseconds: a window that is being
/// resized may cross the limit more than once.
const LASTS: u32 = 120;

/// Whether a media query matches, as a signal. It is updated until the owner is disposed of.
pub fn follow(query: &str) -> ReadSignal<bool> {
    let (is_true, set) = signal(matches(query));
    let listener = list(query).map(|list| {
        let asked = list.clone();
        EventListener::new(&list, "change", move |_| {
            let asked = asked.clone();
            spawn_local(async move {
                TimeoutFuture::new(LASTS).await;
                let now = asked.matches();
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
