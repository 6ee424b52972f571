//! Every symbol at several sizes, for us and for contributors.

use std::iter::successors;

use leptos::prelude::*;
use web_sys::Element;

use crate::app::Bar;
use crate::art::Symbol;

/// The sizes at which a symbol is shown, in pixels.
const SIZES: [u16; 4] = [20, 32, 64, 128];

/// The page with all drawings.
#[component]
pub(crate) fn ArtPage() -> impl IntoView {
    let card = |name: String| {
        let row = || SIZES.map(|size| view! { <Symbol name=name.clone() size/> }).collect_view();
        view! {
            <figure class="card art">
                <figcaption><code>{name.clone()}</code></figcaption>
                <div class="shades"><div class="row">{row()}</div><div class="row on-table">{row()}</div></div>
            </figure>
        }
    };
    view! {
        <Bar/>
        <main class="page wide">
            <h1>"Our drawings"</h1>
            <p>"One grid of 48 units, a contour of 2, two or three flat tones, light from the top left. The colours come from tokens, so that one symbol serves both themes. A symbol must be recognised at 20 pixels."</p>
            <div class="art-grid">{symbols().map(card).collect_view()}</div>
        </main>
    }
}

/// The names of all symbols, in the order of the sprite.
fn symbols() -> impl Iterator<Item = String> {
    let first = document().query_selector("symbol").ok().flatten();
    successors(first, Element::next_element_sibling).map(|symbol| symbol.id())
}
