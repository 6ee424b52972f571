//! Drawings: symbols of the SVG sprite that is part of every page.

use leptos::prelude::*;
use rules::Seat;

/// One symbol of the sprite, at the size that CSS gives it unless `size` is set.
#[component]
pub fn Symbol(
    /// The symbol's id in the sprite, without the `#`.
    #[prop(into)]
    name: Signal<String>,
    /// Additional CSS classes.
    #[prop(into, optional)]
    class: Option<String>,
    /// Width and height in pixels; CSS decides if it is not set.
    #[prop(optional)]
    size: Option<u16>,
    /// The accessible name; a symbol without one is decoration.
    #[prop(into, optional)]
    label: Option<String>,
) -> impl IntoView {
    let class = format!("ic {}", class.unwrap_or_default());
    let hidden = label.is_none().then_some("true");
    let role = label.is_some().then_some("img");
    view! {
        <svg class=class width=size height=size viewBox="0 0 48 48" aria-hidden=hidden role=role aria-label=label>
            <use href=move || format!("#{}", name.get())></use>
        </svg>
    }
}

/// The name of a seat's shape: seats differ in shape as well as in colour.
pub const fn seat_shape(seat: Seat) -> &'static str {
    ["diamond", "square", "circle", "triangle", "hexagon"][seat.index()]
}

/// The CSS class that sets a seat's colours for its descendants.
pub fn seat_class(seat: Seat) -> String {
    format!("seat-{seat}")
}
