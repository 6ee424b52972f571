//! The server with real parts: files on disk, a PostgreSQL of its own, real sockets.

mod bots;
mod clocks;
mod description;
mod guard;
mod live;
mod nodes;
mod people;
mod player;
mod postgres;
mod store;
mod support;
mod tables;
mod talk;
