//! The legend of the tokens.

use foxy_and_wooly::{Special, Token};
use leptos::prelude::*;

use super::token_art::TokenMark;
use super::words::{capitalised, special_title};

/// The list of tokens, closed at first.
#[component]
pub(super) fn Legend() -> impl IntoView {
    let special = |special: Special| {
        view! { <LegendRow token=special.token() name=special_title(special) effect=capitalised(special.describe())/> }
    };
    view! {
        <details class="legend card">
            <summary>"What the tokens do"</summary>
            <ul>
                <LegendRow token=Token::W7 name="Wolf with a number".to_owned() effect="Eats the sheep in that slot at once".to_owned()/>
                <LegendRow token=Token::Mid name="Wolf of a row".to_owned()
                    effect="Waits at your gate, and at the end eats the nearest sheep of the marked row".to_owned()/>
                {Special::ALL.map(special).collect_view()}
            </ul>
        </details>
    }
}

#[component]
fn LegendRow(token: Token, name: String, effect: String) -> impl IntoView {
    view! {
        <li>
            <TokenMark token size=44/>
            <span><b>{name}</b><small class="muted">{effect}</small></span>
        </li>
    }
}
