//! Communication with the server: HTTP requests, polling, the current person, and the WebSocket.

mod errand;
mod http;
mod live;
mod me;
mod operator;
mod outbox;
mod poll;

pub(crate) use errand::{Errand, Wrong};
pub(crate) use http::{NetError, delete, get, get_text, post, put};
pub(crate) use live::{Link, Live, provide_live};
pub(crate) use me::Me;
pub(crate) use operator::Operator;
pub(crate) use poll::{Answer, listed, poll};
