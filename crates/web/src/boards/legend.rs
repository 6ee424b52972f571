//! What symbols are called and what they do, for those who do not know the pictures yet.

use leptos::prelude::*;

/// A symbol of the sprite, what it is called, and what it does in a few words.
pub(super) type Line = (&'static str, &'static str, &'static str);

/// The list of symbols, closed until somebody asks. It never changes, and is text that the browser
/// reads by itself.
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

/// The name of a part of a drawing, which shows when a pointer rests on it. In a `<g>` the macro would
/// make a title of a page of it.
pub(super) fn named(name: impl Into<String>) -> impl IntoView {
    leptos::svg::title().child(name.into())
}

#[cfg(test)]
pub(super) fn all_are_drawn(lines: &[Line]) -> bool {
    let sprite = include_str!("../../assets/art.svg");
    lines.iter().all(|(symbol, ..)| sprite.contains(&format!("<symbol id=\"{symbol}\"")))
}
