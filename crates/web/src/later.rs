//! Views whose code is in a chunk that is fetched when it is first needed.
//!
//! `cargo xtask client` moves the functions marked with `wasm_split`, and everything that only they
//! need, into chunks.

use std::future::Future;

use leptos::children::ViewFn;
use leptos::prelude::*;
use wasm_split_helpers::SplitLoaderError;

use crate::app::Bar;
use crate::soon::{Opening, Soon};

/// A view from a chunk, or the error if the chunk could not be fetched.
pub(crate) type Part = Result<AnyView, SplitLoaderError>;

/// Shows a view from a chunk as soon as the chunk is loaded.
#[component]
pub(crate) fn Later<P>(
    /// The future that loads the chunk and makes the view.
    part: P,
    /// Shown until then; by default the loading page.
    #[prop(default = ViewFn::from(on_its_way), into)]
    meanwhile: ViewFn,
) -> impl IntoView
where
    P: Future<Output = Part> + Send + 'static,
{
    let shown = async move { part.await.unwrap_or_else(|_| missing()) };
    let fallback = move || view! { <Soon>{meanwhile.run()}</Soon> };
    view! { <Suspense fallback>{Suspend::new(shown)}</Suspense> }
}

/// The page that is shown while a page's chunk is fetched.
pub(crate) fn on_its_way() -> AnyView {
    view! { <Bar/><main class="page" aria-busy="true"><h1>"Setting the table …"</h1></main> }
        .into_any()
}

/// A page or a board in a browser task of its own, after the task that has linked its chunk.
pub(crate) fn in_a_moment(view: impl FnOnce() -> AnyView + Send + 'static) -> AnyView {
    view! { <Opening meanwhile=on_its_way>{view()}</Opening> }.into_any()
}

/// The page that is shown if a chunk could not be fetched.
pub(crate) fn missing() -> AnyView {
    view! {
        <Bar/>
        <main class="page">
            <p role="alert">"A part of Bellwether could not be fetched. Please check the connection and load the page again."</p>
        </main>
    }
    .into_any()
}
