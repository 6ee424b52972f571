//! `bellwether serve` as a program: it starts, stops, crashes and comes back.

mod archive;
mod crash;
mod disk;
mod nodes;
#[path = "../../../server/tests/suite/postgres.rs"]
mod postgres;
mod process;
mod signals;
mod sockets;
