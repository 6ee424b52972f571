//! The gallery of all symbols at several sizes, for contributors.

use std::iter::successors;

use leptos::prelude::*;
use web_sys::Element;

use crate::art::Symbol;
use crate::top_bar::TopBar;

/// The sizes at which a symbol is shown, in pixels.
const SIZES: [u16; 4] = [20, 32, 64, 128];

/// The kinds of drawings, each with its first symbol in the order of the sprite.
const KINDS: [(&str, &str); 6] = [
    ("Land, animals and buildings", "sheep"),
    ("Resources, clans and tiles of Glen More", "cube-wood"),
    ("Tokens of Foxy & Wooly", "wolf"),
    ("Spaces of Tipperary’s tiles", "c-M"),
    ("Grounds of Glen More’s tiles", "gb-yellow"),
    ("Signs on buttons", "i-undo"),
];

/// The gallery.
#[component]
pub(crate) fn GalleryPage() -> impl IntoView {
    let card = |name: String| {
        let row = || SIZES.map(|size| view! { <Symbol name=name.clone() size/> }).collect_view();
        view! {
            <figure class="card art">
                <figcaption><code>{name.clone()}</code></figcaption>
                <div class="shades"><div class="row">{row()}</div><div class="row on-table">{row()}</div></div>
            </figure>
        }
    };
    let link = |(kind, first)| view! { <li><a href=format!("#of-{first}")>{kind}</a></li> };
    let section = |((kind, first), names): ((&'static str, &str), Vec<String>)| {
        view! {
            <section aria-labelledby=format!("of-{first}")>
                <h2 id=format!("of-{first}")>{kind}</h2>
                <div class="art-grid">{names.into_iter().map(card).collect_view()}</div>
            </section>
        }
    };
    view! {
        <TopBar/>
        <main class="page wide">
            <h1>"Our drawings"</h1>
            <p>"One grid of 48 units, a contour of 2, two or three flat tones, light from the top left. The colours come from tokens, so that one symbol serves both themes. A symbol must be recognised at 20 pixels."</p>
            <nav aria-label="Kinds of drawings"><ul class="row">{KINDS.map(link).collect_view()}</ul></nav>
            {KINDS.into_iter().zip(by_kind(symbols())).map(section).collect_view()}
        </main>
    }
}

/// The ids of all symbols, in the order of the sprite.
fn symbols() -> impl Iterator<Item = String> {
    let first = document().query_selector("symbol").ok().flatten();
    successors(first, Element::next_element_sibling).map(|symbol| symbol.id())
}

/// The ids by kind.
fn by_kind(names: impl Iterator<Item = String>) -> Vec<Vec<String>> {
    let mut kinds: Vec<Vec<String>> = Vec::new();
    for name in names {
        if kinds.is_empty() || KINDS.iter().any(|(_, first)| *first == name) {
            kinds.push(Vec::new());
        }
        if let Some(kind) = kinds.last_mut() {
            kind.push(name);
        }
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drawing_is_of_a_kind() {
        let sprite = include_str!("../../assets/art.svg");
        let ids = sprite.split("<symbol id=\"").skip(1).filter_map(|it| it.split('"').next());
        let all: Vec<String> = ids.map(str::to_owned).collect();
        let kinds = by_kind(all.iter().cloned());
        let firsts: Vec<&str> = kinds.iter().map(|kind| kind[0].as_str()).collect();
        assert_eq!(firsts, KINDS.map(|(_, first)| first));
        assert_eq!(kinds.concat(), all);
    }
}
