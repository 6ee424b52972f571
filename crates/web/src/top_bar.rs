//! The bar at the top of pages: navigation, the account, and the theme.

use leptos::prelude::*;

use crate::art::Symbol;
use crate::browser::{self, settings};
use crate::deferred::Deferred;
use crate::net::Me;

/// The bar at the top of every page except a table's, which has its own.
#[component]
pub(crate) fn TopBar() -> impl IntoView {
    view! {
        <header class="bar">
            <a class="brand" href="/" aria-label="Bellwether, home"><Symbol name="logo"/><span>"Bellwether"</span></a>
            <span class="grow"></span>
            <Deferred>
                <nav class="nav" aria-label="Main">
                    <a href="/">"Play"</a>
                    <a href="/learn">"Learn"</a>
                    <a href="/games">"My games"</a>
                    <a href="/replay">"Replays"</a>
                    <a href="/about">"About"</a>
                </nav>
            </Deferred>
            <div class="tools"><Deferred><ThemeButton/><AccountLink/></Deferred></div>
        </header>
    }
}

/// The link to the account page, labelled with the person's name.
#[component]
fn AccountLink() -> impl IntoView {
    let me = Me::from_context();
    let name = move || me.person().map_or_else(|| "Sign in".to_owned(), |person| person.name);
    view! { <a class="btn who-am-i" href="/me"><span>{name}</span></a> }
}

/// Switches between light and dark. Choosing the system's scheme stores nothing, so that the page
/// follows the system again.
#[component]
pub(crate) fn ThemeButton(
    /// Whether the label is visible, as in a menu, or for screen readers only.
    #[prop(default = false)]
    labelled: bool,
) -> impl IntoView {
    let switch = move |_| {
        let prefers_dark = browser::matches_media("(prefers-color-scheme: dark)");
        let stored = settings::get("theme").unwrap_or_default();
        let was_dark = if stored.is_empty() { prefers_dark } else { stored == "dark" };
        let theme = match !was_dark {
            dark if dark == prefers_dark => "",
            true => "dark",
            false => "light",
        };
        settings::set("theme", theme);
        apply_theme(theme);
    };
    view! {
        <button class="btn quiet" class:icon=!labelled on:click=switch>
            <Symbol name="i-theme"/><span class:sr=!labelled>"Light or dark"</span>
        </button>
    }
}

/// Sets or removes `data-theme` on the root element; without it the page follows the system.
/// `boot.js` does the same at startup.
fn apply_theme(theme: &str) {
    let Some(root) = document().document_element() else { return };
    let _ = match theme {
        "" => root.remove_attribute("data-theme"),
        theme => root.set_attribute("data-theme", theme),
    };
}
