//! Style sheets that are fetched when they are first needed.

use std::cell::RefCell;

use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::HtmlElement;

/// Whether a style sheet was loaded; `None` while it is loading.
pub type LoadState = ArcRwSignal<Option<bool>>;

thread_local! {
    /// The requested style sheets by name.
    static REQUESTED: RefCell<Vec<(&'static str, LoadState)>> = RefCell::default();
}

/// Loads the style sheet whose URL is in the attribute `data-{name}` of the body, unless it is
/// loaded already. A failed one is tried again.
pub fn style_sheet(name: &'static str) -> LoadState {
    let requested = REQUESTED.with_borrow(|requested| {
        let found = requested.iter().find(|(other, _)| *other == name);
        found.map(|(_, state)| state.clone())
    });
    if let Some(state) = requested.filter(|state| state.get_untracked() != Some(false)) {
        return state;
    }
    let state = LoadState::new(None);
    REQUESTED.with_borrow_mut(|requested| {
        requested.retain(|(other, _)| *other != name);
        requested.push((name, state.clone()));
    });
    if insert_link(name, &state).is_err() {
        state.set(Some(false));
    }
    state
}

fn insert_link(name: &str, state: &LoadState) -> Result<(), JsValue> {
    let address = document().body().and_then(|body| body.get_attribute(&format!("data-{name}")));
    let link: HtmlElement = document().create_element("link")?.unchecked_into();
    link.set_attribute("rel", "stylesheet")?;
    link.set_attribute("href", &address.unwrap_or_default())?;
    let set_state = |is_loaded: bool| {
        let state = state.clone();
        Closure::once_into_js(move || state.set(Some(is_loaded)))
    };
    link.set_onload(Some(set_state(true).unchecked_ref()));
    link.set_onerror(Some(set_state(false).unchecked_ref()));
    document().head().ok_or(JsValue::NULL)?.append_child(&link)?;
    Ok(())
}
