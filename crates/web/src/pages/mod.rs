//! The pages, one module each.

mod about;
mod admin;
mod art;
mod choices;
mod game_pictures;
mod home;
mod learn;
mod lists;
mod lobby;
mod me;
mod my_games;
mod new_table;
mod not_found;
mod online_table;
mod open_online;
mod parts;
mod person;
mod play_now;
mod replay;
mod route_params;
mod table;
mod today;

pub(crate) use home::Home;
pub(crate) use learn::Learn;
pub(crate) use me::GuestName;
pub(crate) use not_found::NotFound;
pub(crate) use parts::{Around, Here, There};
pub(crate) use table::{branch_off, random_draws};
