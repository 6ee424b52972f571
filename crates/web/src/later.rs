//! Parts of the program that are fetched when they are first needed.
//!
//! What `wasm_split` marks is cut out of the program by `cargo xtask client`, together with whatever
//! nothing else needs.

use std::future::Future;

use leptos::children::ViewFn;
use leptos::prelude::*;
use wasm_split_helpers::SplitLoaderError;

use crate::app::Bar;
use crate::soon::{Opening, Soon};

/// A view from another part of the program, unless that part cannot be fetched.
pub(crate) type Part = Result<AnyView, SplitLoaderError>;

/// Shows a part of the program as soon as it is there.
#[component]
pub(crate) fn Later<P>(
    /// What is on its way.
    part: P,
    /// What stands in its place until then: a page, if nothing else is said.
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

/// What is shown of a page that is on its way.
pub(crate) fn on_its_way() -> AnyView {
    view! { <Bar/><main class="page" aria-busy="true"><h1>"Setting the table …"</h1></main> }
        .into_any()
}

/// A page or a board in a task of its own: making its part ready was work enough for one.
pub(crate) fn in_a_moment(view: impl FnOnce() -> AnyView + Send + 'static) -> AnyView {
    view! { <Opening meanwhile=on_its_way>{view()}</Opening> }.into_any()
}

/// What is shown instead of a part that could not be fetched.
pub(crate) fn missing() -> AnyView {
    view! {
        <Bar/>
        <main class="page">
            <p role="alert">"A part of Bellwether could not be fetched. Please check the connection and load the page again."</p>
        </main>
    }
    .into_any()
}
