//! The server: tables that never lose a move.
//!
//! A table is its log, and nothing else. [`table`] says what may be added to a log, [`store`]
//! makes it durable, [`tables`] ties the two together for many people at once, and what is durable
//! is told over HTTP and WebSockets in the words of [`wire`].
#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

mod attend;
mod clock;
pub mod config;
mod http;
pub mod id;
pub mod live;
mod metrics;
pub mod people;
pub mod secret;
mod serve;
pub mod store;
pub mod table;
pub mod tables;
pub mod wire;

pub use http::description;
pub use metrics::Metrics;
pub use serve::{Server, StartError};
