//! The server: tables that never lose a move.
#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

pub mod id;
pub mod secret;
pub mod store;
pub mod table;
