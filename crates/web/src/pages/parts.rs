//! The chunks of pages: which pages are fetched together. The home page is part of the main module.

use leptos::prelude::*;
use leptos_router::hooks::use_params_map;
use shelf::GameId;
use wasm_split_helpers::wasm_split;

use super::about::About;
use super::admin::AdminPage;
use super::art::ArtPage;
use super::learn::Learn;
use super::me::MePage;
use super::my_games::MyGames;
use super::new_table::NewTablePage;
use super::online_table::OnlineTablePage;
use super::open_online::OpenOnlinePage;
use super::person::PersonPage;
use super::play_now::{PlayNow, PlayToday};
use super::replay::ReplayPage;
use super::table::LocalTablePage;
use super::today::TodayPage;
use crate::boards;
use crate::lazy::{Lazy, LazyView, deferred_page};

/// Pages with a table on this device.
#[derive(Copy, Clone)]
pub(crate) enum Here {
    Play,
    Table,
    Today,
}

impl Here {
    /// The page, once its chunk is loaded. The chunk of the board is fetched at the same time.
    pub(crate) fn show(self) -> AnyView {
        fetch_board();
        view! { <Lazy view=here(self)/> }.into_any()
    }
}

/// Fetches the board of the game in the route, if there is one.
fn fetch_board() {
    let game = use_params_map().with_untracked(|params| GameId::named(&params.get("game")?));
    game.into_iter().for_each(boards::fetch);
}

#[wasm_split(here, fallible)]
fn here(page: Here) -> LazyView {
    Ok(deferred_page(move || match page {
        Here::Play => view! { <PlayNow/> }.into_any(),
        Here::Table => view! { <LocalTablePage/> }.into_any(),
        Here::Today => view! { <PlayToday/> }.into_any(),
    }))
}

/// Pages about tables and people on the server.
#[derive(Copy, Clone)]
pub(crate) enum There {
    Admin,
    Me,
    Open,
    Person,
    Table,
    Today,
}

impl There {
    /// The page, once its chunk is loaded.
    pub(crate) fn show(self) -> AnyView {
        view! { <Lazy view=there(self)/> }.into_any()
    }
}

#[wasm_split(online, fallible)]
fn there(page: There) -> LazyView {
    Ok(match page {
        There::Admin => view! { <AdminPage/> }.into_any(),
        There::Me => view! { <MePage/> }.into_any(),
        There::Open => view! { <OpenOnlinePage/> }.into_any(),
        There::Person => view! { <PersonPage/> }.into_any(),
        There::Table => view! { <OnlineTablePage/> }.into_any(),
        There::Today => view! { <TodayPage/> }.into_any(),
    })
}

/// The other pages: replays, saved games, new tables, and texts.
#[derive(Copy, Clone)]
pub(crate) enum Around {
    About,
    Art,
    Games,
    New,
    Replay,
}

impl Around {
    /// The page, once its chunk is loaded.
    pub(crate) fn show(self) -> AnyView {
        view! { <Lazy view=around(self)/> }.into_any()
    }
}

#[wasm_split(around, fallible)]
fn around(page: Around) -> LazyView {
    Ok(match page {
        Around::About => view! { <About/> }.into_any(),
        Around::Art => view! { <ArtPage/> }.into_any(),
        Around::Games => view! { <MyGames/> }.into_any(),
        Around::New => view! { <NewTablePage/> }.into_any(),
        Around::Replay => view! { <ReplayPage/> }.into_any(),
    })
}

impl Learn {
    /// The page, once its chunk is loaded. A guided game's board is fetched at the same time.
    pub(crate) fn show(self) -> AnyView {
        if matches!(self, Self::Guide) {
            fetch_board();
        }
        view! { <Lazy view=learn(self)/> }.into_any()
    }
}

#[wasm_split(learn, fallible)]
fn learn(page: Learn) -> LazyView {
    Ok(deferred_page(move || page.view()))
}
