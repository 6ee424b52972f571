//! What the browser offers: time, chance, storage, files, a worker.

mod kept;
mod store;
mod thinker;

use leptos::prelude::document;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, HtmlAnchorElement, Url, Window};

pub use kept::{keep, kept};
pub use store::{Drawer, SavedEvaluation, SavedTable, Store};
pub use thinker::Thinker;

/// The page's window.
pub fn window() -> Window {
    leptos::prelude::window()
}

/// Milliseconds since 1970.
pub fn now() -> f64 {
    js_sys::Date::now()
}

/// Today's date by universal time, such as `2026-11-15`.
pub fn today() -> String {
    let date = String::from(js_sys::Date::new_0().to_iso_string());
    date.chars().take(10).collect()
}

/// Bytes that nobody can guess.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("every browser with WebAssembly has random numbers");
    bytes
}

/// Whether the person has asked for less motion.
pub fn wants_little_motion() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)");
    query.ok().flatten().is_some_and(|list| list.matches())
}

/// An address under which the browser finds that text.
pub(crate) fn text_address(text: &str) -> Result<String, JsValue> {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    Url::create_object_url_with_blob(&Blob::new_with_str_sequence(&parts)?)
}

/// Offers a text as a file to save.
pub fn save_file(name: &str, text: &str) -> Result<(), JsValue> {
    let address = text_address(text)?;
    let link: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
    Url::revoke_object_url(&address)
}
