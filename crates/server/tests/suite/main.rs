//! The server with real parts: files on disk, a PostgreSQL of its own, real sockets.

mod admin;
mod archive;
mod bad_input;
mod bots;
mod clocks;
mod damage;
mod description;
mod faults;
mod guard;
mod live;
mod nodes;
mod nonsense;
mod nul;
mod people;
mod plans;
mod player;
mod postgres;
mod programs;
mod results;
mod shape;
mod store;
mod support;
mod tables;
mod talk;
mod today;
mod webhooks;
