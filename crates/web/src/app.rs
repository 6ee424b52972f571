//! The app: its addresses, and what every page has.

use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::components::{Route, Router, Routes};
use leptos_router::path;

use crate::art::Symbol;
use crate::browser::{self, keep, kept};
use crate::net::{Me, provide_live};
use crate::pages::{Around, Here, Home, Learn, NotFound, There};
use crate::soon::{self, Opening, Soon};

/// What has to be there before the app.
pub(crate) fn prepare() {
    soon::run_in_slices();
}

/// Puts the app in the place of the shell.
pub(crate) fn mount() {
    mount_to(wasm_bindgen::JsCast::unchecked_into(root()), App).forget();
}

fn root() -> web_sys::Element {
    document().get_element_by_id("app").expect("index.html has a place for the app")
}

/// Takes the shell away, now that a page comes in its place; whether there was one.
fn remove_shell() -> bool {
    let shell = document().get_element_by_id("shell");
    if let Some(shell) = &shell {
        shell.remove();
        // Tells whoever looks from outside that the shell is gone.
        let _ = root().set_attribute("data-ready", "");
    }
    shell.is_some()
}

/// A page of that title, put up in a task of its own. All pages are of one type, so that the router's
/// code for a page is not there for each of them.
fn page(
    title: &'static str,
    page: fn() -> AnyView,
) -> impl Fn() -> AnyView + Clone + Send + Sync + 'static {
    let put_up = move || {
        browser::set_title(title);
        if !remove_shell() {
            spawn_local(begin_at_the_heading());
        }
        page()
    };
    move || view! { <Opening>{put_up()}</Opening> }.into_any()
}

/// Has the keyboard and screen readers begin where a page begins that came in the place of another,
/// and not at the link that is gone.
async fn begin_at_the_heading() {
    let address = || window().location().href().unwrap_or_default();
    let page = address();
    soon::all_there().await;
    // What stands there while a page is on its way has a heading as well, which goes with it.
    while !is_there() {
        browser::painted().await;
        soon::all_there().await;
        // A page that came in its place has a heading of its own.
        if address() != page {
            return;
        }
    }
    let is_lost = document().active_element().is_none_or(|it| it.tag_name() == "BODY");
    if let (true, Ok(Some(heading))) = (is_lost, document().query_selector("h1")) {
        let _ = heading.set_attribute("tabindex", "-1");
        let _ = wasm_bindgen::JsCast::unchecked_into::<web_sys::HtmlElement>(heading).focus();
    }
}

/// Whether there is a page, and not only what stands in its place while it is on its way.
fn is_there() -> bool {
    let found = |what| matches!(document().query_selector(what), Ok(Some(_)));
    found("main") && !found("main[aria-busy=true]")
}

#[component]
fn App() -> impl IntoView {
    Me::provide();
    provide_live();
    view! {
        <Opening><Router><Soon>
            <Routes fallback=page("Nothing here", || NotFound().into_any())>
                <Route path=path!("/") view=page("Three games of sheep and whiskey", || Home().into_any())/>
                <Route path=path!("/play/:game") view=page("A new game", || Here::Play.show())/>
                <Route path=path!("/today") view=page("Today’s deal", || There::Today.show())/>
                <Route path=path!("/today/here") view=page("Today’s deal on this device", || Here::Today.show())/>
                <Route path=path!("/new/:game") view=page("A new table", || Around::New.show())/>
                <Route path=path!("/online/:game") view=page("A table online", || There::Open.show())/>
                <Route path=path!("/table/:id") view=page("A table on this device", || Here::Table.show())/>
                <Route path=path!("/t/:id") view=page("A table", || There::Table.show())/>
                <Route path=path!("/learn") view=page("Learn", || Learn::Index.show())/>
                <Route path=path!("/learn/:game") view=page("The rules", || Learn::Rules.show())/>
                <Route path=path!("/learn/:game/play") view=page("A guided game", || Learn::Guide.show())/>
                <Route path=path!("/games") view=page("My games", || Around::Games.show())/>
                <Route path=path!("/me") view=page("You", || There::Me.show())/>
                <Route path=path!("/people/:id") view=page("A player", || There::Person.show())/>
                <Route path=path!("/replay") view=page("Replay", || Around::Replay.show())/>
                <Route path=path!("/art") view=page("Drawings", || Around::Art.show())/>
                <Route path=path!("/about") view=page("About", || Around::About.show())/>
                <Route path=path!("/admin") view=page("This server", || There::Admin.show())/>
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
                    <a href="/learn">"Learn"</a>
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

/// Switches between light and dark. Whoever comes back to what the system wants follows it again.
#[component]
pub(crate) fn ThemeButton(
    /// Whether the button says in words what it does, as in a menu.
    #[prop(default = false)]
    named: bool,
) -> impl IntoView {
    let switch = move |_| {
        let system = browser::matches("(prefers-color-scheme: dark)");
        let kept = kept("theme").unwrap_or_default();
        let was_dark = if kept.is_empty() { system } else { kept == "dark" };
        let theme = match !was_dark {
            dark if dark == system => "",
            true => "dark",
            false => "light",
        };
        keep("theme", theme);
        apply_theme(theme);
    };
    view! {
        <button class="btn quiet" class:icon=!named on:click=switch>
            <Symbol name="i-theme"/><span class:sr=!named>"Light or dark"</span>
        </button>
    }
}

/// Nothing is said of a theme to the page that follows the system; boot.js does the same at the start.
fn apply_theme(theme: &str) {
    let Some(root) = document().document_element() else { return };
    let _ = match theme {
        "" => root.remove_attribute("data-theme"),
        theme => root.set_attribute("data-theme", theme),
    };
}
