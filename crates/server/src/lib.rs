//! The server: tables that never lose a move.
//!
//! A table is its log, and nothing else. [`table`] (of the crate `wire`, which the client uses too)
//! says what may be added to a log, [`store`] makes it durable, [`tables`] ties the two together for
//! many people at once, and what is durable is told over HTTP and WebSockets in the words of
//! [`wire`].
#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

mod attend;
mod chat;
mod clock;
pub mod config;
mod connection;
mod housekeeping;
mod http;
pub mod live;
mod metrics;
mod networks;
pub mod page;
pub mod people;
mod results;
mod serve;
pub mod store;
pub mod tables;
mod text;
mod webhooks;

pub use http::description;
pub use metrics::Metrics;
pub use serve::{Server, StartError};
// What the client knows too.
pub use ::wire::{self, day, id, secret, table};
