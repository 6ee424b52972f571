//! Animations: symbols of what an action has moved fly from where it was to where it is.
//!
//! They last 300 ms and nothing follows their state, so they are made as HTML: a reactive list
//! would add 2 KB to every first table.

use leptos::html::Div;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::{Element, SvgElement};

use crate::browser::{next_paint, prefers_reduced_motion};

/// The delay between two symbols, in milliseconds.
const STAGGER_MILLIS: usize = 28;

/// A symbol that flies from one anchor of the board to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SymbolAnimation {
    pub(super) symbol: String,
    pub(super) from: String,
    pub(super) to: String,
}

/// The number of the last action, and its animations.
pub(super) type ActionAnimations = (usize, Vec<SymbolAnimation>);

/// The layer on which the last action is animated. Anchors are elements with the attribute
/// `data-at`.
pub(super) fn animation_layer(last_action: Box<dyn Fn() -> ActionAnimations>) -> impl IntoView {
    let animation_layer = NodeRef::<Div>::new();
    Effect::new(move |before: Option<usize>| {
        let (number, animations) = last_action();
        let onward = before.is_some_and(|before| number == before + 1);
        if onward && !animations.is_empty() && !prefers_reduced_motion() {
            // After the paint, reading positions causes no layout work.
            spawn_local(async move {
                next_paint().await;
                if let Some(animation_layer) = animation_layer.try_get_untracked().flatten() {
                    start_animations(&animation_layer, &animations);
                }
            });
        }
        number
    });
    view! { <div class="flights" aria-hidden="true" node_ref=animation_layer></div> }
}

/// Replaces the animations of the layer. Those whose start or end is not visible are left out.
fn start_animations(animation_layer: &Element, animations: &[SymbolAnimation]) {
    let end_points = |animation: &SymbolAnimation| {
        Some((centre_of(&animation.from)?, centre_of(&animation.to)?))
    };
    let visible =
        animations.iter().filter_map(|animation| Some((&animation.symbol, end_points(animation)?)));
    let visible: Vec<_> = visible.collect();
    let drawings = visible.iter().map(|(symbol, _)| {
        format!("<svg class=\"fly\" viewBox=\"0 0 48 48\"><use href=\"#{symbol}\"></use></svg>")
    });
    animation_layer.set_inner_html(&drawings.collect::<String>());
    let mut next = animation_layer.first_element_child();
    for (index, (_, ((from, size), (to, to_height)))) in visible.iter().enumerate() {
        let Some(element) = next.and_then(|it| it.dyn_into::<SvgElement>().ok()) else { return };
        next = element.next_element_sibling();
        let size = size.min(*to_height).clamp(22.0, 64.0);
        let corner = |middle: f64| format!("{:.1}px", middle - size / 2.0);
        for (name, value) in [
            ("--x0", corner(from.0)),
            ("--y0", corner(from.1)),
            ("--x1", corner(to.0)),
            ("--y1", corner(to.1)),
            ("--size", format!("{size:.1}px")),
            ("--wait", format!("{}ms", index * STAGGER_MILLIS)),
        ] {
            // A browser that refuses shows no animation.
            let _ = SvgElement::style(&element).set_property(name, &value);
        }
    }
}

/// The centre of an anchor on the screen, and its height.
fn centre_of(anchor: &str) -> Option<((f64, f64), f64)> {
    let element = document().query_selector(&format!("[data-at='{anchor}']")).ok().flatten()?;
    let area = element.get_bounding_client_rect();
    let middle = (area.left() + area.width() / 2.0, area.top() + area.height() / 2.0);
    (area.width() > 0.0).then_some((middle, area.height()))
}
