//! `bellwether serve` as a process: start, stop, crash and recovery.

mod archive;
mod crash;
mod disk;
mod examples;
mod fairness;
mod faults;
mod history;
mod lock;
mod memory;
mod nodes;
#[path = "../../../server/tests/suite/postgres.rs"]
mod postgres;
mod process;
mod secrets;
mod signals;
mod sockets;
