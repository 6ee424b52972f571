//! The legend of the tokens.

use foxy_and_wooly::{Special, Token};
use leptos::prelude::*;

use super::token::TokenMark;
use super::words::{capital, special_title};

/// The list of tokens, closed at first.
#[component]
pub(super) fn Legend() -> impl IntoView {
    let special = |special: Special| {
        view! { <Line token=special.token() name=special_title(special) does=capital(special.describe())/> }
    };
    view! {
        <details class="legend card">
            <summary>"What the tokens do"</summary>
            <ul>
                <Line token=Token::W7 name="Wolf with a number".to_owned() does="Eats the sheep in that slot at once".to_owned()/>
                <Line token=Token::Mid name="Wolf of a row".to_owned()
                    does="Waits at your gate, and at the end eats the nearest sheep of the marked row".to_owned()/>
                {Special::ALL.map(special).collect_view()}
            </ul>
        </details>
    }
}

#[component]
fn Line(token: Token, name: String, does: String) -> impl IntoView {
    view! {
        <li>
            <TokenMark token size=44/>
            <span><b>{name}</b><small class="muted">{does}</small></span>
        </li>
    }
}
