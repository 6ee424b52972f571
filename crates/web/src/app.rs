//! The app: its addresses, and what every page has.

use leptos::prelude::*;
use leptos_router::components::{Route, Router, Routes};
use leptos_router::path;

use crate::art::Symbol;
use crate::browser::{self, keep, kept};
use crate::net::{Me, provide_live};
use crate::pages::{Around, Here, Home, NotFound, There};
use crate::soon::{self, Opening, Soon};

/// What has to be there before the app.
pub(crate) fn prepare() {
    soon::run_in_slices();
    apply_theme(&theme());
}

/// Puts the app in the place of the shell.
pub(crate) fn mount() {
    mount_to(wasm_bindgen::JsCast::unchecked_into(root()), App).forget();
}

fn root() -> web_sys::Element {
    document().get_element_by_id("app").expect("index.html has a place for the app")
}

/// Takes the shell away, now that a page comes in its place.
fn remove_shell() {
    if let Some(shell) = document().get_element_by_id("shell") {
        shell.remove();
        // Tells whoever looks from outside that the shell is gone.
        let _ = root().set_attribute("data-ready", "");
    }
}

/// A page, put up in a task of its own. All pages are of one type, so that the router's code for a
/// page is not there for each of them.
fn page(page: fn() -> AnyView) -> impl Fn() -> AnyView + Clone + Send + Sync + 'static {
    let put_up = move || {
        remove_shell();
        page()
    };
    move || view! { <Opening>{put_up()}</Opening> }.into_any()
}

#[component]
fn App() -> impl IntoView {
    Me::provide();
    provide_live();
    view! {
        <Opening><Router><Soon>
            <Routes fallback=page(|| NotFound().into_any())>
                <Route path=path!("/") view=page(|| Home().into_any())/>
                <Route path=path!("/play/:game") view=page(|| Here::Play.show())/>
                <Route path=path!("/today") view=page(|| There::Today.show())/>
                <Route path=path!("/today/here") view=page(|| Here::Today.show())/>
                <Route path=path!("/new/:game") view=page(|| Around::New.show())/>
                <Route path=path!("/online/:game") view=page(|| There::Open.show())/>
                <Route path=path!("/table/:id") view=page(|| Here::Table.show())/>
                <Route path=path!("/t/:id") view=page(|| There::Table.show())/>
                <Route path=path!("/learn/:game") view=page(|| Around::Lesson.show())/>
                <Route path=path!("/games") view=page(|| Around::Games.show())/>
                <Route path=path!("/me") view=page(|| There::Me.show())/>
                <Route path=path!("/people/:id") view=page(|| There::Person.show())/>
                <Route path=path!("/replay") view=page(|| Around::Replay.show())/>
                <Route path=path!("/art") view=page(|| Around::Art.show())/>
                <Route path=path!("/about") view=page(|| Around::About.show())/>
                <Route path=path!("/admin") view=page(|| There::Admin.show())/>
            </Routes>
        </Soon></Router></Opening>
    }
}

/// The bar at the top of every page but a table's.
#[component]
pub(crate) fn Bar() -> impl IntoView {
    view! {
        <header class="bar">
            <a class="brand" href="/" aria-label="Bellwether, home"><Symbol name="logo"/><span>"Bellwether"</span></a>
            <span class="grow"></span>
            <Soon>
                <nav class="nav" aria-label="Main">
                    <a href="/">"Play"</a>
                    <a href="/games">"My games"</a>
                    <a href="/replay">"Replays"</a>
                    <a href="/about">"About"</a>
                </nav>
            </Soon>
            <div class="tools"><Soon><ThemeButton/><WhoAmI/></Soon></div>
        </header>
    }
}

/// Who one is to the server, and the way to change it.
#[component]
fn WhoAmI() -> impl IntoView {
    let me = Me::here();
    let name = move || me.person().map_or_else(|| "Sign in".to_owned(), |person| person.name);
    view! { <a class="btn who-am-i" href="/me"><span>{name}</span></a> }
}

/// Switches between light and dark.
#[component]
pub(crate) fn ThemeButton(
    /// Whether the button says in words what it does, as in a menu.
    #[prop(default = false)]
    named: bool,
) -> impl IntoView {
    let switch = move |_| {
        let next = if is_dark() { "light" } else { "dark" };
        keep("theme", next);
        apply_theme(next);
    };
    view! {
        <button class="btn quiet" class:icon=!named on:click=switch>
            <Symbol name="i-theme"/><span class:sr=!named>"Light or dark"</span>
        </button>
    }
}

fn theme() -> String {
    kept("theme").unwrap_or_default()
}

fn apply_theme(theme: &str) {
    let Some(root) = document().document_element() else { return };
    let _ = match theme {
        "light" | "dark" => root.set_attribute("data-theme", theme),
        _ => root.remove_attribute("data-theme"),
    };
}

fn is_dark() -> bool {
    match theme().as_str() {
        "dark" => true,
        "light" => false,
        _ => browser::matches("(prefers-color-scheme: dark)"),
    }
}
