//! `bellwether serve` as a program: it starts, stops, crashes and comes back.

mod archive;
mod crash;
mod process;
mod signals;
mod sockets;
