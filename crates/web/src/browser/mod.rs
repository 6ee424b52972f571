//! What the browser provides: time, randomness, storage, files, and the worker for bots.

mod bot_worker;
mod media;
mod object_store;
pub mod settings;
mod style_sheet;

use futures_util::future::select;
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::document;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, HtmlAnchorElement, MessageChannel, Url, Window};

pub use bot_worker::{BotWorker, BotWorkerError};
pub use media::{matches_media, media_query};
pub use object_store::{ObjectStore, StoreError, Stored};
pub use style_sheet::style_sheet;

/// How long to wait for an animation frame, in milliseconds: hidden pages have none.
const FRAME_TIMEOUT: u32 = 100;

/// The page's window.
pub fn window() -> Window {
    leptos::prelude::window()
}

/// Sets the window's title.
pub(crate) fn set_title(about: &str) {
    document().set_title(&format!("{about} · Bellwether"));
}

/// Milliseconds since 1970.
pub fn now() -> f64 {
    js_sys::Date::now()
}

/// Today's date in UTC, such as `2026-11-15`.
pub fn today() -> String {
    let date = String::from(js_sys::Date::new_0().to_iso_string());
    date.chars().take(10).collect()
}

/// Today's date in UTC in words, such as `15 Nov 2026`.
pub fn today_in_words() -> String {
    let date = String::from(js_sys::Date::new_0().to_utc_string());
    date.chars().skip("Sun, ".len()).take("15 Nov 2026".len()).collect()
}

/// Whether the browser reports a network connection.
pub fn is_online() -> bool {
    window().navigator().on_line()
}

/// Cryptographically secure random bytes.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("every browser with WebAssembly has random numbers");
    bytes
}

/// Waits until the browser has painted the page as it is now. Hidden pages are not painted; it
/// waits no longer than [`FRAME_TIMEOUT`].
pub(crate) async fn next_paint() {
    let frame = js_sys::Promise::new(&mut |resolve, _| {
        // Without animation frames there is nothing to wait for.
        if window().request_animation_frame(&resolve).is_err() {
            let _ = resolve.call0(&JsValue::NULL);
        }
    });
    select(JsFuture::from(frame), TimeoutFuture::new(FRAME_TIMEOUT)).await;
    // The frame's callbacks run before it is painted; the next task runs after that.
    next_task().await;
}

/// Yields to the browser and continues in a new task.
pub(crate) async fn next_task() {
    let turn = js_sys::Promise::new(&mut |resolve, _| {
        // A posted message arrives at once, unlike a timer, which browsers delay.
        let sent = MessageChannel::new().and_then(|channel| {
            channel.port1().set_onmessage(Some(&resolve));
            channel.port2().post_message(&JsValue::NULL)
        });
        if sent.is_err() {
            let _ = resolve.call0(&JsValue::NULL);
        }
    });
    let _ = JsFuture::from(turn).await;
}

/// Whether the user prefers reduced motion.
pub fn prefers_reduced_motion() -> bool {
    matches_media("(prefers-reduced-motion: reduce)")
}

/// Whether the page is visible and the browser reports a network connection.
pub fn is_visible_and_online() -> bool {
    !document().hidden() && is_online()
}

/// A date and time in the user's time zone, such as `15 Nov 2026, 16:04`.
pub fn date_and_time(millis: i64) -> String {
    let options = js_sys::Object::new();
    for (name, style) in [("dateStyle", "medium"), ("timeStyle", "short")] {
        // Setting a property of a plain object does not fail.
        let _ = js_sys::Reflect::set(&options, &name.into(), &style.into());
    }
    let date = js_sys::Date::new(&JsValue::from_f64(millis as f64));
    date.to_locale_string("en-GB", &options).into()
}

/// An object URL for a text.
pub(crate) fn text_url(text: &str) -> Result<String, JsValue> {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    Url::create_object_url_with_blob(&Blob::new_with_str_sequence(&parts)?)
}

/// Offers a text as a file to save.
pub fn save_file(name: &str, text: &str) -> Result<(), JsValue> {
    let address = text_url(text)?;
    let link: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
    Url::revoke_object_url(&address)
}
