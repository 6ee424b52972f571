//! The server with real parts: files on disk, a PostgreSQL of its own, real sockets, real crashes.

mod postgres;
mod store;
mod support;
