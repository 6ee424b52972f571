//! The pages, one module each.

mod about;
mod admin;
mod chunks;
mod gallery;
mod game_pictures;
mod home;
mod home_lists;
mod learn;
mod lobby;
mod local_table;
mod me;
mod my_games;
mod new_online_table;
mod new_table;
mod not_found;
mod online_table;
mod person;
mod play_now;
mod replay;
mod route_params;
mod table_form;
mod today;

pub(crate) use chunks::{LocalPages, MiscPages, ServerPages};
pub(crate) use home::Home;
pub(crate) use learn::LearnPages;
pub(crate) use not_found::NotFound;
