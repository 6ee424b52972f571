//! A real browser at a real server, for tests that play whole games.
//!
//! A [`Visit`] is one person's browser with everything that is needed around it: a server of its own
//! with a database of its own, Chromium, and the driver between them. All of it ends with the visit.
#![forbid(unsafe_code)]

mod access;
mod console;
mod devices;
mod evening;
mod hands;
mod process;
mod tables;
mod tasks;
mod tour;
mod visit;

pub use console::Trouble;
pub use evening::Evening;
pub use hands::{ENTER, TAB};
pub use process::{Background, Server};
pub use tables::{after_thirds, fixture, fixtures, read, undealt};
pub use tasks::{FRAMES, TASKS, Task, Trace};
pub use tour::{BREAK, SECRET, Tour};
pub use visit::{A_MOVE, MY_TURN, Size, Visit};
