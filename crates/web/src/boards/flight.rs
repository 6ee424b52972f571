//! Motion: what an action has moved travels from where it was to where it is.
//!
//! What flies is gone after 300 ms and nobody waits for it, so that it is put up by hand: a reactive
//! list of it would be two kilobytes of every first table.

use leptos::html::Div;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::{Element, SvgElement};

use crate::browser::{painted, wants_little_motion};

/// Between two things of a flight, in milliseconds.
const STAGGER: usize = 28;

/// A thing that travels between two places of the board, by their names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Flight {
    pub(super) symbol: String,
    pub(super) from: String,
    pub(super) to: String,
}

/// The number of the last action, and what travels because of it.
pub(super) type Last = (usize, Vec<Flight>);

/// The things that travel after the last action. Places say what they are called in `data-at`.
pub(super) fn sky(last: Box<dyn Fn() -> Last>) -> impl IntoView {
    let sky = NodeRef::<Div>::new();
    Effect::new(move |before: Option<usize>| {
        let (number, flights) = last();
        let onward = before.is_some_and(|before| number == before + 1);
        if onward && !flights.is_empty() && !wants_little_motion() {
            // Where things are is known without work once the move has been painted.
            spawn_local(async move {
                painted().await;
                if let Some(sky) = sky.try_get_untracked().flatten() {
                    let_fly(&sky, &flights);
                }
            });
        }
        number
    });
    view! { <div class="flights" aria-hidden="true" node_ref=sky></div> }
}

/// Puts up what flies instead of what has flown before. What has no visible start or end stays.
fn let_fly(sky: &Element, flights: &[Flight]) {
    let ends = |flight: &Flight| Some((middle_of(&flight.from)?, middle_of(&flight.to)?));
    let seen = flights.iter().filter_map(|flight| Some((&flight.symbol, ends(flight)?)));
    let seen: Vec<_> = seen.collect();
    let drawings = seen.iter().map(|(symbol, _)| {
        format!("<svg class=\"fly\" viewBox=\"0 0 48 48\"><use href=\"#{symbol}\"></use></svg>")
    });
    sky.set_inner_html(&drawings.collect::<String>());
    let mut next = sky.first_element_child();
    for (place, (_, ((from, size), (to, other)))) in seen.iter().enumerate() {
        let Some(drawing) = next.and_then(|it| it.dyn_into::<SvgElement>().ok()) else { return };
        next = drawing.next_element_sibling();
        let size = size.min(*other).clamp(22.0, 64.0);
        let corner = |middle: f64| format!("{:.1}px", middle - size / 2.0);
        for (name, value) in [
            ("--x0", corner(from.0)),
            ("--y0", corner(from.1)),
            ("--x1", corner(to.0)),
            ("--y1", corner(to.1)),
            ("--size", format!("{size:.1}px")),
            ("--wait", format!("{}ms", place * STAGGER)),
        ] {
            // A browser that refuses only shows no motion.
            let _ = SvgElement::style(&drawing).set_property(name, &value);
        }
    }
}

/// The middle of a place on the screen, and its height.
fn middle_of(place: &str) -> Option<((f64, f64), f64)> {
    let element = document().query_selector(&format!("[data-at='{place}']")).ok().flatten()?;
    let area = element.get_bounding_client_rect();
    let middle = (area.left() + area.width() / 2.0, area.top() + area.height() / 2.0);
    (area.width() > 0.0).then_some((middle, area.height()))
}
