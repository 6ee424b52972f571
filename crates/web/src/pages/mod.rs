//! The pages.

mod about;
mod admin;
mod art;
mod choices;
mod home;
mod learn;
mod lobby;
mod me;
mod my_games;
mod named;
mod new_table;
mod not_found;
mod online_table;
mod open_online;
mod person;
mod pictures;
mod play_now;
mod replay;
mod table;
mod today;

pub(crate) use about::About;
pub(crate) use admin::AdminPage;
pub(crate) use art::ArtPage;
pub(crate) use home::Home;
pub(crate) use learn::LearnPage;
pub(crate) use me::{GuestName, MePage};
pub(crate) use my_games::MyGames;
pub(crate) use new_table::NewTablePage;
pub(crate) use not_found::NotFound;
pub(crate) use online_table::OnlineTablePage;
pub(crate) use open_online::OpenOnlinePage;
pub(crate) use person::PersonPage;
pub(crate) use play_now::{PlayNow, PlayToday};
pub(crate) use replay::ReplayPage;
pub(crate) use table::{LocalTablePage, branch_off, fresh_draws};
pub(crate) use today::TodayPage;
