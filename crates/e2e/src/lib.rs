//! Browser tests with a real server.
//!
//! A [`BrowserSession`] is one person's browser: Chromium with its `WebDriver`. A [`Server`] has a
//! database of its own. All processes end when their handles are dropped.
#![forbid(unsafe_code)]

mod access;
mod browser_session;
mod console;
mod devices;
mod input;
mod online_session;
mod process;
mod tables;
mod tasks;
mod tour;

pub use browser_session::{ACTION_ELEMENT, BrowserSession, MY_TURN, Size};
pub use console::ExpectedError;
pub use input::{ENTER, TAB};
pub use online_session::OnlineSession;
pub use process::{Background, Server};
pub use tables::{fixture, fixtures, position_after_thirds, read, undealt};
pub use tasks::{FRAMES, TASKS, Task, Trace};
pub use tour::{BREAK_ELEMENTS, OPERATOR_SECRET, Tour};
