//! The root component: the routes, and what happens at every navigation (title, focus).

use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::components::{Route, Router, Routes};
use leptos_router::path;

use crate::browser;
use crate::deferred::{self, Deferred, DeferredRoot};
use crate::net::{Me, provide_connection};
use crate::pages::{Home, LearnPages, LocalPages, MiscPages, NotFound, ServerPages};

/// Prepares what the app needs before it is mounted.
pub(crate) fn prepare() {
    deferred::install_executor();
}

/// Mounts the app in `#app`, where the static shell stands.
pub(crate) fn mount() {
    mount_to(wasm_bindgen::JsCast::unchecked_into(root()), App).forget();
}

fn root() -> web_sys::Element {
    document().get_element_by_id("app").expect("index.html has a place for the app")
}

/// Removes the static shell when the first page replaces it. Returns whether there was one.
fn remove_shell() -> bool {
    let shell = document().get_element_by_id("shell");
    if let Some(shell) = &shell {
        shell.remove();
        // Tests and measurements wait for this attribute.
        let _ = root().set_attribute("data-ready", "");
    }
    shell.is_some()
}

/// A page with that title, mounted as a [`DeferredRoot`]. All pages are erased to one type, so that
/// the router's code is not instantiated for each of them.
fn page(
    title: &'static str,
    page: fn() -> AnyView,
) -> impl Fn() -> AnyView + Clone + Send + Sync + 'static {
    let mount_page = move || {
        browser::set_title(title);
        if !remove_shell() {
            spawn_local(focus_heading());
        }
        page()
    };
    move || view! { <DeferredRoot>{mount_page()}</DeferredRoot> }.into_any()
}

/// Moves the focus to the heading of the page after a navigation. The link that had the focus is
/// gone; without this, keyboards and screen readers would start at the top of the document.
async fn focus_heading() {
    let address = || window().location().href().unwrap_or_default();
    let page = address();
    deferred::all_mounted().await;
    // The loading page has a heading of its own, which disappears with it.
    while !is_page_loaded() {
        browser::next_paint().await;
        deferred::all_mounted().await;
        // The user has navigated on; that page focuses its own heading.
        if address() != page {
            return;
        }
    }
    let has_no_focus = document().active_element().is_none_or(|it| it.tag_name() == "BODY");
    if let (true, Ok(Some(heading))) = (has_no_focus, document().query_selector("h1")) {
        let _ = heading.set_attribute("tabindex", "-1");
        let _ = wasm_bindgen::JsCast::unchecked_into::<web_sys::HtmlElement>(heading).focus();
    }
}

/// Whether the page itself is shown, not the loading page.
fn is_page_loaded() -> bool {
    let found = |what| matches!(document().query_selector(what), Ok(Some(_)));
    found("main") && !found("main[aria-busy=true]")
}

#[component]
fn App() -> impl IntoView {
    Me::provide();
    provide_connection();
    view! {
        <DeferredRoot><Router><Deferred>
            <Routes fallback=page("Nothing here", || NotFound().into_any())>
                <Route path=path!("/") view=page("Three games of sheep and whiskey", || Home().into_any())/>
                <Route path=path!("/play/:game") view=page("A new game", || LocalPages::Play.show())/>
                <Route path=path!("/today") view=page("Today’s deal", || ServerPages::Today.show())/>
                <Route path=path!("/today/here") view=page("Today’s deal on this device", || LocalPages::Today.show())/>
                <Route path=path!("/new/:game") view=page("A new table", || MiscPages::New.show())/>
                <Route path=path!("/online/:game") view=page("A table online", || ServerPages::Open.show())/>
                <Route path=path!("/table/:id") view=page("A table on this device", || LocalPages::Table.show())/>
                <Route path=path!("/t/:id") view=page("A table", || ServerPages::Table.show())/>
                <Route path=path!("/learn") view=page("Learn", || LearnPages::Index.show())/>
                <Route path=path!("/learn/:game") view=page("The rules", || LearnPages::Rules.show())/>
                <Route path=path!("/learn/:game/play") view=page("A guided game", || LearnPages::Guide.show())/>
                <Route path=path!("/games") view=page("My games", || MiscPages::Games.show())/>
                <Route path=path!("/me") view=page("You", || ServerPages::Me.show())/>
                <Route path=path!("/people/:id") view=page("A player", || ServerPages::Person.show())/>
                <Route path=path!("/replay") view=page("Replay", || MiscPages::Replay.show())/>
                <Route path=path!("/art") view=page("Drawings", || MiscPages::Art.show())/>
                <Route path=path!("/about") view=page("About", || MiscPages::About.show())/>
                <Route path=path!("/admin") view=page("This server", || ServerPages::Admin.show())/>
            </Routes>
        </Deferred></Router></DeferredRoot>
    }
}
