//! Legends: what the symbols of a game are called and what they do.

use leptos::prelude::*;

/// A symbol of the sprite, its name, and what it does in a few words.
pub(super) type LegendEntry = (&'static str, &'static str, &'static str);

/// The list of symbols, closed at first. It never changes, so it is made as HTML.
pub(super) fn legend(entries: &'static [LegendEntry]) -> impl IntoView {
    let entry = |(symbol, name, effect): &LegendEntry| {
        format!(
            "<li><svg class=\"ic\" width=\"34\" height=\"34\" viewBox=\"0 0 48 48\" aria-hidden=\"true\">\
             <use href=\"#{symbol}\"></use></svg>\
             <span><b>{name}</b><small class=\"muted\">{effect}</small></span></li>"
        )
    };
    let entries: String = entries.iter().map(entry).collect();
    let inside = format!("<summary>What the symbols mean</summary><ul>{entries}</ul>");
    view! { <details class="legend card" inner_html=inside></details> }
}

/// The `<title>` of a part of a drawing, which is shown as its tooltip. Within a `<g>` the `view!`
/// macro would make an HTML title of it.
pub(super) fn svg_title(name: impl Into<String>) -> impl IntoView {
    leptos::svg::title().child(name.into())
}

#[cfg(test)]
pub(super) fn all_are_drawn(entries: &[LegendEntry]) -> bool {
    let sprite = include_str!("../../assets/art.svg");
    entries.iter().all(|(symbol, ..)| sprite.contains(&format!("<symbol id=\"{symbol}\"")))
}
