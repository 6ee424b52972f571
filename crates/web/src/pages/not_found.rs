//! The page for unknown routes and ids.

use leptos::prelude::*;

use crate::top_bar::TopBar;

/// Says that there is nothing, with a link home.
#[component]
pub(crate) fn NotFound() -> impl IntoView {
    view! {
        <TopBar/>
        <main class="page">
            <h1>"There is nothing here."</h1>
            <p>"The address may be mistyped, or the table may have been deleted from this device."</p>
            <p><a class="btn primary" href="/">"Home"</a></p>
        </main>
    }
}
