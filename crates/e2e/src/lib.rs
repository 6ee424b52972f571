//! A real browser at a real server, for tests that play whole games.
//!
//! A [`Visit`] is one person's browser with everything that is needed around it: a server of its own
//! with a database of its own, Chromium, and the driver between them. All of it ends with the visit.
#![forbid(unsafe_code)]

mod evening;
mod process;
mod tasks;
mod visit;

pub use evening::Evening;
pub use process::{Background, Server};
pub use tasks::{FRAMES, TASKS, Task, Trace};
pub use visit::{A_MOVE, MY_TURN, Size, Visit};
