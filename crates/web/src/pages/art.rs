//! Every symbol at several sizes, for us and for contributors.

use leptos::prelude::*;

use crate::app::Bar;
use crate::art::Symbol;

/// The sprite itself, to list what is in it.
const SPRITE: &str = include_str!("../../assets/art.svg");
/// The sizes at which a symbol is shown, in pixels.
const SIZES: [u16; 4] = [20, 32, 64, 128];

/// The page with all drawings.
#[component]
pub(crate) fn ArtPage() -> impl IntoView {
    let card = |name: &'static str| {
        let row = || SIZES.map(|size| view! { <Symbol name size/> }).collect_view();
        view! {
            <figure class="card art">
                <figcaption><code>{name}</code></figcaption>
                <div class="shades"><div class="row">{row()}</div><div class="row on-table">{row()}</div></div>
            </figure>
        }
    };
    view! {
        <Bar/>
        <main class="page wide">
            <h1>"Our drawings"</h1>
            <p>"One grid of 48 units, a contour of 2, two or three flat tones, light from the top left. The colours come from tokens, so that one symbol serves both themes. A symbol must be recognised at 20 pixels."</p>
            <div class="art-grid">{symbols().into_iter().map(card).collect_view()}</div>
        </main>
    }
}

/// The names of all symbols, in the order of the sprite.
fn symbols() -> Vec<&'static str> {
    SPRITE.split("<symbol id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symbol_is_listed_once() {
        let mut names = symbols();
        assert!(names.len() > 100, "{}", names.len());
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
