//! Views whose code is in a chunk that is fetched when it is first needed.
//!
//! `cargo xtask client` moves the functions marked with `wasm_split`, and everything that only they
//! need, into chunks.

use std::future::Future;

use leptos::children::ViewFn;
use leptos::prelude::*;
use wasm_split_helpers::SplitLoaderError;

use crate::deferred::{Deferred, DeferredRoot};
use crate::top_bar::TopBar;

/// A view from a chunk, or the error if the chunk could not be fetched.
pub(crate) type LazyView = Result<AnyView, SplitLoaderError>;

/// Shows a view from a chunk as soon as the chunk is loaded.
#[component]
pub(crate) fn Lazy<P>(
    /// The future that loads the chunk and makes the view.
    view: P,
    /// Shown until then; by default the loading page.
    #[prop(default = ViewFn::from(loading_page), into)]
    placeholder: ViewFn,
) -> impl IntoView
where
    P: Future<Output = LazyView> + Send + 'static,
{
    let loaded = async move { view.await.unwrap_or_else(|_| load_failed()) };
    let fallback = move || view! { <Deferred>{placeholder.run()}</Deferred> };
    view! { <Suspense fallback>{Suspend::new(loaded)}</Suspense> }
}

/// The page that is shown while a page's chunk is fetched.
pub(crate) fn loading_page() -> AnyView {
    view! { <TopBar/><main class="page" aria-busy="true"><h1>"Setting the table …"</h1></main> }
        .into_any()
}

/// A page or a board in a browser task of its own, after the task that has linked its chunk.
pub(crate) fn deferred_page(page: impl FnOnce() -> AnyView + Send + 'static) -> AnyView {
    view! { <DeferredRoot placeholder=loading_page>{page()}</DeferredRoot> }.into_any()
}

/// The page that is shown if a chunk could not be fetched.
pub(crate) fn load_failed() -> AnyView {
    view! {
        <TopBar/>
        <main class="page">
            <p role="alert">"A part of Bellwether could not be fetched. Please check the connection and load the page again."</p>
        </main>
    }
    .into_any()
}
