//! The app: its addresses, and what every page has.

use leptos::prelude::*;
use leptos_router::components::{Route, Router, Routes};
use leptos_router::path;

use crate::art::Symbol;
use crate::browser::{keep, kept};
use crate::net::{Live, Me};
use crate::pages::{
    About, AdminPage, ArtPage, Home, LearnPage, LocalTablePage, MePage, MyGames, NewTablePage,
    NotFound, OnlineTablePage, OpenOnlinePage, PersonPage, PlayNow, PlayToday, ReplayPage,
    TodayPage,
};

/// Puts the app in the place of the shell.
pub(crate) fn mount() {
    let root = document().get_element_by_id("app").expect("index.html has a place for the app");
    root.set_inner_html("");
    // Tells whoever looks from outside that the shell is gone.
    let _ = root.set_attribute("data-ready", "");
    apply_theme(&theme());
    mount_to(wasm_bindgen::JsCast::unchecked_into(root), App).forget();
}

#[component]
fn App() -> impl IntoView {
    Me::provide();
    Live::provide();
    view! {
        <Router>
            <Routes fallback=NotFound>
                <Route path=path!("/") view=Home/>
                <Route path=path!("/play/:game") view=PlayNow/>
                <Route path=path!("/today") view=TodayPage/>
                <Route path=path!("/today/here") view=PlayToday/>
                <Route path=path!("/new/:game") view=NewTablePage/>
                <Route path=path!("/online/:game") view=OpenOnlinePage/>
                <Route path=path!("/table/:id") view=LocalTablePage/>
                <Route path=path!("/t/:id") view=OnlineTablePage/>
                <Route path=path!("/learn/:game") view=LearnPage/>
                <Route path=path!("/games") view=MyGames/>
                <Route path=path!("/me") view=MePage/>
                <Route path=path!("/people/:id") view=PersonPage/>
                <Route path=path!("/replay") view=ReplayPage/>
                <Route path=path!("/art") view=ArtPage/>
                <Route path=path!("/about") view=About/>
                <Route path=path!("/admin") view=AdminPage/>
            </Routes>
        </Router>
    }
}

/// The bar at the top of every page but a table's.
#[component]
pub(crate) fn Bar() -> impl IntoView {
    view! {
        <header class="bar">
            <a class="brand" href="/" aria-label="Bellwether, home"><Symbol name="logo"/><span>"Bellwether"</span></a>
            <span class="grow"></span>
            <nav class="nav" aria-label="Main">
                <a href="/">"Play"</a>
                <a href="/games">"My games"</a>
                <a href="/replay">"Replays"</a>
                <a href="/about">"About"</a>
            </nav>
            <div class="tools"><ThemeButton/><WhoAmI/></div>
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
pub(crate) fn ThemeButton() -> impl IntoView {
    let switch = move |_| {
        let next = if is_dark() { "light" } else { "dark" };
        keep("theme", next);
        apply_theme(next);
    };
    view! {
        <button class="btn quiet icon" aria-label="Light or dark" on:click=switch><Symbol name="i-theme"/></button>
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
        _ => window()
            .match_media("(prefers-color-scheme: dark)")
            .ok()
            .flatten()
            .is_some_and(|query| query.matches()),
    }
}
