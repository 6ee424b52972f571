//! Style sheets that are fetched when they are first needed.

use std::cell::RefCell;

use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::HtmlElement;

/// Whether a style sheet was loaded; `None` while it is loading.
pub type Arrival = ArcRwSignal<Option<bool>>;

thread_local! {
    /// The requested style sheets by name.
    static ASKED: RefCell<Vec<(&'static str, Arrival)>> = RefCell::default();
}

/// Loads the style sheet whose URL is in the attribute `data-{name}` of the body, unless it is
/// loaded already. A failed one is tried again.
pub fn style_sheet(name: &'static str) -> Arrival {
    let asked = ASKED.with_borrow(|asked| {
        let known = asked.iter().find(|(other, _)| *other == name);
        known.map(|(_, arrival)| arrival.clone())
    });
    if let Some(arrival) = asked.filter(|arrival| arrival.get_untracked() != Some(false)) {
        return arrival;
    }
    let arrival = Arrival::new(None);
    ASKED.with_borrow_mut(|asked| {
        asked.retain(|(other, _)| *other != name);
        asked.push((name, arrival.clone()));
    });
    if put_up(name, &arrival).is_err() {
        arrival.set(Some(false));
    }
    arrival
}

fn put_up(name: &str, arrival: &Arrival) -> Result<(), JsValue> {
    let address = document().body().and_then(|body| body.get_attribute(&format!("data-{name}")));
    let link: HtmlElement = document().create_element("link")?.unchecked_into();
    link.set_attribute("rel", "stylesheet")?;
    link.set_attribute("href", &address.unwrap_or_default())?;
    let tell = |there: bool| {
        let arrival = arrival.clone();
        Closure::once_into_js(move || arrival.set(Some(there)))
    };
    link.set_onload(Some(tell(true).unchecked_ref()));
    link.set_onerror(Some(tell(false).unchecked_ref()));
    document().head().ok_or(JsValue::NULL)?.append_child(&link)?;
    Ok(())
}
