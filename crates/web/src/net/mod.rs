//! Communication with the server: HTTP requests, polling, the current person, and the WebSocket.

mod form_request;
mod http;
mod live_connection;
mod me;
mod operator;
mod outbox;
mod poll;

pub(crate) use form_request::{FormError, FormRequest};
pub(crate) use http::{NetError, delete, get, get_text, post, put};
pub(crate) use live_connection::{LinkState, LiveConnection, provide_connection};
pub(crate) use me::Me;
pub(crate) use operator::OperatorClient;
pub(crate) use poll::{Polled, poll, poll_lobby};
