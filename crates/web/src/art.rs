//! Our drawings: symbols of the sprite that every page carries.

use leptos::prelude::*;
use rules::Seat;

/// A symbol on its own, at the size that its surroundings give it.
#[component]
pub fn Symbol(
    /// The symbol's name in the sprite, without the `#`.
    #[prop(into)]
    name: Signal<String>,
    /// More classes.
    #[prop(into, optional)]
    class: Option<String>,
    /// Its width and height in pixels, if the style sheet does not say.
    #[prop(optional)]
    size: Option<u16>,
    /// What it shows, for those who do not see it; without a label it is decoration.
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

/// The name of the shape that stands for a seat: seats differ in shape as well as in colour.
pub const fn seat_shape(seat: Seat) -> &'static str {
    ["diamond", "square", "circle", "triangle", "hexagon"][seat.index()]
}

/// The class that gives a seat's colours to what is inside.
pub fn seat_class(seat: Seat) -> String {
    format!("seat-{seat}")
}
