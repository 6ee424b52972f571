//! Scrolls to what a step of a lesson is about.

use leptos::prelude::document;
use web_sys::{Element, ScrollBehavior, ScrollIntoViewOptions, ScrollLogicalPosition};

use crate::browser::{prefers_reduced_motion, settings, window};

/// The height of the bar at the lower edge of a phone's window, in pixels.
const BOTTOM_BAR_HEIGHT: f64 = 96.0;

/// Scrolls to the first element that matches the selector, unless it is visible.
pub(super) fn scroll_into_view(selector: &str) {
    let Ok(Some(element)) = document().query_selector(selector) else { return };
    let rect = element.get_bounding_client_rect();
    let top = bottom_of(".teacher").unwrap_or_default();
    let bottom = window().inner_height().ok().and_then(|it| it.as_f64()).unwrap_or_default();
    let is_hidden = rect.width() == 0.0 && rect.height() == 0.0;
    let is_visible = rect.top() >= top && rect.top() + 40.0 <= bottom - BOTTOM_BAR_HEIGHT;
    if !is_hidden && !is_visible {
        scroll_element(&element);
    }
}

fn bottom_of(selector: &str) -> Option<f64> {
    let found = document().query_selector(selector).ok().flatten()?;
    Some(found.get_bounding_client_rect().bottom())
}

fn scroll_element(element: &Element) {
    let at_once = prefers_reduced_motion() || settings::get("pace").as_deref() == Some("quick");
    let options = ScrollIntoViewOptions::new();
    options.set_block(ScrollLogicalPosition::Center);
    options.set_behavior(if at_once { ScrollBehavior::Auto } else { ScrollBehavior::Smooth });
    element.scroll_into_view_with_scroll_into_view_options(&options);
}
