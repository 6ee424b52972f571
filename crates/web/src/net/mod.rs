//! The way to the server: requests, who one is there, and the live connection.

mod http;
mod me;

pub(crate) use http::{NetError, delete, get, get_text, post, put};
pub(crate) use me::Me;
