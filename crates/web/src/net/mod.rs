//! The way to the server: requests, who one is there, and the live connection.

mod http;
mod live;
mod me;
mod outbox;

pub(crate) use http::{NetError, delete, get, post, put};
pub(crate) use live::{Link, Live};
pub(crate) use me::Me;
