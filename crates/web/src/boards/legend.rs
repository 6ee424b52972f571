//! Legends: what the symbols of a game are called and what they do.

use leptos::prelude::*;

/// A symbol of the sprite, its name, and what it does in a few words.
pub(super) type Line = (&'static str, &'static str, &'static str);

/// The list of symbols, closed at first. It never changes, so it is made as HTML.
pub(super) fn legend(lines: &'static [Line]) -> impl IntoView {
    let line = |(symbol, name, does): &Line| {
        format!(
            "<li><svg class=\"ic\" width=\"34\" height=\"34\" viewBox=\"0 0 48 48\" aria-hidden=\"true\">\
             <use href=\"#{symbol}\"></use></svg>\
             <span><b>{name}</b><small class=\"muted\">{does}</small></span></li>"
        )
    };
    let lines: String = lines.iter().map(line).collect();
    let inside = format!("<summary>What the symbols mean</summary><ul>{lines}</ul>");
    view! { <details class="legend card" inner_html=inside></details> }
}

/// The `<title>` of a part of a drawing, which is shown as its tooltip. Within a `<g>` the `view!`
/// macro would make an HTML title of it.
pub(super) fn named(name: impl Into<String>) -> impl IntoView {
    leptos::svg::title().child(name.into())
}

#[cfg(test)]
pub(super) fn all_are_drawn(lines: &[Line]) -> bool {
    let sprite = include_str!("../../assets/art.svg");
    lines.iter().all(|(symbol, ..)| sprite.contains(&format!("<symbol id=\"{symbol}\"")))
}
