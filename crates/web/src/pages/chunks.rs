//! The chunks of pages: which pages are fetched together. The home page is part of the main module.

use leptos::prelude::*;
use leptos_router::hooks::use_params_map;
use registry::GameId;
use wasm_split_helpers::wasm_split;

use super::about::About;
use super::admin::AdminPage;
use super::gallery::GalleryPage;
use super::learn::LearnPages;
use super::local_table::LocalTablePage;
use super::me::MePage;
use super::my_games::MyGames;
use super::new_online_table::NewOnlineTablePage;
use super::new_table::NewTablePage;
use super::online_table::OnlineTablePage;
use super::person::PersonPage;
use super::play_now::{PlayNow, PlayToday};
use super::replay::ReplayPage;
use super::today::TodayPage;
use crate::boards;
use crate::lazy::{Lazy, LazyView, deferred_page};

/// Pages with a table on this device.
#[derive(Copy, Clone)]
pub(crate) enum LocalPages {
    Play,
    Table,
    Today,
}

impl LocalPages {
    /// The page, once its chunk is loaded. The chunk of the board is fetched at the same time.
    pub(crate) fn show(self) -> AnyView {
        fetch_board();
        view! { <Lazy view=local_pages(self)/> }.into_any()
    }
}

/// Fetches the board of the game in the route, if there is one.
fn fetch_board() {
    let game = use_params_map().with_untracked(|params| GameId::named(&params.get("game")?));
    game.into_iter().for_each(boards::fetch);
}

#[wasm_split(local, fallible)]
fn local_pages(page: LocalPages) -> LazyView {
    Ok(deferred_page(move || match page {
        LocalPages::Play => view! { <PlayNow/> }.into_any(),
        LocalPages::Table => view! { <LocalTablePage/> }.into_any(),
        LocalPages::Today => view! { <PlayToday/> }.into_any(),
    }))
}

/// Pages about tables and people on the server.
#[derive(Copy, Clone)]
pub(crate) enum ServerPages {
    Admin,
    Me,
    Open,
    Person,
    Table,
    Today,
}

impl ServerPages {
    /// The page, once its chunk is loaded.
    pub(crate) fn show(self) -> AnyView {
        view! { <Lazy view=server_pages(self)/> }.into_any()
    }
}

#[wasm_split(online, fallible)]
fn server_pages(page: ServerPages) -> LazyView {
    Ok(match page {
        ServerPages::Admin => view! { <AdminPage/> }.into_any(),
        ServerPages::Me => view! { <MePage/> }.into_any(),
        ServerPages::Open => view! { <NewOnlineTablePage/> }.into_any(),
        ServerPages::Person => view! { <PersonPage/> }.into_any(),
        ServerPages::Table => view! { <OnlineTablePage/> }.into_any(),
        ServerPages::Today => view! { <TodayPage/> }.into_any(),
    })
}

/// The other pages: replays, saved games, new tables, and texts.
#[derive(Copy, Clone)]
pub(crate) enum MiscPages {
    About,
    Art,
    Games,
    New,
    Replay,
}

impl MiscPages {
    /// The page, once its chunk is loaded.
    pub(crate) fn show(self) -> AnyView {
        view! { <Lazy view=misc_pages(self)/> }.into_any()
    }
}

#[wasm_split(around, fallible)]
fn misc_pages(page: MiscPages) -> LazyView {
    Ok(match page {
        MiscPages::About => view! { <About/> }.into_any(),
        MiscPages::Art => view! { <GalleryPage/> }.into_any(),
        MiscPages::Games => view! { <MyGames/> }.into_any(),
        MiscPages::New => view! { <NewTablePage/> }.into_any(),
        MiscPages::Replay => view! { <ReplayPage/> }.into_any(),
    })
}

impl LearnPages {
    /// The page, once its chunk is loaded. A guided game's board is fetched at the same time.
    pub(crate) fn show(self) -> AnyView {
        if matches!(self, Self::Guide) {
            fetch_board();
        }
        view! { <Lazy view=learn_pages(self)/> }.into_any()
    }
}

#[wasm_split(learn, fallible)]
fn learn_pages(page: LearnPages) -> LazyView {
    Ok(deferred_page(move || page.view()))
}
