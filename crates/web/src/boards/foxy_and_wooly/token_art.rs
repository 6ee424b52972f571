//! Drawings of tokens: wolves are round, special tokens square.

use foxy_and_wooly::{Row, Token, Wolf};
use leptos::prelude::*;

use super::words::{capitalised, token_does, token_name};

/// The symbol of a token.
pub(super) fn symbol(token: Token) -> String {
    match (token.wolf(), token) {
        (Some(Wolf::Hungry(slot)), _) => format!("wolf{slot}"),
        (Some(Wolf::Waiting(_)), _) => "wolf-wait".to_owned(),
        (None, Token::Flock) => "flock3".to_owned(),
        (None, _) => token.name().to_owned(),
    }
}

/// Such as "Wolf 7: eats the sheep on 7 at once".
pub(super) fn words(token: Token) -> String {
    let name = token_name(token);
    let name = name.strip_prefix("the ").unwrap_or(&name);
    capitalised(&format!("{name}: {}", token_does(token)))
}

/// The face of a token around the origin; `half` is half its width.
pub(super) fn face(token: Token, half: f64) -> impl IntoView {
    let href = format!("#{}", symbol(token));
    let picture = |wide: f64, lift: f64| {
        let (left, top) = (format!("{:.1}", -wide / 2.0), format!("{:.1}", -wide / 2.0 - lift));
        let wide = format!("{wide:.1}");
        view! { <use href=href.clone() x=left y=top width=wide.clone() height=wide></use> }
    };
    match token.wolf() {
        Some(Wolf::Hungry(_)) => view! {
            <circle r=half class="tw"></circle>
            {picture(half * 1.36, 0.0)}
        }
        .into_any(),
        Some(Wolf::Waiting(row)) => view! {
            <circle r=half class="tw"></circle>
            {picture(half * 1.36, half * 0.14)}
            {plate(row, half)}
        }
        .into_any(),
        None => view! {
            <rect x=-half y=-half width=2.0 * half height=2.0 * half rx=half * 0.34 class="ts"></rect>
            {picture(half * 1.5, 0.0)}
        }
        .into_any(),
    }
}

/// The plate below a waiting wolf: three rows, with its own one marked.
fn plate(row: Row, half: f64) -> impl IntoView {
    let share = half / 31.0;
    let bar = |other: Row| {
        let top = (17.1 + 4.1 * f64::from(other as u8)) * share;
        let class = if other == row { "tick own" } else { "tick" };
        view! { <rect class=class x=-14.3 * share y=top width=28.6 * share height=2.8 * share></rect> }
    };
    view! {
        <rect class="plate" x=-16.3 * share y=15.5 * share width=32.6 * share height=14.4 * share rx="3"></rect>
        {Row::ALL.map(bar).collect_view()}
    }
}

/// A token with an accessible name.
#[component]
pub(super) fn TokenMark(
    /// The token.
    token: Token,
    /// Width and height in pixels.
    size: u16,
) -> impl IntoView {
    view! {
        <svg class="ic" width=size height=size viewBox="-33 -33 66 66" role="img" aria-label=words(token)>
            <title>{words(token)}</title>
            {face(token, 30.0)}
        </svg>
    }
}
